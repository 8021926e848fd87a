---- MODULE ShardedKV ----
\* ShardedKV with a mistake: whoever hands a key over goes on owning it.
CONSTANTS
  Node,
  Key,
  Value,
  None   \* no value

ASSUME None \notin Value

VARIABLES
  store,     \* the value that each node has for each key, or None
  owned,     \* the keys that belong to each node
  transfers  \* messages <<to, key, value>> on their way

vars == <<store, owned, transfers>>

TypeOK ==
  /\ store \in [Node -> [Key -> Value \union {None}]]
  /\ owned \in [Node -> SUBSET Key]
  /\ transfers \in SUBSET (Node \X Key \X Value)

\* Keys may belong to nobody from the beginning, but not to two nodes.
Init ==
  /\ store = [n \in Node |-> [k \in Key |-> None]]
  /\ owned \in [Node -> SUBSET Key]
  /\ \A m, n \in Node, k \in Key : k \in owned[m] /\ k \in owned[n] => m = n
  /\ transfers = {}

HandOver(from, to, k, v) ==
  /\ store[from][k] = v
  /\ store' = [store EXCEPT ![from][k] = None]
  /\ transfers' = transfers \union {<<to, k, v>>}
  /\ UNCHANGED owned

TakeOver(n, k, v) ==
  /\ <<n, k, v>> \in transfers
  /\ transfers' = transfers \ {<<n, k, v>>}
  /\ store' = [store EXCEPT ![n][k] = v]
  /\ owned' = [owned EXCEPT ![n] = owned[n] \union {k}]

Put(n, k, v) ==
  /\ k \in owned[n]
  /\ store' = [store EXCEPT ![n][k] = v]
  /\ UNCHANGED <<owned, transfers>>

Next ==
  \E k \in Key, v \in Value :
    \/ \E from, to \in Node : HandOver(from, to, k, v)
    \/ \E n \in Node : TakeOver(n, k, v) \/ Put(n, k, v)

Spec == Init /\ [][Next]_vars

\* A key has one value, at one node.
KeysUnique ==
  \A m, n \in Node, k \in Key, v, w \in Value :
    store[m][k] = v /\ store[n][k] = w => m = n /\ v = w

==========================
