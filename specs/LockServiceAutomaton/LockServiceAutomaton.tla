---- MODULE LockServiceAutomaton ----
\* A lock service as an automaton: a client asks for the lock, is granted it and gives it
\* back, each by a message that is on its way for a while. The server knows whether the lock
\* is taken, not by whom.
CONSTANT Node  \* the clients

VARIABLES
  request,  \* TRUE for a client whose request is on its way
  grant,    \* TRUE for a client to which the lock is on its way
  release,  \* TRUE for a client whose lock is on its way back
  holds,    \* TRUE for a client that has the lock
  taken     \* TRUE if the server has given the lock away

vars == <<request, grant, release, holds, taken>>

TypeOK ==
  /\ request \in [Node -> BOOLEAN]
  /\ grant \in [Node -> BOOLEAN]
  /\ release \in [Node -> BOOLEAN]
  /\ holds \in [Node -> BOOLEAN]
  /\ taken \in BOOLEAN

Init ==
  /\ request = [n \in Node |-> FALSE]
  /\ grant = [n \in Node |-> FALSE]
  /\ release = [n \in Node |-> FALSE]
  /\ holds = [n \in Node |-> FALSE]
  /\ taken = FALSE

------------------------------------------------------------------------------
\* A client

Ask(n) ==
  /\ request' = [request EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<grant, release, holds, taken>>

Obtain(n) ==
  /\ grant[n]
  /\ grant' = [grant EXCEPT ![n] = FALSE]
  /\ holds' = [holds EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<request, release, taken>>

GiveBack(n) ==
  /\ holds[n]
  /\ holds' = [holds EXCEPT ![n] = FALSE]
  /\ release' = [release EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<request, grant, taken>>

------------------------------------------------------------------------------
\* The server

Grant(n) ==
  /\ request[n]
  /\ ~taken
  /\ taken' = TRUE
  /\ request' = [request EXCEPT ![n] = FALSE]
  /\ grant' = [grant EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<release, holds>>

TakeBack(n) ==
  /\ release[n]
  /\ release' = [release EXCEPT ![n] = FALSE]
  /\ taken' = FALSE
  /\ UNCHANGED <<request, grant, holds>>

------------------------------------------------------------------------------

Next == \E n \in Node : Ask(n) \/ Obtain(n) \/ GiveBack(n) \/ Grant(n) \/ TakeBack(n)

Spec == Init /\ [][Next]_vars

Mutex == \A m, n \in Node : holds[m] /\ holds[n] => m = n

=====================================
