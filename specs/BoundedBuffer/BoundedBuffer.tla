---- MODULE BoundedBuffer ----
(* Producers and consumers share a buffer of `Capacity` places. `put` and `taken` count the items that were put into it  *)
(* and taken out of it, so their difference is what is in the buffer. `Limit` bounds the number of items: it is only for *)
(* model checking.                                                                                                       *)
EXTENDS Naturals, Sequences

CONSTANTS
    Producer,   \* processes that put items
    Consumer,   \* processes that take items
    Capacity,   \* how many items fit
    Limit       \* how many items are put

ASSUME Capacity \in Nat \ {0} /\ Limit \in Nat

VARIABLES
    buffer,     \* who put each item, the oldest first
    put,
    taken

vars == <<buffer, put, taken>>

Init ==
    /\ buffer = <<>>
    /\ put = 0
    /\ taken = 0

Put(p) ==
    /\ Len(buffer) < Capacity
    /\ put < Limit
    /\ buffer' = Append(buffer, p)
    /\ put' = put + 1
    /\ UNCHANGED taken

Take(c) ==
    /\ buffer # <<>>
    /\ buffer' = Tail(buffer)
    /\ taken' = taken + 1
    /\ UNCHANGED put

Next ==
    \/ \E p \in Producer : Put(p)
    \/ \E c \in Consumer : Take(c)

Spec == Init /\ [][Next]_vars

TypeOK ==
    /\ buffer \in Seq(Producer)
    /\ put \in Nat
    /\ taken \in Nat

Bounded == Len(buffer) <= Capacity

NothingIsLost == put = taken + Len(buffer)
==============================
