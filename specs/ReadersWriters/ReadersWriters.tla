---- MODULE ReadersWriters ----
\* A lock for many readers and one writer, with a flag for each reader: a reader raises its flag
\* and then looks whether a writer is there; a writer announces itself and then waits until all
\* flags are down. With FlagFirst = FALSE readers look before they raise the flag.
CONSTANTS
  Reader,
  Writer,
  Nobody,
  FlagFirst

ASSUME Nobody \notin Writer /\ FlagFirst \in BOOLEAN

VARIABLES
  flag,     \* whether each reader's flag is up
  reader,   \* "idle", "beginning" or "reading"
  owner,    \* the writer that has announced itself, or Nobody
  passed,   \* the readers whose flag the owner has seen down
  writing   \* whether the owner writes

vars == <<flag, reader, owner, passed, writing>>

TypeOK ==
  /\ flag \in [Reader -> BOOLEAN]
  /\ reader \in [Reader -> {"idle", "beginning", "reading"}]
  /\ owner \in Writer \union {Nobody}
  /\ passed \subseteq Reader
  /\ writing \in BOOLEAN

Init ==
  /\ flag = [r \in Reader |-> FALSE]
  /\ reader = [r \in Reader |-> "idle"]
  /\ owner = Nobody
  /\ passed = {}
  /\ writing = FALSE

\* A reader raises its flag, or looks for a writer.
Begin(r) ==
  /\ reader[r] = "idle"
  /\ ~FlagFirst => owner = Nobody
  /\ flag' = [flag EXCEPT ![r] = FlagFirst]
  /\ reader' = [reader EXCEPT ![r] = "beginning"]
  /\ UNCHANGED <<owner, passed, writing>>

\* Then it does the other; if it finds a writer, it lowers its flag and tries again.
Decide(r) ==
  LET reads == FlagFirst => owner = Nobody
  IN  /\ reader[r] = "beginning"
      /\ reader' = [reader EXCEPT ![r] = IF reads THEN "reading" ELSE "idle"]
      /\ flag' = [flag EXCEPT ![r] = reads]
      /\ UNCHANGED <<owner, passed, writing>>

StopReading(r) ==
  /\ reader[r] = "reading"
  /\ flag' = [flag EXCEPT ![r] = FALSE]
  /\ reader' = [reader EXCEPT ![r] = "idle"]
  /\ UNCHANGED <<owner, passed, writing>>

Announce(w) ==
  /\ owner = Nobody
  /\ owner' = w
  /\ UNCHANGED <<flag, reader, passed, writing>>

Pass(r) ==
  /\ owner # Nobody
  /\ ~flag[r]
  /\ passed' = passed \union {r}
  /\ UNCHANGED <<flag, reader, owner, writing>>

StartWriting ==
  /\ owner # Nobody
  /\ passed = Reader
  /\ writing' = TRUE
  /\ UNCHANGED <<flag, reader, owner, passed>>

StopWriting ==
  /\ writing
  /\ writing' = FALSE
  /\ passed' = {}
  /\ owner' = Nobody
  /\ UNCHANGED <<flag, reader>>

Next ==
  \/ \E r \in Reader : Begin(r) \/ Decide(r) \/ StopReading(r) \/ Pass(r)
  \/ \E w \in Writer : Announce(w)
  \/ StartWriting
  \/ StopWriting

Spec == Init /\ [][Next]_vars

NoReaderWithWriter == writing => \A r \in Reader : reader[r] # "reading"

===============================
