---- MODULE DirectoryCache ----
\* A directory that decides who may have copies of one line of memory, in the style of German's
\* protocol: clients ask for a shared or the exclusive copy, the directory first invalidates the
\* copies that are in the way, and waits until all have said so. With Wait = FALSE it does not.
CONSTANTS
  Client,
  Nobody,
  Wait

ASSUME Nobody \notin Client /\ Wait \in BOOLEAN

VARIABLES
  copy,        \* "invalid", "shared" or "exclusive", for each client
  request,     \* what it asks for: "none", "shared" or "exclusive"
  response,    \* to the client: "none", "invalidate", "shared" or "exclusive"
  answer,      \* whether its answer to "invalidate" is on its way
  serving,     \* the client whose request is served, or Nobody
  wanted,      \* what that client asked for
  sharers,     \* the clients that may have a copy
  toInvalidate,\* those that have not been told yet
  granted      \* whether somebody has the exclusive copy

vars == <<copy, request, response, answer, serving, wanted, sharers, toInvalidate, granted>>

Copy == {"invalid", "shared", "exclusive"}

TypeOK ==
  /\ copy \in [Client -> Copy]
  /\ request \in [Client -> {"none", "shared", "exclusive"}]
  /\ response \in [Client -> {"none", "invalidate", "shared", "exclusive"}]
  /\ answer \in [Client -> BOOLEAN]
  /\ serving \in Client \union {Nobody}
  /\ wanted \in {"none", "shared", "exclusive"}
  /\ sharers \subseteq Client
  /\ toInvalidate \subseteq Client
  /\ granted \in BOOLEAN

Init ==
  /\ copy = [c \in Client |-> "invalid"]
  /\ request = [c \in Client |-> "none"]
  /\ response = [c \in Client |-> "none"]
  /\ answer = [c \in Client |-> FALSE]
  /\ serving = Nobody
  /\ wanted = "none"
  /\ sharers = {}
  /\ toInvalidate = {}
  /\ granted = FALSE

AskShared(c) ==
  /\ copy[c] = "invalid"
  /\ request[c] = "none"
  /\ request' = [request EXCEPT ![c] = "shared"]
  /\ UNCHANGED <<copy, response, answer, serving, wanted, sharers, toInvalidate, granted>>

AskExclusive(c) ==
  /\ copy[c] # "exclusive"
  /\ request[c] = "none"
  /\ request' = [request EXCEPT ![c] = "exclusive"]
  /\ UNCHANGED <<copy, response, answer, serving, wanted, sharers, toInvalidate, granted>>

Serve(c) ==
  /\ serving = Nobody
  /\ request[c] # "none"
  /\ serving' = c
  /\ wanted' = request[c]
  /\ request' = [request EXCEPT ![c] = "none"]
  /\ toInvalidate' = sharers
  /\ UNCHANGED <<copy, response, answer, sharers, granted>>

Invalidate(c) ==
  /\ c \in toInvalidate
  /\ response[c] = "none"
  /\ wanted = "exclusive" \/ (wanted = "shared" /\ granted)
  /\ response' = [response EXCEPT ![c] = "invalidate"]
  /\ toInvalidate' = toInvalidate \ {c}
  /\ UNCHANGED <<copy, request, answer, serving, wanted, sharers, granted>>

GiveUp(c) ==
  /\ response[c] = "invalidate"
  /\ ~answer[c]
  /\ response' = [response EXCEPT ![c] = "none"]
  /\ answer' = [answer EXCEPT ![c] = TRUE]
  /\ copy' = [copy EXCEPT ![c] = "invalid"]
  /\ UNCHANGED <<request, serving, wanted, sharers, toInvalidate, granted>>

Note(c) ==
  /\ answer[c]
  /\ wanted # "none"
  /\ answer' = [answer EXCEPT ![c] = FALSE]
  /\ sharers' = sharers \ {c}
  /\ granted' = FALSE
  /\ UNCHANGED <<copy, request, response, serving, wanted, toInvalidate>>

GrantShared(c) ==
  /\ serving = c
  /\ wanted = "shared"
  /\ ~granted
  /\ response[c] = "none"
  /\ response' = [response EXCEPT ![c] = "shared"]
  /\ sharers' = sharers \union {c}
  /\ serving' = Nobody
  /\ wanted' = "none"
  /\ UNCHANGED <<copy, request, answer, toInvalidate, granted>>

GrantExclusive(c) ==
  /\ serving = c
  /\ wanted = "exclusive"
  /\ Wait => sharers = {}
  /\ response[c] = "none"
  /\ response' = [response EXCEPT ![c] = "exclusive"]
  /\ sharers' = sharers \union {c}
  /\ granted' = TRUE
  /\ serving' = Nobody
  /\ wanted' = "none"
  /\ UNCHANGED <<copy, request, answer, toInvalidate>>

Receive(c) ==
  /\ response[c] \in {"shared", "exclusive"}
  /\ copy' = [copy EXCEPT ![c] = response[c]]
  /\ response' = [response EXCEPT ![c] = "none"]
  /\ UNCHANGED <<request, answer, serving, wanted, sharers, toInvalidate, granted>>

Next ==
  \E c \in Client :
    \/ AskShared(c) \/ AskExclusive(c) \/ Serve(c) \/ Invalidate(c) \/ GiveUp(c)
    \/ Note(c) \/ GrantShared(c) \/ GrantExclusive(c) \/ Receive(c)

Spec == Init /\ [][Next]_vars

Coherent ==
  \A c, d \in Client : c # d /\ copy[c] = "exclusive" => copy[d] = "invalid"

===============================
