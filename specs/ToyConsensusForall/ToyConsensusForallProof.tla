---- MODULE ToyConsensusForallProof ----
\* Why all decisions agree: what is decided keeps the quorum that voted for it, because nobody
\* who voted votes again.
EXTENDS ToyConsensusForall

VoterIsMarked == \A n \in Node, v \in Value : vote[n] = v => hasVoted[n]

DecidedHasQuorum ==
  \A v \in Value : v \in decided => \E Q \in Quorum : \A n \in Q : vote[n] = v

IndInv ==
  /\ Agreement
  /\ VoterIsMarked
  /\ DecidedHasQuorum

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

========================================
