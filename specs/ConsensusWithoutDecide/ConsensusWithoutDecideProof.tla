---- MODULE ConsensusWithoutDecideProof ----
\* Why there is one leader: a leader has the votes of the quorum, and a voter that two of them
\* shared would have voted twice.
EXTENDS ConsensusWithoutDecide

VoterIsMarked == \A m, n \in Node : <<m, n>> \in ballots => voted[m]

VotesOnce ==
  \A voter, m, n \in Node : <<voter, m>> \in ballots /\ <<voter, n>> \in ballots => m = n

VoteWasSent == \A m, n \in Node : <<m, n>> \in votes => <<n, m>> \in ballots

LeaderHasQuorum ==
  \A n, voter \in Node : leads[n] /\ voter \in quorum => <<n, voter>> \in votes

IndInv ==
  /\ OneLeader
  /\ VoterIsMarked
  /\ VotesOnce
  /\ VoteWasSent
  /\ LeaderHasQuorum

\* Every state of the right type in which IndInv holds, reachable or not. What IndInv does not
\* speak of comes last, so that fewer states are looked at.
IndInit ==
  /\ voted \in [Node -> BOOLEAN]
  /\ ballots \in SUBSET (Node \X Node)
  /\ votes \in SUBSET (Node \X Node)
  /\ leads \in [Node -> BOOLEAN]
  /\ quorum \in Quorum
  /\ IndInv = TRUE
  /\ asked \in SUBSET (Node \X Node)

============================================
