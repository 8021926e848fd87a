---- MODULE ToyConsensusQuorumsProof ----
\* Why decisions agree: each has a quorum behind it, and the node that two quorums share has
\* voted once, because it remembers.
EXTENDS ToyConsensusQuorums

DecidedHasQuorum == \A v \in decided : \E Q \in Quorum : ChosenBy(Q, v)

OneVoteEach ==
  \A n \in Node, v, w \in Value : <<n, v>> \in votes /\ <<n, w>> \in votes => v = w

VotesAreRemembered == \A n \in Node, v \in Value : <<n, v>> \in votes => n \in hasVoted

IndInv ==
  /\ Agreement
  /\ DecidedHasQuorum
  /\ OneVoteEach
  /\ VotesAreRemembered

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=========================================
