---- MODULE LeaderConsensusProof ----
\* Why decisions agree: only leaders decide, every leader has counted the votes of a quorum,
\* and the node that two quorums share has sent one vote.
EXTENDS LeaderConsensus

OnlyLeadersDecide == \A n \in Node, v \in Value : v \in decided[n] => leader[n]

LeaderHasQuorum == \A c \in Node : leader[c] => \E Q \in Quorum : Q \subseteq counted[c]

CountedWasSent == \A c, n \in Node : n \in counted[c] => <<n, c>> \in ballots

OneVoteEach == \A n, c, d \in Node : <<n, c>> \in ballots /\ <<n, d>> \in ballots => c = d

VotesAreRemembered == \A n, c \in Node : <<n, c>> \in ballots => voted[n]

IndInv ==
  /\ Agreement
  /\ OnlyLeadersDecide
  /\ LeaderHasQuorum
  /\ CountedWasSent
  /\ OneVoteEach
  /\ VotesAreRemembered

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=====================================
