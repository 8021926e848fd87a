---- MODULE SeedMutex ----
\* Mutual exclusion by one lock that names its holder. What the lock contains while nobody
\* holds it is a constant: processes are numbers, and a string such as "free" cannot be
\* compared with a number, so it must be a number that no process has.
EXTENDS Integers, TLC

CONSTANTS
  NumProcesses,
  Free  \* what the lock contains when nobody holds it

(*--algorithm mutex
variables
  lock = Free;

process proc \in 1..NumProcesses
variables hasLock = FALSE;
begin
  AcquireLock:
    await lock = Free;
    lock := self;
    hasLock := TRUE;

  CriticalSection:
    skip;

  ReleaseLock:
    lock := Free;
    hasLock := FALSE;
    goto AcquireLock;
end process;
end algorithm; *)

MutualExclusion ==
  \A p1, p2 \in 1..NumProcesses :
    (p1 /= p2) => ~(pc[p1] = "CriticalSection" /\ pc[p2] = "CriticalSection")

HolderKnows == \A p \in 1..NumProcesses : hasLock[p] => lock = p

==========================
