---- MODULE SimpleAtomic ----
\* N processes in a ring: each raises its own flag and then looks at the flag of the process
\* before it. When all are done, somebody has seen a raised flag, namely the last one to look.
EXTENDS Integers

CONSTANT N  \* how many processes there are

ASSUME N \in Nat /\ N > 0

Process == 0..N - 1

Previous(p) == (p - 1) % N

VARIABLES
  flag,  \* 1 for a process that has raised its flag, otherwise 0
  seen,  \* the flag that each process has seen
  pc     \* what each process does next

vars == <<flag, seen, pc>>

TypeOK ==
  /\ flag \in [Process -> {0, 1}]
  /\ seen \in [Process -> {0, 1}]
  /\ pc \in [Process -> {"raise", "look", "done"}]

Init ==
  /\ flag = [p \in Process |-> 0]
  /\ seen = [p \in Process |-> 0]
  /\ pc = [p \in Process |-> "raise"]

Raise(p) ==
  /\ pc[p] = "raise"
  /\ flag' = [flag EXCEPT ![p] = 1]
  /\ pc' = [pc EXCEPT ![p] = "look"]
  /\ UNCHANGED seen

Look(p) ==
  /\ pc[p] = "look"
  /\ seen' = [seen EXCEPT ![p] = flag[Previous(p)]]
  /\ pc' = [pc EXCEPT ![p] = "done"]
  /\ UNCHANGED flag

Next == \E p \in Process : Raise(p) \/ Look(p)

Spec == Init /\ [][Next]_vars

SomebodySawAFlag == (\A p \in Process : pc[p] = "done") => \E p \in Process : seen[p] = 1

=============================
