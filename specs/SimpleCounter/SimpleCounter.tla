---- MODULE SimpleCounter ----
\* A counter that goes up to Limit and stops there: the smallest complete specification.
\* Stopping is a deadlock to a model checker, unless it is told that the end is meant.
EXTENDS Integers

CONSTANT Limit

VARIABLE count

Init == count = 0

Increment ==
  /\ count < Limit
  /\ count' = count + 1

Next == Increment

Spec == Init /\ [][Next]_count

CountInvariant == count >= 0 /\ count <= Limit

==============================
