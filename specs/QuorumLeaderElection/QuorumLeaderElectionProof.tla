---- MODULE QuorumLeaderElectionProof ----
\* Why there is one leader: a leader keeps the votes of the quorum that elected it.
EXTENDS QuorumLeaderElection

LeaderHasQuorum ==
  \A n \in Node : leads[n] => \E Q \in Quorum : \A voter \in Q : vote[voter] = n

IndInv ==
  /\ OneLeader
  /\ LeaderHasQuorum

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==========================================
