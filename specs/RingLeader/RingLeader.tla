---- MODULE RingLeader ----
\* Electing a leader in a ring, after Chang and Roberts: everybody sends its number to its
\* neighbour; a node passes a number on if it is larger than its own and drops it if it is
\* smaller. Whose number comes back to it has the largest one, and leads.
EXTENDS Naturals

CONSTANT N  \* how many nodes there are

ASSUME N \in Nat \ {0}

Node == 1..N

Neighbour(n) == IF n = N THEN 1 ELSE n + 1

VARIABLES
  number,   \* the number of each node; it never changes
  inbox,    \* the numbers on their way to each node
  leaders   \* the nodes that lead

vars == <<number, inbox, leaders>>

TypeOK ==
  /\ number \in [Node -> Node]
  /\ inbox \in [Node -> SUBSET Node]
  /\ leaders \in SUBSET Node

Init ==
  /\ number \in [Node -> Node]
  /\ \A m, n \in Node : number[m] = number[n] => m = n
  /\ inbox = [n \in Node |-> {}]
  /\ leaders = {}

Start(n) ==
  /\ inbox' = [inbox EXCEPT ![Neighbour(n)] = @ \union {number[n]}]
  /\ UNCHANGED <<number, leaders>>

PassOn(n, i) ==
  /\ i \in inbox[n]
  /\ i > number[n]
  /\ inbox' = [inbox EXCEPT ![n] = @ \ {i}, ![Neighbour(n)] = @ \union {i}]
  /\ UNCHANGED <<number, leaders>>

Drop(n, i) ==
  /\ i \in inbox[n]
  /\ i < number[n]
  /\ inbox' = [inbox EXCEPT ![n] = @ \ {i}]
  /\ UNCHANGED <<number, leaders>>

Lead(n) ==
  /\ number[n] \in inbox[n]
  /\ leaders' = leaders \union {n}
  /\ UNCHANGED <<number, inbox>>

Next == \E n \in Node : Start(n) \/ Lead(n) \/ \E i \in Node : PassOn(n, i) \/ Drop(n, i)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

OneLeader == \A m, n \in leaders : m = n

LeaderHasLargest == \A m \in leaders, n \in Node : number[n] <= number[m]

===========================
