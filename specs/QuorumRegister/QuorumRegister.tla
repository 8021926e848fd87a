---- MODULE QuorumRegister ----
\* A register on replicas, after Attiya, Bar-Noy and Dolev: one writer stores its value with a
\* stamp at a quorum; a reader asks a quorum for the highest stamp, and stores that at a quorum
\* before it returns. With WriteBack = FALSE it returns at once, and a later read may be older.
EXTENDS Integers

CONSTANTS
  Replica,
  Reader,
  Quorum,
  MaxStamp,   \* the writer writes 1, 2, ...; the search stops here
  WriteBack

ASSUME
  /\ Quorum \subseteq SUBSET Replica
  /\ \A Q, R \in Quorum : Q \intersect R # {}
  /\ MaxStamp \in Nat /\ WriteBack \in BOOLEAN

VARIABLES
  stored,   \* the stamp that each replica has; values are not modelled
  writing,  \* the stamp of the latest write
  at,       \* what each reader does: "idle", "asking", "storing"
  asked,    \* the replicas that have answered it
  best,     \* the highest stamp among their answers
  floor,    \* the stamp that it must not fall behind: the highest of an operation that
            \* ended before it began
  done      \* the highest stamp of an operation that has ended

vars == <<stored, writing, at, asked, best, floor, done>>

TypeOK ==
  /\ stored \in [Replica -> Nat]
  /\ writing \in Nat
  /\ at \in [Reader -> {"idle", "asking", "storing"}]
  /\ asked \in [Reader -> SUBSET Replica]
  /\ best \in [Reader -> Nat]
  /\ floor \in [Reader -> Nat]
  /\ done \in Nat

Init ==
  /\ stored = [r \in Replica |-> 0]
  /\ writing = 0
  /\ at = [c \in Reader |-> "idle"]
  /\ asked = [c \in Reader |-> {}]
  /\ best = [c \in Reader |-> 0]
  /\ floor = [c \in Reader |-> 0]
  /\ done = 0

Max(x, y) == IF x > y THEN x ELSE y

BeginWrite ==
  /\ writing < MaxStamp
  /\ \E Q \in Quorum : \A r \in Q : stored[r] >= writing
  /\ writing' = writing + 1
  /\ done' = Max(done, writing)
  /\ UNCHANGED <<stored, at, asked, best, floor>>

Store(r) ==
  /\ stored[r] < writing
  /\ stored' = [stored EXCEPT ![r] = writing]
  /\ UNCHANGED <<writing, at, asked, best, floor, done>>

BeginRead(c) ==
  /\ at[c] = "idle"
  /\ at' = [at EXCEPT ![c] = "asking"]
  /\ asked' = [asked EXCEPT ![c] = {}]
  /\ best' = [best EXCEPT ![c] = 0]
  /\ floor' = [floor EXCEPT ![c] = done]
  /\ UNCHANGED <<stored, writing, done>>

Answer(r, c) ==
  /\ at[c] = "asking"
  /\ r \notin asked[c]
  /\ asked' = [asked EXCEPT ![c] = @ \union {r}]
  /\ best' = [best EXCEPT ![c] = Max(@, stored[r])]
  /\ UNCHANGED <<stored, writing, at, floor, done>>

Decide(c, Q) ==
  /\ at[c] = "asking"
  /\ Q \subseteq asked[c]
  /\ at' = [at EXCEPT ![c] = "storing"]
  /\ UNCHANGED <<stored, writing, asked, best, floor, done>>

StoreBack(r, c) ==
  /\ at[c] = "storing"
  /\ stored[r] < best[c]
  /\ stored' = [stored EXCEPT ![r] = best[c]]
  /\ UNCHANGED <<writing, at, asked, best, floor, done>>

Return(c, Q) ==
  /\ at[c] = "storing"
  /\ WriteBack => \A r \in Q : stored[r] >= best[c]
  /\ at' = [at EXCEPT ![c] = "idle"]
  /\ done' = Max(done, best[c])
  /\ UNCHANGED <<stored, writing, asked, best, floor>>

Next ==
  \/ BeginWrite
  \/ \E r \in Replica : Store(r)
  \/ \E c \in Reader : BeginRead(c)
  \/ \E c \in Reader, r \in Replica : Answer(r, c) \/ StoreBack(r, c)
  \/ \E c \in Reader, Q \in Quorum : Decide(c, Q) \/ Return(c, Q)

Spec == Init /\ [][Next]_vars

\* A read is not older than an operation that ended before it began.
NoOldRead == \A c \in Reader : at[c] = "storing" => best[c] >= floor[c]

===============================
