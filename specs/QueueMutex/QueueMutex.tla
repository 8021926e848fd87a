----------------------------- MODULE QueueMutex -----------------------------
(* Mutual exclusion by a server with a queue of clients. The client at the *)
(* head of the queue is granted the lock, and leaves it on its release.    *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANT Client

VARIABLES
  pc,         \* "out", "waiting" or "critical", for each client
  queue,      \* server: clients in the order of their requests
  granted,    \* server: was the head of the queue granted the lock?
  requests, grants, releases    \* messages: sets of clients

vars == <<pc, queue, granted, requests, grants, releases>>

TypeOK ==
  /\ pc \in [Client -> {"out", "waiting", "critical"}]
  /\ queue \in Seq(Client) /\ Len(queue) <= Cardinality(Client)
  /\ granted \in BOOLEAN
  /\ requests \subseteq Client
  /\ grants \subseteq Client
  /\ releases \subseteq Client

Init ==
  /\ pc = [c \in Client |-> "out"]
  /\ queue = <<>>
  /\ granted = FALSE
  /\ requests = {} /\ grants = {} /\ releases = {}

\* A client asks again only when its last release has arrived.
Request(c) ==
  /\ pc[c] = "out" /\ c \notin releases
  /\ pc' = [pc EXCEPT ![c] = "waiting"]
  /\ requests' = requests \cup {c}
  /\ UNCHANGED <<queue, granted, grants, releases>>

Enqueue(c) ==
  /\ c \in requests
  /\ requests' = requests \ {c}
  /\ queue' = Append(queue, c)
  /\ UNCHANGED <<pc, granted, grants, releases>>

Grant ==
  /\ queue # <<>> /\ ~granted
  /\ granted' = TRUE
  /\ grants' = grants \cup {Head(queue)}
  /\ UNCHANGED <<pc, queue, requests, releases>>

Enter(c) ==
  /\ c \in grants
  /\ grants' = grants \ {c}
  /\ pc' = [pc EXCEPT ![c] = "critical"]
  /\ UNCHANGED <<queue, granted, requests, releases>>

Exit(c) ==
  /\ pc[c] = "critical"
  /\ pc' = [pc EXCEPT ![c] = "out"]
  /\ releases' = releases \cup {c}
  /\ UNCHANGED <<queue, granted, requests, grants>>

Dequeue(c) ==
  /\ c \in releases
  /\ releases' = releases \ {c}
  /\ queue' = Tail(queue)
  /\ granted' = FALSE
  /\ UNCHANGED <<pc, requests, grants>>

Next ==
  \/ Grant
  \/ \E c \in Client :
       Request(c) \/ Enqueue(c) \/ Enter(c) \/ Exit(c) \/ Dequeue(c)

Spec == Init /\ [][Next]_vars

MutualExclusion ==
  \A c, d \in Client : pc[c] = "critical" /\ pc[d] = "critical" => c = d
=============================================================================
