---- MODULE AlternatingBit ----
\* The alternating bit protocol: data over a channel that loses messages but keeps
\* their order. Each item carries one bit, the receiver returns the bit of the last
\* item, and the sender goes on when the bit that comes back is its own.
EXTENDS Integers, Sequences

CONSTANTS
  Data,
  Capacity  \* of each channel: sending into a full one is not possible

ASSUME Capacity \in Nat \ {0}

VARIABLES
  sent,         \* the item being sent
  sentBit,
  received,     \* the last item received
  receivedBit,
  toReceiver,   \* the channel for items
  toSender      \* the channel for acknowledgements

vars == <<sent, sentBit, received, receivedBit, toReceiver, toSender>>

Bit == {0, 1}

TypeOK ==
  /\ sent \in Data /\ sentBit \in Bit
  /\ received \in Data /\ receivedBit \in Bit
  /\ toReceiver \in Seq(Data \X Bit) /\ Len(toReceiver) <= Capacity
  /\ toSender \in Seq(Bit) /\ Len(toSender) <= Capacity

\* Before the first item, both ends agree on something that counts as transmitted.
Init ==
  /\ sent \in Data
  /\ sentBit = 1
  /\ received = sent
  /\ receivedBit = 1
  /\ toReceiver = <<>>
  /\ toSender = <<>>

------------------------------------------------------------------------------

Arrived == sentBit = receivedBit

\* When the bit that comes back is that of the item being sent, take the next item.
ReceiveAck ==
  /\ toSender # <<>>
  /\ toSender' = Tail(toSender)
  /\ IF Head(toSender) = sentBit
     THEN /\ sent' \in Data
          /\ sentBit' = 1 - sentBit
     ELSE UNCHANGED <<sent, sentBit>>
  /\ UNCHANGED <<received, receivedBit, toReceiver>>

SendItem ==
  /\ Len(toReceiver) < Capacity
  /\ toReceiver' = Append(toReceiver, <<sent, sentBit>>)
  /\ UNCHANGED <<sent, sentBit, received, receivedBit, toSender>>

ReceiveItem ==
  /\ toReceiver # <<>>
  /\ toReceiver' = Tail(toReceiver)
  /\ LET item == Head(toReceiver)
     IN  IF item[2] # receivedBit
         THEN /\ received' = item[1]
              /\ receivedBit' = item[2]
         ELSE UNCHANGED <<received, receivedBit>>
  /\ UNCHANGED <<sent, sentBit, toSender>>

SendAck ==
  /\ Len(toSender) < Capacity
  /\ toSender' = Append(toSender, receivedBit)
  /\ UNCHANGED <<sent, sentBit, received, receivedBit, toReceiver>>

\* What is left of a sequence without its i-th element.
Without(seq, i) == SubSeq(seq, 1, i - 1) \o SubSeq(seq, i + 1, Len(seq))

LoseItem ==
  /\ \E i \in 1..Len(toReceiver) : toReceiver' = Without(toReceiver, i)
  /\ UNCHANGED <<sent, sentBit, received, receivedBit, toSender>>

LoseAck ==
  /\ \E i \in 1..Len(toSender) : toSender' = Without(toSender, i)
  /\ UNCHANGED <<sent, sentBit, received, receivedBit, toReceiver>>

Next == ReceiveAck \/ SendItem \/ ReceiveItem \/ SendAck \/ LoseItem \/ LoseAck

Spec == Init /\ [][Next]_vars

\* Messages may be lost, but what is sent again and again arrives at last.
FairSpec ==
  /\ Spec
  /\ WF_vars(SendItem) /\ WF_vars(SendAck)
  /\ SF_vars(ReceiveAck) /\ SF_vars(ReceiveItem)

------------------------------------------------------------------------------

Delivered == Arrived => received = sent

EverythingArrives ==
  \A d \in Data : (sent = d /\ ~Arrived) ~> (received = d /\ Arrived)

===============================
