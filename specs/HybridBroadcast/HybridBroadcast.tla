---- MODULE HybridBroadcast ----
\* Reliable broadcast where nodes fail in four ways. A node that is told to start, or has
\* heard a few others, sends a message to everybody; a node that has heard many accepts.
\* Nobody can forge that: if an obedient node accepts, some obedient node was told to start.
CONSTANTS
  Node,
  Mute,      \* nodes that may keep a message from everybody
  Patchy,    \* nodes whose message may reach some and not others
  Lying,     \* nodes that send when they should not, but to everybody alike
  TwoFaced,  \* nodes that send what they like to whom they like
  Few,       \* sets of nodes large enough to be believed
  Many       \* sets of nodes large enough to accept

Obedient == Node \ (Lying \union TwoFaced)

\* The thresholds, as far as they matter. A node may be faulty in several ways.
ASSUME Thresholds ==
  /\ {Mute, Patchy, Lying, TwoFaced} \subseteq SUBSET Node
  /\ Few \union Many \subseteq SUBSET Node
  /\ \A Q \in Few : \E n \in Q : n \in Obedient
  /\ \A Q \in Many : \E P \in Few : \A n \in P : n \in Q /\ n \notin Patchy \union TwoFaced
  /\ \E Q \in Many : \A n \in Q : n \notin Mute \union Patchy \union Lying \union TwoFaced

VARIABLES
  told,      \* the nodes that are told to start; it never changes
  sent,      \* the pairs <<sender, receiver>> of all messages sent
  received,  \* the pairs <<sender, receiver>> that the receiver believes to have received
  accepted   \* the nodes that have accepted

vars == <<told, sent, received, accepted>>

TypeOK ==
  /\ told \in SUBSET Node
  /\ sent \in SUBSET (Node \X Node)
  /\ received \in SUBSET (Node \X Node)
  /\ accepted \in SUBSET Node

Init ==
  /\ told \in SUBSET Node
  /\ sent = {}
  /\ received = {}
  /\ accepted = {}

------------------------------------------------------------------------------
\* Nodes that do what they should, as well as they can

\* The start of n, whose message reaches the nodes in R.
StartReaching(n, R) ==
  /\ n \in told
  /\ sent' = sent \union {n} \X R
  /\ UNCHANGED <<told, received, accepted>>

\* Node n gets the message of m. If n answers, its message reaches the nodes in R.
ReceiveReaching(n, m, R) ==
  LET now == received \union {<<m, n>>}
      Heard(Q) == \A q \in Q : <<q, n>> \in now
  IN /\ <<m, n>> \in sent
     /\ received' = now
     /\ accepted' = IF \E Q \in Many : Heard(Q) THEN accepted \union {n} ELSE accepted
     /\ sent' = IF \E Q \in Few : Heard(Q) THEN sent \union {n} \X R ELSE sent
     /\ UNCHANGED told

Start(n) == StartReaching(n, Node)

StartPatchy(n, R) == n \in Patchy /\ StartReaching(n, R)

Receive(n, m) == ReceiveReaching(n, m, Node)

ReceiveMute(n, m) == n \in Mute /\ ReceiveReaching(n, m, {})

ReceivePatchy(n, m, R) == n \in Patchy /\ ReceiveReaching(n, m, R)

------------------------------------------------------------------------------
\* Nodes that do not

Lie(n) ==
  /\ n \in Lying
  /\ sent' = sent \union {n} \X Node
  /\ UNCHANGED <<told, received, accepted>>

LieToSome(n, R) ==
  /\ n \in TwoFaced
  /\ sent' = sent \union {n} \X R
  /\ UNCHANGED <<told, received, accepted>>

\* Node n believes to have heard the nodes in S, and to have accepted or not.
Imagine(n, S) ==
  /\ n \in Lying \union TwoFaced
  /\ received' = {p \in received : p[2] # n} \union S \X {n}
  /\ accepted' \in {accepted \union {n}, accepted \ {n}}
  /\ UNCHANGED <<told, sent>>

------------------------------------------------------------------------------

Next ==
  \E n \in Node :
    \/ Start(n)
    \/ Lie(n)
    \/ \E m \in Node : Receive(n, m) \/ ReceiveMute(n, m)
    \/ \E R \in SUBSET Node : StartPatchy(n, R) \/ LieToSome(n, R) \/ Imagine(n, R)
    \/ \E m \in Node, R \in SUBSET Node : ReceivePatchy(n, m, R)

Spec == Init /\ [][Next]_vars

ObedientWasTold == \E n \in Obedient : n \in told

Unforgeable == (\E n \in Obedient : n \in accepted) => ObedientWasTold

================================
