---- MODULE EWD998 ----
\* Safra's algorithm: termination detection when messages take time. Each node counts what
\* it sent minus what it received, and the token adds the counters up: if it returns white
\* with the sum zero, no message is on its way and all nodes are passive.
EXTENDS Integers

CONSTANTS
  N,
  Bound  \* of messages to each node and of counters, to keep the search finite

ASSUME N \in Nat \ {0} /\ Bound \in Nat

Node == 0..(N - 1)
Color == {"white", "black"}

VARIABLES
  active,
  pending,  \* how many messages are on their way to each node
  color,    \* black: has received a message since the token left it
  counter,  \* messages sent minus messages received
  token     \* where it is, its color, and the sum of the counters on its way

vars == <<active, pending, color, counter, token>>

TypeOK ==
  /\ active \in [Node -> BOOLEAN]
  /\ pending \in [Node -> Nat]
  /\ color \in [Node -> Color]
  /\ counter \in [Node -> Int]
  /\ token \in [at : Node, color : Color, sum : Int]

Init ==
  /\ active \in [Node -> BOOLEAN]
  /\ pending = [n \in Node |-> 0]
  /\ color = [n \in Node |-> "white"]
  /\ counter = [n \in Node |-> 0]
  /\ token = [at |-> 0, color |-> "black", sum |-> 0]

------------------------------------------------------------------------------

\* Node 0 starts another round when the last one was not conclusive.
StartProbe ==
  /\ token.at = 0
  /\ \/ token.color = "black"
     \/ color[0] = "black"
     \/ counter[0] + token.sum > 0
  /\ token' = [at |-> N - 1, color |-> "white", sum |-> 0]
  /\ color' = [color EXCEPT ![0] = "white"]
  /\ UNCHANGED <<active, pending, counter>>

PassToken(n) ==
  /\ token.at = n
  /\ ~active[n]
  /\ token' = [at |-> n - 1,
               color |-> IF color[n] = "black" THEN "black" ELSE token.color,
               sum |-> token.sum + counter[n]]
  /\ color' = [color EXCEPT ![n] = "white"]
  /\ UNCHANGED <<active, pending, counter>>

SendMessage(n) ==
  /\ active[n]
  /\ counter' = [counter EXCEPT ![n] = @ + 1]
  /\ \E to \in Node \ {n} : pending' = [pending EXCEPT ![to] = @ + 1]
  /\ UNCHANGED <<active, color, token>>

ReceiveMessage(n) ==
  /\ pending[n] > 0
  /\ pending' = [pending EXCEPT ![n] = @ - 1]
  /\ counter' = [counter EXCEPT ![n] = @ - 1]
  /\ color' = [color EXCEPT ![n] = "black"]
  /\ active' = [active EXCEPT ![n] = TRUE]
  /\ UNCHANGED token

Deactivate(n) ==
  /\ active[n]
  /\ active' = [active EXCEPT ![n] = FALSE]
  /\ UNCHANGED <<pending, color, counter, token>>

System == StartProbe \/ \E n \in Node \ {0} : PassToken(n)

Environment == \E n \in Node : SendMessage(n) \/ ReceiveMessage(n) \/ Deactivate(n)

Next == System \/ Environment

Spec == Init /\ [][Next]_vars

Bounded == \A n \in Node : pending[n] <= Bound /\ counter[n] <= Bound

------------------------------------------------------------------------------

Detected ==
  /\ token.at = 0
  /\ token.color = "white"
  /\ color[0] = "white"
  /\ ~active[0]
  /\ token.sum + counter[0] = 0

Terminated == \A n \in Node : ~active[n] /\ pending[n] = 0

Correct == Detected => Terminated

RECURSIVE Sum(_, _)
Sum(f, nodes) ==
  IF nodes = {} THEN 0
  ELSE LET n == CHOOSE n \in nodes : TRUE
       IN  f[n] + Sum(f, nodes \ {n})

Visited == {n \in Node : n > token.at}

\* Safra's invariant: the counters tell how many messages are on their way, and the nodes
\* that the token has visited are passive and add up to its sum, or somebody is to blame.
Inv ==
  /\ Sum(pending, Node) = Sum(counter, Node)
  /\ \/ /\ \A n \in Visited : ~active[n]
        /\ token.sum = Sum(counter, Visited)
     \/ token.sum + Sum(counter, 0..token.at) > 0
     \/ \E n \in 0..token.at : color[n] = "black"
     \/ token.color = "black"

=======================
