---- MODULE LockServer ----
\* Servers with one lock each, clients that take and return them: no lock is ever held by
\* two clients. Safe alone is not inductive: it also holds where a server still has the
\* lock that some client holds, and there one more Connect breaks it.
CONSTANTS
  Server,
  Client

VARIABLES
  locked,  \* TRUE for a server that has its lock, so that it can be taken
  held     \* the servers whose locks each client holds

vars == <<locked, held>>

TypeOK ==
  /\ locked \in [Server -> BOOLEAN]
  /\ held \in [Client -> SUBSET Server]

Init ==
  /\ locked = [s \in Server |-> TRUE]
  /\ held = [c \in Client |-> {}]

Connect(c, s) ==
  /\ locked[s] = TRUE
  /\ held' = [held EXCEPT ![c] = held[c] \union {s}]
  /\ locked' = [locked EXCEPT ![s] = FALSE]

Disconnect(c, s) ==
  /\ s \in held[c]
  /\ held' = [held EXCEPT ![c] = held[c] \ {s}]
  /\ locked' = [locked EXCEPT ![s] = TRUE]

Next ==
  \/ \E c \in Client, s \in Server : Connect(c, s)
  \/ \E c \in Client, s \in Server : Disconnect(c, s)

Spec == Init /\ [][Next]_vars

Safe == \A ci, cj \in Client : (held[ci] \intersect held[cj] # {}) => (ci = cj)

\* All states of the right type in which Safe holds, reachable or not.
TypedSafe == TypeOK /\ Safe

\* The lemma that makes Safe inductive.
FreeIsNotHeld == \A s \in Server, c \in Client : locked[s] => s \notin held[c]

Ind == TypedSafe /\ FreeIsNotHeld

===========================
