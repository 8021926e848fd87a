---- MODULE TokenRing ----
\* Mutual exclusion in a ring: one token goes round from node N-1 down to node 0, and only
\* the node that has it may enter. Who wants to enter is inside before the token leaves again.
EXTENDS Integers

CONSTANT N

ASSUME N \in Nat \ {0, 1}

Node == 0..(N - 1)

VARIABLES
  token,  \* the node that has the token
  at      \* "idle", "waiting" or "critical"

vars == <<token, at>>

TypeOK ==
  /\ token \in Node
  /\ at \in [Node -> {"idle", "waiting", "critical"}]

Init ==
  /\ token \in Node
  /\ at = [n \in Node |-> "idle"]

------------------------------------------------------------------------------

Request(n) ==
  /\ at[n] = "idle"
  /\ at' = [at EXCEPT ![n] = "waiting"]
  /\ UNCHANGED token

Enter(n) ==
  /\ token = n
  /\ at[n] = "waiting"
  /\ at' = [at EXCEPT ![n] = "critical"]
  /\ UNCHANGED token

Leave(n) ==
  /\ at[n] = "critical"
  /\ at' = [at EXCEPT ![n] = "idle"]
  /\ token' = IF n = 0 THEN N - 1 ELSE n - 1

\* A node that does not wait passes the token on.
Pass(n) ==
  /\ token = n
  /\ at[n] = "idle"
  /\ token' = IF n = 0 THEN N - 1 ELSE n - 1
  /\ UNCHANGED at

Next == \E n \in Node : Request(n) \/ Enter(n) \/ Leave(n) \/ Pass(n)

Spec == Init /\ [][Next]_vars

\* What the node with the token does: it enters, leaves or passes.
Serve == \E n \in Node : Enter(n) \/ Leave(n) \/ Pass(n)

FairSpec == Spec /\ WF_vars(Serve)

------------------------------------------------------------------------------

MutualExclusion ==
  \A m, n \in Node : at[m] = "critical" /\ at[n] = "critical" => m = n

OnlyWithToken == \A n \in Node : at[n] = "critical" => token = n

\* The number of nodes that the token still has to pass before it is at n.
Distance(n) == IF token >= n THEN token - n ELSE token - n + N

EveryoneEnters == \A n \in Node : (at[n] = "waiting") ~> (at[n] = "critical")

==========================
