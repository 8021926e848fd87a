---- MODULE ShardedKVNoLostKeys ----
\* A key-value store spread over nodes, each of which owns some of the keys. A key moves in a
\* message together with its value, and in between nobody owns it. No key gets lost: if no
\* message is under way, every key has an owner.
CONSTANTS
  Node,
  Key,
  Value,
  None   \* no value

ASSUME None \notin Value

VARIABLES
  owned,    \* the keys that each node owns
  table,    \* the value that each node has for each key, or None
  transfer  \* the messages <<receiver, key, value>> that are under way

vars == <<owned, table, transfer>>

TypeOK ==
  /\ owned \in [Node -> SUBSET Key]
  /\ table \in [Node -> [Key -> Value \union {None}]]
  /\ transfer \in SUBSET (Node \X Key \X Value)

Owned(k) == \E n \in Node : k \in owned[n]

\* Every key has one owner at first, and no value.
Init ==
  /\ owned \in [Node -> SUBSET Key]
  /\ \A k \in Key : Owned(k)
  /\ \A m, n \in Node, k \in Key : k \in owned[m] /\ k \in owned[n] => m = n
  /\ table = [n \in Node |-> [k \in Key |-> None]]
  /\ transfer = {}

Put(n, k, v) ==
  /\ k \in owned[n]
  /\ table' = [table EXCEPT ![n][k] = v]
  /\ UNCHANGED <<owned, transfer>>

\* Node m gives key k, whose value is v, away to n.
GiveAway(m, n, k, v) ==
  /\ table[m][k] = v
  /\ table' = [table EXCEPT ![m][k] = None]
  /\ owned' = [owned EXCEPT ![m] = @ \ {k}]
  /\ transfer' = transfer \union {<<n, k, v>>}

TakeOver(n, k, v) ==
  /\ <<n, k, v>> \in transfer
  /\ transfer' = transfer \ {<<n, k, v>>}
  /\ table' = [table EXCEPT ![n][k] = v]
  /\ owned' = [owned EXCEPT ![n] = @ \union {k}]

Next ==
  \E n \in Node, k \in Key, v \in Value :
    \/ Put(n, k, v)
    \/ TakeOver(n, k, v)
    \/ \E m \in Node : GiveAway(m, n, k, v)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

SomethingUnderWay == \E n \in Node, k \in Key, v \in Value : <<n, k, v>> \in transfer

NoKeyIsLost == SomethingUnderWay \/ \A k \in Key : Owned(k)

====================================
