---- MODULE AlternatingBitProof ----
\* Why every value arrives, with channels and histories of any length: the channels always
\* have one of five shapes, those of the nodes of the diagram `Channels`. From these
\* invariants, `holdfast diagram --property AllReceived --all-sizes` computes a diagram with
\* three nodes, and solvers prove it.
EXTENDS AlternatingBitChannels

BitsAreBits == sBit \in Bit /\ rBit \in Bit /\ sAck \in Bit

AcksAreBits == \A i \in 1..Len(ackQ) : ackQ[i] \in Bit

SomethingWasSent == (rBit # sBit \/ sAck # rBit) => sent # <<>>

Shapes ==
  \/ /\ rcvd = sent /\ rBit = sBit /\ sAck = rBit
     /\ CurrStar /\ RBitStar
  \/ /\ rcvd = front_sent /\ rBit # sBit /\ sAck = rBit
     /\ LastStarCurrStar /\ RBitStar
  \/ /\ rcvd = sent /\ rBit = sBit /\ sAck # rBit
     /\ CurrStar /\ OldStarRBitStar

====================================
