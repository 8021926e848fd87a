---- MODULE DataTransmission ----
\* What data transmission is about: the values sent so far, and those received.
\* The diagram `Transmission` in AlternatingBit.diagram is about these variables.
EXTENDS Integers, Sequences

VARIABLES
  sent,  \* all values sent, the first one first
  rcvd   \* all values received

Front(s) == SubSeq(s, 1, Len(s) - 1)

Last(s) == s[Len(s)]

front_sent == Front(sent)

=================================
