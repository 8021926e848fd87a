---- MODULE AlternatingBitChannels ----
\* The alternating bit protocol with channels for messages and acknowledgements, which
\* lose some and keep the order. Values, channels and histories are not bounded.
\* The diagram `Channels` in AlternatingBit.diagram covers all behaviours.
EXTENDS SyncBit, FiniteSets

CONSTANT Value

VARIABLES
  msgQ,  \* the channel for messages: a value and a bit each
  ackQ   \* the channel for acknowledgements: bits

vars == <<sent, rcvd, sBit, rBit, sAck, msgQ, ackQ>>

TypeOK ==
  /\ sent \in Seq(Value) /\ rcvd \in Seq(Value)
  /\ sBit \in Bit /\ rBit \in Bit /\ sAck \in Bit
  /\ msgQ \in Seq(Value \X Bit)
  /\ ackQ \in Seq(Bit)

\* A value is on its way only if there is one.
Started == (rBit # sBit \/ sAck # rBit) => sent # <<>>

Init ==
  /\ sent = <<>> /\ rcvd = sent
  /\ msgQ = <<>> /\ ackQ = <<>>
  /\ sBit \in Bit /\ rBit = sBit /\ sAck = rBit

------------------------------------------------------------------------------

\* When the last value is acknowledged, take the next one.
SndNewValue ==
  \E d \in Value :
    /\ sAck = sBit
    /\ sent' = Append(sent, d)
    /\ sBit' = comp(sBit)
    /\ msgQ' = Append(msgQ, <<d, comp(sBit)>>)
    /\ UNCHANGED <<rcvd, rBit, sAck, ackQ>>

ReSndMsg ==
  /\ sAck # sBit
  /\ msgQ' = Append(msgQ, <<Last(sent), sBit>>)
  /\ UNCHANGED <<sent, rcvd, sBit, rBit, sAck, ackQ>>

\* A message with the bit of the last one is a copy, which is dropped.
RcvMsg ==
  /\ msgQ # <<>>
  /\ msgQ' = Tail(msgQ)
  /\ rBit' = Head(msgQ)[2]
  /\ rcvd' = IF Head(msgQ)[2] # rBit THEN Append(rcvd, Head(msgQ)[1]) ELSE rcvd
  /\ UNCHANGED <<sent, sBit, sAck, ackQ>>

SndAck ==
  /\ ackQ' = Append(ackQ, rBit)
  /\ UNCHANGED <<sent, rcvd, sBit, rBit, sAck, msgQ>>

RcvAck ==
  /\ ackQ # <<>>
  /\ ackQ' = Tail(ackQ)
  /\ sAck' = Head(ackQ)
  /\ UNCHANGED <<sent, rcvd, sBit, rBit, msgQ>>

\* What is left of a sequence without its i-th element.
Without(seq, i) == SubSeq(seq, 1, i - 1) \o SubSeq(seq, i + 1, Len(seq))

LoseMsg ==
  /\ \E i \in 1..Len(msgQ) : msgQ' = Without(msgQ, i)
  /\ UNCHANGED <<sent, rcvd, sBit, rBit, sAck, ackQ>>

LoseAck ==
  /\ \E i \in 1..Len(ackQ) : ackQ' = Without(ackQ, i)
  /\ UNCHANGED <<sent, rcvd, sBit, rBit, sAck, msgQ>>

\* The actions of the abstract diagrams.
RcvNewMsg == RcvMsg /\ rBit' # rBit

RcvNewAck == RcvAck /\ sAck' # sAck

Next ==
  \/ SndNewValue
  \/ ReSndMsg
  \/ RcvMsg
  \/ SndAck
  \/ RcvAck
  \/ LoseMsg
  \/ LoseAck

\* Not all copies are lost: what is sent again and again arrives at last.
Live ==
  /\ WF_vars(ReSndMsg) /\ SF_vars(RcvMsg)
  /\ WF_vars(SndAck) /\ SF_vars(RcvAck)

Spec == Init /\ [][Next]_vars

FairSpec == Spec /\ Live

------------------------------------------------------------------------------

\* Shapes of the channels, as regular expressions: `last` is the message before the
\* current one. Where they appear, the bits of the two differ.
curr == <<Last(sent), sBit>>

last == <<sent[Len(sent) - 1], comp(sBit)>>

\* curr*
CurrStar ==
  IF sent = <<>>
  THEN msgQ = <<>>
  ELSE \A i \in 1..Len(msgQ) : msgQ[i] = curr

\* last* curr*
LastStarCurrStar ==
  IF Len(sent) <= 1
  THEN CurrStar
  ELSE /\ \A i \in 1..Len(msgQ) : msgQ[i] = last \/ msgQ[i] = curr
       /\ \A i, j \in 1..Len(msgQ) : i < j /\ msgQ[i] = curr => msgQ[j] = curr

\* last* curr+
LastStarCurrPlus ==
  /\ LastStarCurrStar
  /\ msgQ # <<>>
  /\ msgQ[Len(msgQ)] = curr

\* rBit*
RBitStar == \A i \in 1..Len(ackQ) : ackQ[i] = rBit

\* old* rBit*, where old is the other bit
OldStarRBitStar ==
  \A i, j \in 1..Len(ackQ) : i < j /\ ackQ[i] = rBit => ackQ[j] = rBit

\* old* rBit+
OldStarRBitPlus ==
  /\ OldStarRBitStar
  /\ ackQ # <<>>
  /\ ackQ[Len(ackQ)] = rBit

nbOldMsgs == Cardinality({i \in 1..Len(msgQ) : msgQ[i] # curr})

nbOldAcks == Cardinality({i \in 1..Len(ackQ) : ackQ[i] # rBit})

------------------------------------------------------------------------------

AllReceived == []<>(rcvd = sent)

\* For bounded instances.
Short == Len(sent) <= 2 /\ Len(msgQ) <= 2 /\ Len(ackQ) <= 2

Longer == Len(sent) <= 3 /\ Len(msgQ) <= 3 /\ Len(ackQ) <= 3

=======================================
