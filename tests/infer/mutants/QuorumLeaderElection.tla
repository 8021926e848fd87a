---- MODULE QuorumLeaderElection ----
\* QuorumLeaderElection with a mistake: half of the nodes are enough.
EXTENDS Naturals, FiniteSets

CONSTANTS
  Node,
  None  \* no node

ASSUME IsFiniteSet(Node) /\ None \notin Node

Quorum == {Q \in SUBSET Node : Cardinality(Q) * 2 >= Cardinality(Node)}

VARIABLES
  vote,   \* whom each node voted for, or None
  leads   \* TRUE for a node that considers itself elected

vars == <<vote, leads>>

TypeOK ==
  /\ vote \in [Node -> Node \union {None}]
  /\ leads \in [Node -> BOOLEAN]

Init ==
  /\ vote = [n \in Node |-> None]
  /\ leads = [n \in Node |-> FALSE]

VoteFor(voter, n) ==
  /\ vote[voter] = None
  /\ vote' = [vote EXCEPT ![voter] = n]
  /\ UNCHANGED leads

BecomeLeader(n, Q) ==
  /\ \A voter \in Q : vote[voter] = n
  /\ leads' = [leads EXCEPT ![n] = TRUE]
  /\ UNCHANGED vote

Next ==
  \/ \E voter, n \in Node : VoteFor(voter, n)
  \/ \E n \in Node, Q \in Quorum : BecomeLeader(n, Q)

Spec == Init /\ [][Next]_vars

OneLeader == \A m, n \in Node : leads[m] /\ leads[n] => m = n

=====================================
