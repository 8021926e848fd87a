---- MODULE ShardTransfer ----
\* Keys that move between nodes by messages that may be lost and are sent again: each transfer
\* has a number, the receiver ignores numbers that it has seen, and the sender repeats until it
\* is acknowledged. With Once = FALSE the receiver takes every copy.
CONSTANTS
  Node,
  Key,
  Value,
  Number,  \* of transfers; each is used once
  Once

ASSUME Once \in BOOLEAN

VARIABLES
  table,     \* <<n, k, v>>: node n owns key k, with value v
  messages,  \* [to, key, value, number]: transfers in the network
  pending,   \* the same, for those that the sender may repeat
  used,      \* the numbers that were given to transfers
  received   \* <<n, number>>: the transfers that n has taken

vars == <<table, messages, pending, used, received>>

Transfer == [to : Node, key : Key, value : Value, number : Number]

TypeOK ==
  /\ table \subseteq Node \X Key \X Value
  /\ messages \subseteq Transfer
  /\ pending \subseteq Transfer
  /\ used \subseteq Number
  /\ received \subseteq Node \X Number

\* Each key has an owner and a value.
Init ==
  /\ \E owner \in Node, v \in Value : table = {<<owner, k, v>> : k \in Key}
  /\ messages = {}
  /\ pending = {}
  /\ used = {}
  /\ received = {}

Put(n, k, old, new) ==
  /\ <<n, k, old>> \in table
  /\ table' = (table \ {<<n, k, old>>}) \union {<<n, k, new>>}
  /\ UNCHANGED <<messages, pending, used, received>>

Send(n, m, k, v, i) ==
  /\ <<n, k, v>> \in table
  /\ i \notin used
  /\ table' = table \ {<<n, k, v>>}
  /\ messages' = messages \union {[to |-> m, key |-> k, value |-> v, number |-> i]}
  /\ pending' = pending \union {[to |-> m, key |-> k, value |-> v, number |-> i]}
  /\ used' = used \union {i}
  /\ UNCHANGED received

Lose(m) ==
  /\ messages' = messages \ {m}
  /\ UNCHANGED <<table, pending, used, received>>

Repeat(m) ==
  /\ messages' = messages \union {m}
  /\ UNCHANGED <<table, pending, used, received>>

Take(m) ==
  /\ Once => <<m.to, m.number>> \notin received
  /\ table' = table \union {<<m.to, m.key, m.value>>}
  /\ received' = received \union {<<m.to, m.number>>}
  /\ messages' = messages \ {m}
  /\ UNCHANGED <<pending, used>>

\* The sender has heard that the transfer was taken.
Confirm(m) ==
  /\ <<m.to, m.number>> \in received
  /\ pending' = pending \ {m}
  /\ UNCHANGED <<table, messages, used, received>>

Next ==
  \/ \E n \in Node, k \in Key, old, new \in Value : Put(n, k, old, new)
  \/ \E n, m \in Node, k \in Key, v \in Value, i \in Number : Send(n, m, k, v, i)
  \/ \E m \in messages : Lose(m) \/ Take(m)
  \/ \E m \in pending : Repeat(m) \/ Confirm(m)

Spec == Init /\ [][Next]_vars

OneOwner ==
  \A n, m \in Node, k \in Key, v, w \in Value :
    <<n, k, v>> \in table /\ <<m, k, w>> \in table => n = m /\ v = w

==============================
