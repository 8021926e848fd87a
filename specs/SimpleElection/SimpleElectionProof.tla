---- MODULE SimpleElectionProof ----
\* Why there is one leader: two would have the promise of the same acceptor.
EXTENDS SimpleElection

LeaderHasQuorum == \A p \in leaders : \E Q \in Quorum : PromisedBy(Q, p)

OnePromiseEach ==
  \A a \in Acceptor, p, q \in Proposer : <<a, p>> \in promises /\ <<a, q>> \in promises => p = q

IndInv ==
  /\ OneLeader
  /\ LeaderHasQuorum
  /\ OnePromiseEach

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

====================================
