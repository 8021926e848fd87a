---- MODULE KeyValueStore ----
\* A key-value store with snapshot isolation: a transaction works on a private copy of the
\* store and may commit if nobody else has committed a change to a key that it wrote. With
\* Careful = FALSE it commits regardless, and updates are lost.
CONSTANTS
  Key,
  Value,
  Transaction,
  NoValue,  \* what a key has before it is first written
  Careful   \* whether conflicts are looked for

ASSUME NoValue \notin Value /\ Careful \in BOOLEAN

VARIABLES
  store,     \* the committed value of each key
  open,      \* the transactions under way
  snapshot,  \* the copy of the store that each of them works on
  written,   \* the keys that each of them has changed
  missed,    \* the keys that others have changed since it began
  lost       \* the keys of which a change was overwritten unseen

vars == <<store, open, snapshot, written, missed, lost>>

Store == [Key -> Value \union {NoValue}]

TypeOK ==
  /\ store \in Store
  /\ open \subseteq Transaction
  /\ snapshot \in [Transaction -> Store]
  /\ written \in [Transaction -> SUBSET Key]
  /\ missed \in [Transaction -> SUBSET Key]
  /\ lost \subseteq Key

Nothing == [k \in Key |-> NoValue]

Init ==
  /\ store = Nothing
  /\ open = {}
  /\ snapshot = [t \in Transaction |-> Nothing]
  /\ written = [t \in Transaction |-> {}]
  /\ missed = [t \in Transaction |-> {}]
  /\ lost = {}

------------------------------------------------------------------------------

Begin(t) ==
  /\ t \notin open
  /\ open' = open \union {t}
  /\ snapshot' = [snapshot EXCEPT ![t] = store]
  /\ UNCHANGED <<store, written, missed, lost>>

Write(t, k, v) ==
  /\ t \in open
  /\ snapshot[t][k] # v
  /\ snapshot' = [snapshot EXCEPT ![t][k] = v]
  /\ written' = [written EXCEPT ![t] = @ \union {k}]
  /\ UNCHANGED <<store, open, missed, lost>>

\* What a transaction remembers is cleared when it ends, so that equal states are equal.
End(t) ==
  /\ open' = open \ {t}
  /\ snapshot' = [snapshot EXCEPT ![t] = Nothing]
  /\ written' = [written EXCEPT ![t] = {}]

Rollback(t) ==
  /\ t \in open
  /\ End(t)
  /\ missed' = [missed EXCEPT ![t] = {}]
  /\ UNCHANGED <<store, lost>>

Commit(t) ==
  /\ t \in open
  /\ Careful => written[t] \intersect missed[t] = {}
  /\ store' = [k \in Key |-> IF k \in written[t] THEN snapshot[t][k] ELSE store[k]]
  /\ lost' = lost \union (written[t] \intersect missed[t])
  /\ missed' = [u \in Transaction |->
                 CASE u = t -> {}
                   [] u # t /\ u \in open -> missed[u] \union written[t]
                   [] OTHER -> missed[u]]
  /\ End(t)

Next ==
  \E t \in Transaction :
    \/ Begin(t)
    \/ \E k \in Key, v \in Value : Write(t, k, v)
    \/ Rollback(t)
    \/ Commit(t)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

NoLostUpdate == lost = {}

\* Keys that a transaction did not write and did not miss are those of the store.
SnapshotIsolation ==
  \A t \in open : \A k \in Key \ (written[t] \union missed[t]) : snapshot[t][k] = store[k]

ClosedIsClear ==
  \A t \in Transaction \ open : written[t] = {} /\ missed[t] = {} /\ snapshot[t] = Nothing

==============================
