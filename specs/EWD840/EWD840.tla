---- MODULE EWD840 ----
\* Termination detection in a ring, after Dijkstra, Feijen and van Gasteren: a token goes
\* round from node N-1 down to node 0 and comes back white only if nobody was woken up
\* behind it. Then node 0 knows that all nodes are passive.
EXTENDS Integers

CONSTANT N

ASSUME N \in Nat \ {0}

Node == 0..(N - 1)
Color == {"white", "black"}

VARIABLES
  active,    \* the nodes that work; only they send messages
  color,     \* black: has woken up a node that the token visits later
  tokenAt,
  tokenColor

vars == <<active, color, tokenAt, tokenColor>>

TypeOK ==
  /\ active \in [Node -> BOOLEAN]
  /\ color \in [Node -> Color]
  /\ tokenAt \in Node
  /\ tokenColor \in Color

\* The token is black at first, so that nothing is concluded before it went round once.
Init ==
  /\ active \in [Node -> BOOLEAN]
  /\ color \in [Node -> Color]
  /\ tokenAt = 0
  /\ tokenColor = "black"

------------------------------------------------------------------------------

StartProbe ==
  /\ tokenAt = 0
  /\ tokenColor = "black" \/ color[0] = "black"
  /\ tokenAt' = N - 1
  /\ tokenColor' = "white"
  /\ color' = [color EXCEPT ![0] = "white"]
  /\ UNCHANGED active

\* An active node keeps the token, unless it already knows that the probe fails.
PassToken(n) ==
  /\ tokenAt = n
  /\ ~active[n] \/ color[n] = "black" \/ tokenColor = "black"
  /\ tokenAt' = n - 1
  /\ tokenColor' = IF color[n] = "black" THEN "black" ELSE tokenColor
  /\ color' = [color EXCEPT ![n] = "white"]
  /\ UNCHANGED active

\* A message arrives at once; sent to a higher node, it may get behind the token.
SendMessage(n) ==
  /\ active[n]
  /\ \E to \in Node \ {n} :
       /\ active' = [active EXCEPT ![to] = TRUE]
       /\ color' = [color EXCEPT ![n] = IF to > n THEN "black" ELSE @]
  /\ UNCHANGED <<tokenAt, tokenColor>>

Deactivate(n) ==
  /\ active[n]
  /\ active' = [active EXCEPT ![n] = FALSE]
  /\ UNCHANGED <<color, tokenAt, tokenColor>>

System == StartProbe \/ \E n \in Node \ {0} : PassToken(n)

Environment == \E n \in Node : SendMessage(n) \/ Deactivate(n)

Next == System \/ Environment

Spec == Init /\ [][Next]_vars

FairSpec == Spec /\ WF_vars(System)

------------------------------------------------------------------------------

Detected ==
  /\ tokenAt = 0
  /\ tokenColor = "white"
  /\ color[0] = "white"
  /\ ~active[0]

Terminated == \A n \in Node : ~active[n]

Correct == Detected => Terminated

Live == Terminated ~> Detected

\* Dijkstra's invariant: what is behind the token is passive, or somebody is to blame.
Inv ==
  \/ \A n \in Node : tokenAt < n => ~active[n]
  \/ \E n \in 0..tokenAt : color[n] = "black"
  \/ tokenColor = "black"

=======================
