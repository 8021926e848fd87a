---- MODULE SimpleRegular ----
\* The ring of SimpleAtomic with flags that are regular registers: raising a flag takes a
\* while, and whoever looks in the meantime sees the old value or the new one. A flag is the
\* set of values that may be seen.
EXTENDS Integers

CONSTANT N  \* how many processes there are

ASSUME N \in Nat /\ N > 0

Process == 0..N - 1

Previous(p) == (p - 1) % N

VARIABLES
  flag,  \* what may be seen of each process: {0}, {0, 1} while it raises its flag, {1}
  seen,  \* the flag that each process has seen
  pc     \* what each process does next

vars == <<flag, seen, pc>>

TypeOK ==
  /\ flag \in [Process -> SUBSET {0, 1}]
  /\ seen \in [Process -> {0, 1}]
  /\ pc \in [Process -> {"raise", "raising", "look", "done"}]

Init ==
  /\ flag = [p \in Process |-> {0}]
  /\ seen = [p \in Process |-> 0]
  /\ pc = [p \in Process |-> "raise"]

StartRaising(p) ==
  /\ pc[p] = "raise"
  /\ flag' = [flag EXCEPT ![p] = {0, 1}]
  /\ pc' = [pc EXCEPT ![p] = "raising"]
  /\ UNCHANGED seen

EndRaising(p) ==
  /\ pc[p] = "raising"
  /\ flag' = [flag EXCEPT ![p] = {1}]
  /\ pc' = [pc EXCEPT ![p] = "look"]
  /\ UNCHANGED seen

Look(p, value) ==
  /\ pc[p] = "look"
  /\ seen' = [seen EXCEPT ![p] = value]
  /\ pc' = [pc EXCEPT ![p] = "done"]
  /\ UNCHANGED flag

Next ==
  \E p \in Process :
    \/ StartRaising(p)
    \/ EndRaising(p)
    \/ \E value \in flag[Previous(p)] : Look(p, value)

Spec == Init /\ [][Next]_vars

SomebodySawAFlag == (\A p \in Process : pc[p] = "done") => \E p \in Process : seen[p] = 1

==============================
