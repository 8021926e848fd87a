---- MODULE CacheCoherence ----
\* The MSI protocol for one memory cell and several caches on a bus: a copy is Modified
\* (the only one, and newer than memory), Shared (like memory) or Invalid. The bus serves
\* one request at a time, and everybody sees it.
CONSTANTS
  Cache,
  Value,
  Initial,    \* what memory contains at first
  Invalidate  \* whether a write makes the other copies invalid, as it must

ASSUME Initial \in Value /\ Invalidate \in BOOLEAN

VARIABLES
  state,     \* of the copy in each cache
  copy,      \* its value; Initial where it is invalid
  memory,
  requests,  \* requests[c]: what c waits for the bus for: "none", "read" or "write"
  latest     \* the value written last, which every read should return

vars == <<state, copy, memory, requests, latest>>

TypeOK ==
  /\ state \in [Cache -> {"Modified", "Shared", "Invalid"}]
  /\ copy \in [Cache -> Value]
  /\ memory \in Value
  /\ requests \in [Cache -> {"none", "read", "write"}]
  /\ latest \in Value

Init ==
  /\ state = [c \in Cache |-> "Invalid"]
  /\ copy = [c \in Cache |-> Initial]
  /\ memory = Initial
  /\ requests = [c \in Cache |-> "none"]
  /\ latest = Initial

------------------------------------------------------------------------------

RequestRead(c) ==
  /\ state[c] = "Invalid"
  /\ requests[c] = "none"
  /\ requests' = [requests EXCEPT ![c] = "read"]
  /\ UNCHANGED <<state, copy, memory, latest>>

RequestWrite(c) ==
  /\ state[c] # "Modified"
  /\ requests[c] = "none"
  /\ requests' = [requests EXCEPT ![c] = "write"]
  /\ UNCHANGED <<state, copy, memory, latest>>

\* What memory contains once the owner, if there is one, has written its copy back.
Flushed ==
  IF \E c \in Cache : state[c] = "Modified"
  THEN copy[CHOOSE c \in Cache : state[c] = "Modified"]
  ELSE memory

BusRead(c) ==
  /\ requests[c] = "read"
  /\ memory' = Flushed
  /\ copy' = [copy EXCEPT ![c] = Flushed]
  /\ state' = [d \in Cache |->
                IF d = c \/ state[d] = "Modified" THEN "Shared" ELSE state[d]]
  /\ requests' = [requests EXCEPT ![c] = "none"]
  /\ UNCHANGED latest

BusWrite(c) ==
  /\ requests[c] = "write"
  /\ memory' = Flushed
  /\ state' = [d \in Cache |->
                IF d = c THEN "Modified"
                ELSE IF Invalidate \/ state[d] = "Modified" THEN "Invalid"
                ELSE state[d]]
  /\ copy' = [d \in Cache |->
               CASE d = c -> Flushed
                 [] d # c /\ state'[d] = "Invalid" -> Initial
                 [] OTHER -> copy[d]]
  /\ requests' = [requests EXCEPT ![c] = "none"]
  /\ UNCHANGED latest

\* The owner writes without asking anybody.
Write(c, v) ==
  /\ state[c] = "Modified"
  /\ copy' = [copy EXCEPT ![c] = v]
  /\ latest' = v
  /\ UNCHANGED <<state, memory, requests>>

Evict(c) ==
  /\ state[c] # "Invalid"
  /\ memory' = IF state[c] = "Modified" THEN copy[c] ELSE memory
  /\ state' = [state EXCEPT ![c] = "Invalid"]
  /\ copy' = [copy EXCEPT ![c] = Initial]
  /\ UNCHANGED <<requests, latest>>

Next ==
  \E c \in Cache :
    \/ RequestRead(c)
    \/ RequestWrite(c)
    \/ BusRead(c)
    \/ BusWrite(c)
    \/ \E v \in Value : Write(c, v)
    \/ Evict(c)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* A cache that may write is the only one with a copy.
SingleWriter ==
  \A c, d \in Cache : state[c] = "Modified" /\ c # d => state[d] = "Invalid"

CopiesAreLatest == \A c \in Cache : state[c] # "Invalid" => copy[c] = latest

MemoryIsLatest == (\A c \in Cache : state[c] # "Modified") => memory = latest

===============================
