---- MODULE NaiveConsensus ----
\* Consensus in three steps: nodes vote once, somebody sees that a quorum has voted alike and
\* announces it, and an announced value is decided. Naive, because split votes block it.
CONSTANTS
  Node,
  Value,
  Quorum  \* sets of nodes, any two of which overlap

ASSUME QuorumsOverlap ==
  /\ Quorum \subseteq SUBSET Node
  /\ Quorum # {}
  /\ \A P, Q \in Quorum : P \intersect Q # {}

VARIABLES
  votes,      \* the pairs <<node, value>> of all votes
  announced,  \* the pairs <<quorum, value>> of all announcements
  decided     \* the values that have been decided

vars == <<votes, announced, decided>>

TypeOK ==
  /\ votes \in SUBSET (Node \X Value)
  /\ announced \in SUBSET (Quorum \X Value)
  /\ decided \in SUBSET Value

Init ==
  /\ votes = {}
  /\ announced = {}
  /\ decided = {}

CastVote(n, v) ==
  /\ \A w \in Value : <<n, w>> \notin votes
  /\ votes' = votes \union {<<n, v>>}
  /\ UNCHANGED <<announced, decided>>

Announce(Q, v) ==
  /\ \A n \in Q : <<n, v>> \in votes
  /\ announced' = announced \union {<<Q, v>>}
  /\ UNCHANGED <<votes, decided>>

Decide(Q, v) ==
  /\ <<Q, v>> \in announced
  /\ decided' = decided \union {v}
  /\ UNCHANGED <<votes, announced>>

Next ==
  \E v \in Value :
    \/ \E n \in Node : CastVote(n, v)
    \/ \E Q \in Quorum : Announce(Q, v) \/ Decide(Q, v)

Spec == Init /\ [][Next]_vars

Agreement == \A v, w \in Value : v \in decided /\ w \in decided => v = w

===============================
