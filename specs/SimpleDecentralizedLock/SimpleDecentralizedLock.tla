---- MODULE SimpleDecentralizedLock ----
\* A lock without a server: the node that has it sends it to another one.
CONSTANT Node

VARIABLES
  holders,  \* the nodes that have the lock
  transfers \* messages <<from, to>> that carry it

vars == <<holders, transfers>>

TypeOK ==
  /\ holders \in SUBSET Node
  /\ transfers \in SUBSET (Node \X Node)

Init ==
  /\ \E first \in Node : holders = {first}
  /\ transfers = {}

Send(from, to) ==
  /\ from \in holders
  /\ holders' = holders \ {from}
  /\ transfers' = transfers \union {<<from, to>>}

Receive(from, to) ==
  /\ <<from, to>> \in transfers
  /\ holders' = holders \union {to}
  /\ transfers' = transfers \ {<<from, to>>}

Next == \E from, to \in Node : Send(from, to) \/ Receive(from, to)

Spec == Init /\ [][Next]_vars

OneHolder == \A m, n \in Node : m \in holders /\ n \in holders => m = n

========================================
