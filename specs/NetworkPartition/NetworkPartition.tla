---- MODULE NetworkPartition ----
\* A pattern: a network that splits and heals. Whether two nodes can talk is a function on
\* sets of two nodes, since that has no direction. Here it carries a replicated register:
\* a write goes to all nodes that can be reached, and is acknowledged if they are enough.
EXTENDS Integers, FiniteSets

CONSTANTS
  Node,
  Needed,     \* how many copies make a write: more than half of the nodes, or else
  MaxVersion  \* keeps the search finite

ASSUME Needed \in 1..Cardinality(Node) /\ MaxVersion \in Nat

VARIABLES
  connected,  \* whether the link between two nodes works
  version,    \* what each node stores: the number of the last write that it took part in
  writer,     \* who made that write; each node itself before the first one
  acked       \* the writes that were acknowledged, as pairs <<version, writer>>

vars == <<connected, version, writer, acked>>

Link == {link \in SUBSET Node : Cardinality(link) = 2}

TypeOK ==
  /\ connected \in [Link -> BOOLEAN]
  /\ version \in [Node -> 0..MaxVersion]
  /\ writer \in [Node -> Node]
  /\ acked \subseteq (1..MaxVersion) \X Node

Init ==
  /\ connected = [link \in Link |-> TRUE]
  /\ version = [n \in Node |-> 0]
  /\ writer = [n \in Node |-> n]
  /\ acked = {}

------------------------------------------------------------------------------

Disconnect(link) ==
  /\ connected[link]
  /\ connected' = [connected EXCEPT ![link] = FALSE]
  /\ UNCHANGED <<version, writer, acked>>

Heal(link) ==
  /\ ~connected[link]
  /\ connected' = [connected EXCEPT ![link] = TRUE]
  /\ UNCHANGED <<version, writer, acked>>

Reachable(n) == {n} \union {m \in Node \ {n} : connected[{n, m}]}

Newest(nodes) == CHOOSE v \in {version[n] : n \in nodes} : \A n \in nodes : version[n] <= v

\* One more than the newest version in reach; without enough nodes, nothing is written.
Write(n) ==
  LET nodes == Reachable(n)
      next == Newest(nodes) + 1
  IN  /\ Cardinality(nodes) >= Needed
      /\ next <= MaxVersion
      /\ version' = [m \in Node |-> IF m \in nodes THEN next ELSE version[m]]
      /\ writer' = [m \in Node |-> IF m \in nodes THEN n ELSE writer[m]]
      /\ acked' = acked \union {<<next, n>>}
      /\ UNCHANGED connected

Next ==
  \/ \E link \in Link : Disconnect(link) \/ Heal(link)
  \/ \E n \in Node : Write(n)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* No two acknowledged writes have the same version: the register has one history.
OneHistory == \A w1, w2 \in acked : w1[1] = w2[1] => w1 = w2

\* Whoever reaches enough nodes to write also sees the last acknowledged write.
NothingForgotten ==
  \A n \in Node :
    Cardinality(Reachable(n)) >= Needed
      => \A w \in acked : Newest(Reachable(n)) >= w[1]

=================================
