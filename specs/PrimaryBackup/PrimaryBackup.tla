---- MODULE PrimaryBackup ----
\* A primary that copies every write to all servers that are up before it acknowledges it, so
\* that any of them can take over. Failures are detected reliably. With Wait = FALSE it
\* acknowledges at once.
CONSTANTS
  Server,
  First,  \* the first primary
  Write,
  Wait

ASSUME First \in Server /\ Wait \in BOOLEAN

VARIABLES
  up,            \* the servers that have not failed
  primary,
  stored,        \* the writes that each server has
  copies,        \* <<s, w>>: a copy of w on its way to s
  acknowledged   \* the writes that clients rely on

vars == <<up, primary, stored, copies, acknowledged>>

TypeOK ==
  /\ up \subseteq Server
  /\ primary \in Server
  /\ stored \in [Server -> SUBSET Write]
  /\ copies \subseteq Server \X Write
  /\ acknowledged \subseteq Write

Init ==
  /\ up = Server
  /\ primary = First
  /\ stored = [s \in Server |-> {}]
  /\ copies = {}
  /\ acknowledged = {}

Receive(w) ==
  /\ primary \in up
  /\ w \notin stored[primary]
  /\ stored' = [stored EXCEPT ![primary] = @ \union {w}]
  /\ copies' = copies \union {<<s, w>> : s \in Server \ {primary}}
  /\ UNCHANGED <<up, primary, acknowledged>>

Copy(s, w) ==
  /\ <<s, w>> \in copies
  /\ s \in up
  /\ stored' = [stored EXCEPT ![s] = @ \union {w}]
  /\ copies' = copies \ {<<s, w>>}
  /\ UNCHANGED <<up, primary, acknowledged>>

Acknowledge(w) ==
  /\ primary \in up
  /\ w \in stored[primary]
  /\ Wait => \A s \in up : w \in stored[s]
  /\ acknowledged' = acknowledged \union {w}
  /\ UNCHANGED <<up, primary, stored, copies>>

Fail(s) ==
  /\ s \in up
  /\ up' = up \ {s}
  /\ UNCHANGED <<primary, stored, copies, acknowledged>>

TakeOver(s) ==
  /\ s \in up
  /\ primary \notin up
  /\ primary' = s
  /\ UNCHANGED <<up, stored, copies, acknowledged>>

Next ==
  \/ \E w \in Write : Receive(w) \/ Acknowledge(w)
  \/ \E s \in Server : Fail(s) \/ TakeOver(s) \/ \E w \in Write : Copy(s, w)

Spec == Init /\ [][Next]_vars

NothingIsLost == primary \in up => acknowledged \subseteq stored[primary]

==============================
