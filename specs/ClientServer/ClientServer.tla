---- MODULE ClientServer ----
\* Clients send requests to a server, which answers them. Which responses answer which
\* requests is fixed but unknown; a client never receives one that answers nothing that it
\* has asked. Messages may be repeated and reordered.
CONSTANTS
  Client,
  Request,
  Response

VARIABLES
  answers,   \* the pairs <<request, response>> that fit together; it never changes
  asked,     \* the pairs <<client, request>> of all requests sent
  replied,   \* the pairs <<client, response>> of all responses sent
  received   \* those of them that have arrived

vars == <<answers, asked, replied, received>>

TypeOK ==
  /\ answers \in SUBSET (Request \X Response)
  /\ asked \in SUBSET (Client \X Request)
  /\ replied \in SUBSET (Client \X Response)
  /\ received \in SUBSET (Client \X Response)

Init ==
  /\ answers \in SUBSET (Request \X Response)
  /\ asked = {}
  /\ replied = {}
  /\ received = {}

Ask(c, r) ==
  /\ asked' = asked \union {<<c, r>>}
  /\ UNCHANGED <<answers, replied, received>>

Reply(c, r, p) ==
  /\ <<c, r>> \in asked
  /\ <<r, p>> \in answers
  /\ replied' = replied \union {<<c, p>>}
  /\ UNCHANGED <<answers, asked, received>>

Receive(c, p) ==
  /\ <<c, p>> \in replied
  /\ received' = received \union {<<c, p>>}
  /\ UNCHANGED <<answers, asked, replied>>

Next ==
  \E c \in Client :
    \/ \E r \in Request : Ask(c, r)
    \/ \E r \in Request, p \in Response : Reply(c, r, p)
    \/ \E p \in Response : Receive(c, p)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* Client c has sent a request that response p answers.
AskedFor(c, p) == \E r \in Request : <<c, r>> \in asked /\ <<r, p>> \in answers

ReceivedWasAskedFor == \A c \in Client, p \in Response : <<c, p>> \in received => AskedFor(c, p)

=============================
