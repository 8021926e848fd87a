---- MODULE WriterPriority ----
\* Many may read at once, or one may write. A writer that waits keeps new readers out, so
\* that it gets in when the last reader has left.
CONSTANT Actor

VARIABLES
  readers,  \* those who read
  writers,  \* those who write
  next      \* those who wait to write

vars == <<readers, writers, next>>

TypeOK ==
  /\ readers \subseteq Actor
  /\ writers \subseteq Actor
  /\ next \subseteq Actor

Init == readers = {} /\ writers = {} /\ next = {}

------------------------------------------------------------------------------

StartReading(a) ==
  /\ a \notin readers \union next
  /\ writers = {}
  /\ next = {}
  /\ readers' = readers \union {a}
  /\ UNCHANGED <<writers, next>>

StopReading(a) ==
  /\ a \in readers
  /\ readers' = readers \ {a}
  /\ UNCHANGED <<writers, next>>

\* One after the other may wait: the next one only when the last has had its turn.
AskToWrite(a) ==
  /\ next = {}
  /\ a \notin readers \union writers
  /\ next' = {a}
  /\ UNCHANGED <<readers, writers>>

StartWriting(a) ==
  /\ a \in next
  /\ readers = {}
  /\ writers = {}
  /\ writers' = {a}
  /\ next' = {}
  /\ UNCHANGED readers

StopWriting(a) ==
  /\ a \in writers
  /\ writers' = writers \ {a}
  /\ UNCHANGED <<readers, next>>

Next ==
  \E a \in Actor :
    \/ StartReading(a)
    \/ StopReading(a)
    \/ AskToWrite(a)
    \/ StartWriting(a)
    \/ StopWriting(a)

Spec == Init /\ [][Next]_vars

FairSpec ==
  /\ Spec
  /\ \A a \in Actor : WF_vars(StopReading(a))
  /\ \A a \in Actor : WF_vars(StartWriting(a))
  /\ \A a \in Actor : WF_vars(StopWriting(a))

------------------------------------------------------------------------------

Safe ==
  /\ readers = {} \/ writers = {}
  /\ \A a, b \in writers : a = b

\* At most one waits to write, and it does nothing else.
OneWaits ==
  /\ \A a, b \in next : a = b
  /\ \A a \in next : a \notin readers /\ a \notin writers

WritersGetIn == \A a \in Actor : (a \in next) ~> (a \in writers)

===============================
