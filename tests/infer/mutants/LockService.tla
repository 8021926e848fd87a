---- MODULE LockService ----
\* LockService with a mistake: the server grants a lock that it does not have.
CONSTANT Node  \* the clients

VARIABLES
  requests,  \* the clients whose requests are on their way
  grants,    \* those to which the lock is on its way
  releases,  \* those from which the lock is on its way back
  holders,   \* those that have the lock
  atServer   \* TRUE if the server has it

vars == <<requests, grants, releases, holders, atServer>>

TypeOK ==
  /\ requests \in SUBSET Node
  /\ grants \in SUBSET Node
  /\ releases \in SUBSET Node
  /\ holders \in SUBSET Node
  /\ atServer \in BOOLEAN

Init ==
  /\ requests = {}
  /\ grants = {}
  /\ releases = {}
  /\ holders = {}
  /\ atServer = TRUE

SendRequest(n) ==
  /\ requests' = requests \union {n}
  /\ UNCHANGED <<grants, releases, holders, atServer>>

\* The server answers a request.
SendGrant(n) ==
  /\ n \in requests
  /\ requests' = requests \ {n}
  /\ grants' = grants \union {n}
  /\ atServer' = FALSE
  /\ UNCHANGED <<releases, holders>>

ReceiveGrant(n) ==
  /\ n \in grants
  /\ grants' = grants \ {n}
  /\ holders' = holders \union {n}
  /\ UNCHANGED <<requests, releases, atServer>>

SendRelease(n) ==
  /\ n \in holders
  /\ holders' = holders \ {n}
  /\ releases' = releases \union {n}
  /\ UNCHANGED <<requests, grants, atServer>>

\* The server has its lock again.
ReceiveRelease(n) ==
  /\ n \in releases
  /\ releases' = releases \ {n}
  /\ atServer' = TRUE
  /\ UNCHANGED <<requests, grants, holders>>

Next ==
  \E n \in Node :
    \/ SendRequest(n)
    \/ SendGrant(n)
    \/ ReceiveGrant(n)
    \/ SendRelease(n)
    \/ ReceiveRelease(n)

Spec == Init /\ [][Next]_vars

Mutex == \A m, n \in Node : m \in holders /\ n \in holders => m = n

============================
