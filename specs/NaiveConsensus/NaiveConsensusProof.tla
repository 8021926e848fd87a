---- MODULE NaiveConsensusProof ----
\* Why decisions agree: back from a decision to an announcement, from there to a quorum of
\* votes, and two quorums share a node that has voted once.
EXTENDS NaiveConsensus

DecidedWasAnnounced == \A v \in decided : \E Q \in Quorum : <<Q, v>> \in announced

AnnouncedWasVoted ==
  \A Q \in Quorum, v \in Value : <<Q, v>> \in announced => \A n \in Q : <<n, v>> \in votes

OneVoteEach ==
  \A n \in Node, v, w \in Value : <<n, v>> \in votes /\ <<n, w>> \in votes => v = w

IndInv ==
  /\ Agreement
  /\ DecidedWasAnnounced
  /\ AnnouncedWasVoted
  /\ OneVoteEach

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

====================================
