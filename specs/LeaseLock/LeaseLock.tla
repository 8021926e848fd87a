---- MODULE LeaseLock ----
\* A lock that is granted for a time: if its owner fails, it becomes free again by itself. The
\* server counts from when it grants the lease; a client that counted from when the message
\* arrives (FromArrival = TRUE) would use it too long.
EXTENDS Integers

CONSTANTS
  Client,
  Length,      \* of a lease
  MaxTime,     \* time goes on for ever; the search stops here
  FromArrival

ASSUME Length \in Nat \ {0} /\ MaxTime \in Nat /\ FromArrival \in BOOLEAN

VARIABLES
  now,
  free,   \* when the server may grant the lock again
  until,  \* when the lease of each client ends, as it believes
  grants  \* [to, end]: messages, which may be late or lost

vars == <<now, free, until, grants>>

TypeOK ==
  /\ now \in Nat
  /\ free \in Nat
  /\ until \in [Client -> Nat]
  /\ grants \subseteq [to : Client, end : Nat]

Init ==
  /\ now = 0
  /\ free = 0
  /\ until = [c \in Client |-> 0]
  /\ grants = {}

Tick ==
  /\ now < MaxTime
  /\ now' = now + 1
  /\ UNCHANGED <<free, until, grants>>

Grant(c) ==
  /\ free <= now
  /\ free' = now + Length
  /\ grants' = grants \union {[to |-> c, end |-> now + Length]}
  /\ UNCHANGED <<now, until>>

Accept(c) ==
  \E m \in grants :
    /\ m.to = c
    /\ until' = [until EXCEPT ![c] = IF FromArrival THEN now + Length ELSE m.end]
    /\ grants' = grants \ {m}
    /\ UNCHANGED <<now, free>>

Release(c) ==
  /\ until[c] > now
  /\ until' = [until EXCEPT ![c] = 0]
  /\ free' = now
  /\ UNCHANGED <<now, grants>>

Next == Tick \/ \E c \in Client : Grant(c) \/ Accept(c) \/ Release(c)

Spec == Init /\ [][Next]_vars

Owns(c) == until[c] > now

OneOwner == \A c, d \in Client : Owns(c) /\ Owns(d) => c = d

==========================
