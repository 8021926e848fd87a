---- MODULE LockServerProof ----
\* Why no lock is held by two clients: a lock that can be taken is held by none.
EXTENDS LockServer

IndInv ==
  /\ Safe
  /\ FreeIsNotHeld

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

================================
