---- MODULE Vault ----
\* A vault that one clerk at a time may open, to take coins out. That two clerks are never inside
\* has a reason in the grammar; that no more coins are taken than there were has none.
EXTENDS Integers

CONSTANTS
  Clerk,
  Total

ASSUME Total \in Nat

VARIABLES
  key,     \* TRUE while the key hangs at the door
  inside,  \* the clerks inside
  coins,
  taken

vars == <<key, inside, coins, taken>>

TypeOK ==
  /\ key \in BOOLEAN
  /\ inside \in SUBSET Clerk
  /\ coins \in 0..Total
  /\ taken \in 0..Total

Init == key = TRUE /\ inside = {} /\ coins = Total /\ taken = 0

Enter(c) ==
  /\ key
  /\ key' = FALSE
  /\ inside' = inside \union {c}
  /\ UNCHANGED <<coins, taken>>

Leave(c) ==
  /\ c \in inside
  /\ key' = TRUE
  /\ inside' = inside \ {c}
  /\ UNCHANGED <<coins, taken>>

Take(c) ==
  /\ c \in inside
  /\ coins > 0
  /\ coins' = coins - 1
  /\ taken' = taken + 1
  /\ UNCHANGED <<key, inside>>

Next == \E c \in Clerk : Enter(c) \/ Leave(c) \/ Take(c)

Spec == Init /\ [][Next]_vars

Guarded ==
  /\ \A c, d \in inside : c = d
  /\ taken <= Total

======================
