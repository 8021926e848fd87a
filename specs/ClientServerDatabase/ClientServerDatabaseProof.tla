---- MODULE ClientServerDatabaseProof ----
\* Why the responses fit: every message has a cause, back to the client's request, and a
\* number belongs to one client.
EXTENDS ClientServerDatabase

RepliedWasAskedFor == \A c \in Client, p \in Response : <<c, p>> \in replied => AskedFor(c, p)

ResultHasQuery ==
  \A i \in Number, p \in Response :
    <<i, p>> \in results => \E r \in Request : <<i, r>> \in queries /\ <<r, p>> \in answers

QueryWasAskedFor ==
  \A i \in Number, r \in Request :
    <<i, r>> \in queries => \E c \in Client : <<i, c>> \in origin /\ <<c, r>> \in asked

OneOriginEach ==
  \A i \in Number, c, d \in Client : <<i, c>> \in origin /\ <<i, d>> \in origin => c = d

IndInv ==
  /\ ReceivedWasAskedFor
  /\ RepliedWasAskedFor
  /\ ResultHasQuery
  /\ QueryWasAskedFor
  /\ OneOriginEach

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==========================================
