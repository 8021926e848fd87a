---- MODULE SimpleDecentralizedLockProof ----
\* Why one node at most has the lock: when a message carries it, nobody and nothing else does.
EXTENDS SimpleDecentralizedLock

LockIsInTheMessage == \A m \in transfers : holders = {} /\ transfers = {m}

IndInv ==
  /\ OneHolder
  /\ LockIsInTheMessage

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=============================================
