---- MODULE EchoBroadcast ----
\* Reliable broadcast with liars, after Bracha: a node repeats the first value that it hears
\* from the sender (echo), is ready for a value when a quorum has echoed it or when enough nodes
\* are ready to include an honest one, and accepts it when a quorum is ready. With
\* EchoOnce = FALSE a node echoes every value that it hears.
CONSTANTS
  Node,
  Honest,    \* the nodes that follow the protocol; the others say anything
  Quorum,    \* sets of nodes, any two of which share an honest one
  Witnesses, \* sets of nodes that contain an honest one
  Value,
  EchoOnce

ASSUME
  /\ Honest \subseteq Node
  /\ Quorum \subseteq SUBSET Node
  /\ Witnesses \subseteq SUBSET Node
  /\ \A Q, R \in Quorum : \E n \in Honest : n \in Q /\ n \in R
  /\ \A W \in Witnesses : \E n \in Honest : n \in W
  /\ EchoOnce \in BOOLEAN

VARIABLES
  echo,     \* <<n, v>>: n has echoed v
  ready,    \* <<n, v>>: n has said that it is ready for v
  accepted  \* <<n, v>>: n has accepted v

vars == <<echo, ready, accepted>>

TypeOK ==
  /\ echo \subseteq Node \X Value
  /\ ready \subseteq Node \X Value
  /\ accepted \subseteq Node \X Value

Init ==
  /\ echo = {}
  /\ ready = {}
  /\ accepted = {}

\* The sender may be a liar and tell different nodes different values.
Echo(n, v) ==
  /\ n \in Honest
  /\ EchoOnce => \A w \in Value : <<n, w>> \notin echo
  /\ echo' = echo \union {<<n, v>>}
  /\ UNCHANGED <<ready, accepted>>

BecomeReady(n, v) ==
  /\ n \in Honest
  /\ \/ \E Q \in Quorum : \A m \in Q : <<m, v>> \in echo
     \/ \E W \in Witnesses : \A m \in W : <<m, v>> \in ready
  /\ ready' = ready \union {<<n, v>>}
  /\ UNCHANGED <<echo, accepted>>

Accept(n, v, Q) ==
  /\ n \in Honest
  /\ \A m \in Q : <<m, v>> \in ready
  /\ accepted' = accepted \union {<<n, v>>}
  /\ UNCHANGED <<echo, ready>>

Lie(n, v) ==
  /\ n \notin Honest
  /\ \/ echo' = echo \union {<<n, v>>} /\ UNCHANGED ready
     \/ ready' = ready \union {<<n, v>>} /\ UNCHANGED echo
  /\ UNCHANGED accepted

Next ==
  \/ \E n \in Node, v \in Value : Echo(n, v) \/ BecomeReady(n, v) \/ Lie(n, v)
  \/ \E n \in Node, v \in Value, Q \in Quorum : Accept(n, v, Q)

Spec == Init /\ [][Next]_vars

Agreement ==
  \A m, n \in Node, v, w \in Value :
    <<m, v>> \in accepted /\ <<n, w>> \in accepted => v = w

==============================
