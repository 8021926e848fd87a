---- MODULE HybridBroadcastProof ----
\* Why nothing can be forged: among those who are heard there is an obedient node, it has
\* really sent its message, and the first obedient node to send was told to start.
EXTENDS HybridBroadcast

ObedientReceivedWasSent ==
  \A m \in Node, n \in Obedient : <<m, n>> \in received => <<m, n>> \in sent

SentByObedientAfterStart ==
  (\E m \in Obedient, n \in Node : <<m, n>> \in sent) => ObedientWasTold

IndInv ==
  /\ Unforgeable
  /\ ObedientReceivedWasSent
  /\ SentByObedientAfterStart

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=====================================
