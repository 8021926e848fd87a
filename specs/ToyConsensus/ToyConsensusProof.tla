---- MODULE ToyConsensusProof ----
\* Why decisions agree: each has a majority behind it for ever, and majorities overlap.
EXTENDS ToyConsensus

DecidedHasQuorum == \A v \in decided : \E Q \in Quorum : ChosenBy(Q, v)

IndInv ==
  /\ Agreement
  /\ DecidedHasQuorum

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==================================
