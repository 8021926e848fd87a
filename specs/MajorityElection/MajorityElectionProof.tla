---- MODULE MajorityElectionProof ----
\* Why there is one leader: two would have received the vote of the same node.
EXTENDS MajorityElection

LeaderHasMajority == \A n \in leaders : voters[n] \in Majority

ReceivedWasCast == \A voter, n \in Node : voter \in voters[n] => n \in votes[voter]

OneVoteEach ==
  \A voter, m, n \in Node : m \in votes[voter] /\ n \in votes[voter] => m = n

IndInv ==
  /\ OneLeader
  /\ LeaderHasMajority
  /\ ReceivedWasCast
  /\ OneVoteEach

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

======================================
