---- MODULE ShardedKVProof ----
\* Why a key has one value: it has one owner or one message, never both, and only its owner
\* stores something for it.
EXTENDS ShardedKV

OneOwner == \A m, n \in Node, k \in Key : k \in owned[m] /\ k \in owned[n] => m = n

OwnersStore == \A n \in Node, k \in Key, v \in Value : store[n][k] = v => k \in owned[n]

OneTransfer ==
  \A m, n \in Node, k \in Key, v, w \in Value :
    <<m, k, v>> \in transfers /\ <<n, k, w>> \in transfers => m = n /\ v = w

TransferredIsNotOwned ==
  \A m, n \in Node, k \in Key, v \in Value : <<m, k, v>> \in transfers => k \notin owned[n]

IndInv ==
  /\ KeysUnique
  /\ OneOwner
  /\ OwnersStore
  /\ OneTransfer
  /\ TransferredIsNotOwned

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

===============================
