---- MODULE ToyConsensus ----
\* The smallest form of consensus: every node votes for one value and never changes its mind;
\* what a majority has voted for is decided.
EXTENDS Naturals, FiniteSets

CONSTANTS
  Node,
  Value,
  None   \* no value

ASSUME IsFiniteSet(Node) /\ None \notin Value

Quorum == {Q \in SUBSET Node : Cardinality(Q) * 2 > Cardinality(Node)}

VARIABLES
  vote,    \* what each node has voted for, or None
  decided  \* the values that have been decided

vars == <<vote, decided>>

TypeOK ==
  /\ vote \in [Node -> Value \union {None}]
  /\ decided \in SUBSET Value

Init ==
  /\ vote = [n \in Node |-> None]
  /\ decided = {}

\* Everybody in Q has voted for v.
ChosenBy(Q, v) == \A n \in Q : vote[n] = v

CastVote(n, v) ==
  /\ vote[n] = None
  /\ vote' = [vote EXCEPT ![n] = v]
  /\ UNCHANGED decided

Decide(v, Q) ==
  /\ ChosenBy(Q, v)
  /\ decided' = decided \union {v}
  /\ UNCHANGED vote

Next ==
  \/ \E n \in Node, v \in Value : CastVote(n, v)
  \/ \E v \in Value, Q \in Quorum : Decide(v, Q)

Spec == Init /\ [][Next]_vars

Agreement == \A v, w \in decided : v = w

=============================
