---- MODULE LockServiceAutomatonProof ----
\* Why two clients never have the lock: it is in one place at a time. Those places are the
\* server, a client and the messages between them.
EXTENDS LockServiceAutomaton

\* The lock is at the client n, or on its way from the server or back.
LockIsWith(n) == grant[n] \/ holds[n] \/ release[n]

WithOneClient == \A m, n \in Node : LockIsWith(m) /\ LockIsWith(n) => m = n

InOnePlace ==
  \A n \in Node :
    /\ ~(grant[n] /\ holds[n])
    /\ ~(grant[n] /\ release[n])
    /\ ~(holds[n] /\ release[n])

NotAtTheServer == \A n \in Node : LockIsWith(n) => taken

IndInv ==
  /\ Mutex
  /\ WithOneClient
  /\ InOnePlace
  /\ NotAtTheServer

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==========================================
