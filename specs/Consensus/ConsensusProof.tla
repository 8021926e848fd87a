---- MODULE ConsensusProof ----
\* Why at most one value is chosen: the property is inductive as it stands.
EXTENDS Consensus

IndInv == AtMostOne

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

===============================
