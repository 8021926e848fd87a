---- MODULE Missionaries ----
\* Missionaries and cannibals cross a river in one boat. Wherever missionaries stand, they
\* must not be outnumbered. As with DieHard, the counterexample is the solution.
EXTENDS Integers

CONSTANTS
  Pairs,    \* how many missionaries, and how many cannibals
  BoatSize  \* how many people the boat carries

VARIABLES
  missionaries,  \* those on each bank
  cannibals,
  boat           \* the bank where the boat is

vars == <<missionaries, cannibals, boat>>

Bank == {"east", "west"}
Across(b) == IF b = "east" THEN "west" ELSE "east"

TypeOK ==
  /\ missionaries \in [Bank -> 0..Pairs]
  /\ cannibals \in [Bank -> 0..Pairs]
  /\ boat \in Bank

Init ==
  /\ missionaries = [b \in Bank |-> IF b = "east" THEN Pairs ELSE 0]
  /\ cannibals = [b \in Bank |-> IF b = "east" THEN Pairs ELSE 0]
  /\ boat = "east"

Moved(people, n) == [people EXCEPT ![boat] = @ - n, ![Across(boat)] = @ + n]

Peaceful(m, c) == \A b \in Bank : m[b] = 0 \/ m[b] >= c[b]

Cross(m, c) ==
  /\ m + c \in 1..BoatSize
  /\ m <= missionaries[boat]
  /\ c <= cannibals[boat]
  /\ missionaries' = Moved(missionaries, m)
  /\ cannibals' = Moved(cannibals, c)
  /\ Peaceful(missionaries', cannibals')
  /\ boat' = Across(boat)

Next == \E m, c \in 0..BoatSize : Cross(m, c)

Spec == Init /\ [][Next]_vars

NobodyLost ==
  /\ missionaries["east"] + missionaries["west"] = Pairs
  /\ cannibals["east"] + cannibals["west"] = Pairs

NotSolved == ~(missionaries["west"] = Pairs /\ cannibals["west"] = Pairs)

=============================
