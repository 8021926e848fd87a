---- MODULE ShardedKVNoLostKeysProof ----
\* Why no key is lost: the message that is under way is one about that very key.
EXTENDS ShardedKVNoLostKeys

OwnedOrUnderWay ==
  \A k \in Key : Owned(k) \/ \E n \in Node, v \in Value : <<n, k, v>> \in transfer

IndInv ==
  /\ NoKeyIsLost
  /\ OwnedOrUnderWay

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=========================================
