---- MODULE Consensus ----
\* What consensus means: a value is chosen, only one, and it stays chosen.
CONSTANT Value

VARIABLE chosen  \* the set of chosen values

Init == chosen = {}

Choose(v) ==
  /\ chosen = {}
  /\ chosen' = {v}

Next == \E v \in Value : Choose(v)

Spec == Init /\ [][Next]_chosen

TypeOK == chosen \subseteq Value

AtMostOne == \A v, w \in chosen : v = w

==========================
