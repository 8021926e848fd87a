---- MODULE SyncBit ----
\* Bits that synchronise the two ends of a data transmission.
\* The diagram `Synchronised` in AlternatingBit.diagram is about these variables.
EXTENDS DataTransmission

VARIABLES
  sBit,  \* of the sender: the bit of the last value
  rBit,  \* of the receiver: the bit of the last value that was received
  sAck   \* of the sender: the last acknowledgement

Bit == {0, 1}

comp(bit) == 1 - bit

========================
