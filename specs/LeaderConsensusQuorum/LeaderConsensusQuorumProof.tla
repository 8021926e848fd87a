---- MODULE LeaderConsensusQuorumProof ----
\* Why decisions agree: only leaders decide, every leader has the votes of the quorum that is
\* written down now, and each of its members has sent one vote.
EXTENDS LeaderConsensusQuorum

OnlyLeadersDecide == \A n \in Node, v \in Value : <<n, v>> \in decided => leader[n]

LeaderHasElectors == \A c \in Node : leader[c] => HasVotesOf(c, electors)

CountedWasSent == \A c, n \in Node : <<c, n>> \in counted => <<n, c>> \in ballots

OneVoteEach == \A n, c, d \in Node : <<n, c>> \in ballots /\ <<n, d>> \in ballots => c = d

VotesAreRemembered == \A n, c \in Node : <<n, c>> \in ballots => voted[n]

IndInv ==
  /\ Agreement
  /\ OnlyLeadersDecide
  /\ LeaderHasElectors
  /\ CountedWasSent
  /\ OneVoteEach
  /\ VotesAreRemembered

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

===========================================
