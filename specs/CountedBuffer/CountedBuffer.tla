---- MODULE CountedBuffer ----
\* A buffer between a producer and a consumer: what is put in comes out, in order, if the
\* consumer goes on. Items are counted, so that the buffer holds those after `taken`.
EXTENDS Integers

CONSTANTS
  Capacity,
  Items  \* how many items the producer has

ASSUME Capacity \in Nat \ {0} /\ Items \in Nat \ {0}

VARIABLES
  put,   \* the number of items put into the buffer
  taken  \* the number of items taken out of it

vars == <<put, taken>>

TypeOK == put \in 0..Items /\ taken \in 0..Items

Init == put = 0 /\ taken = 0

Put ==
  /\ put - taken < Capacity
  /\ put < Items
  /\ put' = put + 1
  /\ UNCHANGED taken

Take ==
  /\ taken < put
  /\ taken' = taken + 1
  /\ UNCHANGED put

Next == Put \/ Take

Spec == Init /\ [][Next]_vars

FairSpec == Spec /\ WF_vars(Put) /\ WF_vars(Take)

------------------------------------------------------------------------------

Bounded == taken <= put /\ put <= taken + Capacity

EveryItemComesOut == \A i \in 1..Items : (put >= i) ~> (taken >= i)

EverythingComesOut == <>(taken = Items)

==============================
