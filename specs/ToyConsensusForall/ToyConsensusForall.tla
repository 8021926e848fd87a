---- MODULE ToyConsensusForall ----
\* The core of consensus: every node votes once for a value, and a value that a majority has
\* voted for may be decided. Whether a node has voted is kept apart from what it voted for.
EXTENDS Naturals, FiniteSets

CONSTANTS
  Node,
  Value,
  None   \* no value

ASSUME IsFiniteSet(Node) /\ None \notin Value

Quorum == {Q \in SUBSET Node : Cardinality(Q) * 2 > Cardinality(Node)}

VARIABLES
  vote,      \* what each node voted for, or None
  hasVoted,  \* TRUE for a node that may not vote any more
  decided    \* the decided values

vars == <<vote, hasVoted, decided>>

TypeOK ==
  /\ vote \in [Node -> Value \union {None}]
  /\ hasVoted \in [Node -> BOOLEAN]
  /\ decided \in SUBSET Value

Init ==
  /\ vote = [n \in Node |-> None]
  /\ hasVoted = [n \in Node |-> FALSE]
  /\ decided = {}

CastVote(n, v) ==
  /\ ~hasVoted[n]
  /\ vote' = [vote EXCEPT ![n] = v]
  /\ hasVoted' = [hasVoted EXCEPT ![n] = TRUE]
  /\ UNCHANGED decided

Decide(v, Q) ==
  /\ \A n \in Q : vote[n] = v
  /\ decided' = decided \union {v}
  /\ UNCHANGED <<vote, hasVoted>>

Next ==
  \/ \E n \in Node, v \in Value : CastVote(n, v)
  \/ \E v \in Value, Q \in Quorum : Decide(v, Q)

Spec == Init /\ [][Next]_vars

Agreement == \A v, w \in decided : v = w

===================================
