---- MODULE ToyConsensusQuorums ----
\* ToyConsensus with any quorums that overlap instead of majorities, and with votes as a
\* relation: that a node votes once follows from what it remembers, not from the type.
CONSTANTS
  Node,
  Value,
  Quorum  \* sets of nodes, any two of which overlap

ASSUME QuorumsOverlap ==
  /\ Quorum \subseteq SUBSET Node
  /\ Quorum # {}
  /\ \A P, Q \in Quorum : P \intersect Q # {}

VARIABLES
  hasVoted,  \* the nodes that remember to have voted
  votes,     \* the pairs <<node, value>> of all votes
  decided    \* the values that have been decided

vars == <<hasVoted, votes, decided>>

TypeOK ==
  /\ hasVoted \in SUBSET Node
  /\ votes \in SUBSET (Node \X Value)
  /\ decided \in SUBSET Value

Init ==
  /\ hasVoted = {}
  /\ votes = {}
  /\ decided = {}

\* Everybody in Q has voted for v.
ChosenBy(Q, v) == \A n \in Q : <<n, v>> \in votes

CastVote(n, v) ==
  /\ n \notin hasVoted
  /\ votes' = votes \union {<<n, v>>}
  /\ hasVoted' = hasVoted \union {n}
  /\ UNCHANGED decided

Decide(v, Q) ==
  /\ ChosenBy(Q, v)
  /\ decided' = decided \union {v}
  /\ UNCHANGED <<hasVoted, votes>>

Next ==
  \/ \E n \in Node, v \in Value : CastVote(n, v)
  \/ \E v \in Value, Q \in Quorum : Decide(v, Q)

Spec == Init /\ [][Next]_vars

Agreement == \A v, w \in decided : v = w

====================================
