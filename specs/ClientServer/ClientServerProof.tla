---- MODULE ClientServerProof ----
\* Why the responses fit: the server sends no other ones, and requests are not forgotten.
EXTENDS ClientServer

RepliedWasAskedFor == \A c \in Client, p \in Response : <<c, p>> \in replied => AskedFor(c, p)

IndInv ==
  /\ ReceivedWasAskedFor
  /\ RepliedWasAskedFor

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==================================
