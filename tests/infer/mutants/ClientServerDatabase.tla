---- MODULE ClientServerDatabase ----
\* ClientServerDatabase with a mistake: the server uses a number again.
CONSTANTS
  Client,
  Request,
  Response,
  Number    \* identifies a query

VARIABLES
  answers,  \* the pairs <<request, response>> that fit together; it never changes
  asked,    \* the pairs <<client, request>> of all requests sent
  origin,   \* the pairs <<number, client>> that the server has noted
  queries,  \* the pairs <<number, request>> that it has sent to the database
  results,  \* the pairs <<number, response>> that the database has sent back
  replied,  \* the pairs <<client, response>> of all responses sent
  received  \* those of them that have arrived

vars == <<answers, asked, origin, queries, results, replied, received>>

TypeOK ==
  /\ answers \in SUBSET (Request \X Response)
  /\ asked \in SUBSET (Client \X Request)
  /\ origin \in SUBSET (Number \X Client)
  /\ queries \in SUBSET (Number \X Request)
  /\ results \in SUBSET (Number \X Response)
  /\ replied \in SUBSET (Client \X Response)
  /\ received \in SUBSET (Client \X Response)

Init ==
  /\ answers \in SUBSET (Request \X Response)
  /\ asked = {}
  /\ origin = {}
  /\ queries = {}
  /\ results = {}
  /\ replied = {}
  /\ received = {}

IsUnused(i) == \A c \in Client : <<i, c>> \notin origin

Ask(c, r) ==
  /\ asked' = asked \union {<<c, r>>}
  /\ UNCHANGED <<answers, origin, queries, results, replied, received>>

\* The server turns a client's request into a query.
Query(i, c, r) ==
  /\ <<c, r>> \in asked
  /\ origin' = origin \union {<<i, c>>}
  /\ queries' = queries \union {<<i, r>>}
  /\ UNCHANGED <<answers, asked, results, replied, received>>

\* The database answers a query.
Answer(i, r, p) ==
  /\ <<i, r>> \in queries
  /\ <<r, p>> \in answers
  /\ results' = results \union {<<i, p>>}
  /\ UNCHANGED <<answers, asked, origin, queries, replied, received>>

\* The server passes a result on to the client.
Reply(i, c, p) ==
  /\ <<i, p>> \in results
  /\ <<i, c>> \in origin
  /\ replied' = replied \union {<<c, p>>}
  /\ UNCHANGED <<answers, asked, origin, queries, results, received>>

Receive(c, p) ==
  /\ <<c, p>> \in replied
  /\ received' = received \union {<<c, p>>}
  /\ UNCHANGED <<answers, asked, origin, queries, results, replied>>

Next ==
  \/ \E c \in Client, r \in Request : Ask(c, r)
  \/ \E i \in Number, c \in Client, r \in Request : Query(i, c, r)
  \/ \E i \in Number, r \in Request, p \in Response : Answer(i, r, p)
  \/ \E i \in Number, c \in Client, p \in Response : Reply(i, c, p)
  \/ \E c \in Client, p \in Response : Receive(c, p)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* Client c has sent a request that response p answers.
AskedFor(c, p) == \E r \in Request : <<c, r>> \in asked /\ <<r, p>> \in answers

ReceivedWasAskedFor == \A c \in Client, p \in Response : <<c, p>> \in received => AskedFor(c, p)

=====================================
