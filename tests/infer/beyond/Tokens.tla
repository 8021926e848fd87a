---- MODULE Tokens ----
\* Tokens that move between places and a counter of those that were taken out. No token is ever
\* lost: why that is so is a sum over all places, which no clause of the grammar says.
EXTENDS Integers, FiniteSets

CONSTANTS
  Place,
  Total

ASSUME Total \in Nat

VARIABLES
  tokens,  \* how many are at each place
  taken    \* how many were taken out

vars == <<tokens, taken>>

TypeOK == tokens \in [Place -> 0..Total] /\ taken \in 0..Total

Init ==
  /\ taken = 0
  /\ \E p \in Place : tokens = [q \in Place |-> IF q = p THEN Total ELSE 0]

Move(p, q) ==
  /\ p # q
  /\ tokens[p] > 0
  /\ tokens' = [tokens EXCEPT ![p] = @ - 1, ![q] = @ + 1]
  /\ UNCHANGED taken

Take(p) ==
  /\ tokens[p] > 0
  /\ tokens' = [tokens EXCEPT ![p] = @ - 1]
  /\ taken' = taken + 1

Next ==
  \/ \E p, q \in Place : Move(p, q)
  \/ \E p \in Place : Take(p)

Spec == Init /\ [][Next]_vars

NoMoreThanThereWere == taken <= Total

=======================
