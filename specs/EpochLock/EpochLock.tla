---- MODULE EpochLock ----
\* A lock that nodes hand over by messages with increasing epochs. Messages stay in the network
\* for ever and may arrive many times; a node accepts only epochs that are new to it. With
\* Compare = FALSE it accepts all of them.
EXTENDS Integers

CONSTANTS
  Node,
  First,     \* the node that has the lock at first
  MaxEpoch,  \* epochs grow for ever; the search stops at this one
  Compare

ASSUME First \in Node /\ MaxEpoch \in Nat /\ Compare \in BOOLEAN

VARIABLES
  epoch,      \* the last epoch in which each node had the lock
  holds,      \* whether it has it
  transfers,  \* <<e, n>>: the lock goes to n in epoch e
  used        \* <<e, n>>: n used the lock in epoch e

vars == <<epoch, holds, transfers, used>>

TypeOK ==
  /\ epoch \in [Node -> Nat]
  /\ holds \in [Node -> BOOLEAN]
  /\ transfers \subseteq Nat \X Node
  /\ used \subseteq Nat \X Node

Init ==
  /\ epoch = [n \in Node |-> IF n = First THEN 1 ELSE 0]
  /\ holds = [n \in Node |-> n = First]
  /\ transfers = {}
  /\ used = {}

HandOver(n, m) ==
  /\ holds[n]
  /\ epoch[n] < MaxEpoch
  /\ holds' = [holds EXCEPT ![n] = FALSE]
  /\ transfers' = transfers \union {<<epoch[n] + 1, m>>}
  /\ UNCHANGED <<epoch, used>>

Accept(n) ==
  \E message \in transfers :
    /\ message[2] = n
    /\ Compare => message[1] > epoch[n]
    /\ epoch' = [epoch EXCEPT ![n] = message[1]]
    /\ holds' = [holds EXCEPT ![n] = TRUE]
    /\ UNCHANGED <<transfers, used>>

Use(n) ==
  /\ holds[n]
  /\ used' = used \union {<<epoch[n], n>>}
  /\ UNCHANGED <<epoch, holds, transfers>>

Next ==
  \/ \E n, m \in Node : HandOver(n, m)
  \/ \E n \in Node : Accept(n) \/ Use(n)

Spec == Init /\ [][Next]_vars

OneUserPerEpoch == \A u, w \in used : u[1] = w[1] => u[2] = w[2]

OneHolder == \A m, n \in Node : holds[m] /\ holds[n] => m = n

==========================
