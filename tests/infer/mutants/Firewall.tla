---- MODULE Firewall ----
\* Firewall with a mistake: it lets everybody in.
CONSTANT Node

VARIABLES
  inside,   \* the nodes that the firewall protects; it never changes
  allowed,  \* the nodes outside that may send messages in
  sent      \* the pairs <<sender, receiver>> of all messages that passed

vars == <<inside, allowed, sent>>

TypeOK ==
  /\ inside \in SUBSET Node
  /\ allowed \in SUBSET Node
  /\ sent \in SUBSET (Node \X Node)

Init ==
  /\ inside \in SUBSET Node
  /\ allowed = {}
  /\ sent = {}

SendOut(m, n) ==
  /\ m \in inside
  /\ n \notin inside
  /\ sent' = sent \union {<<m, n>>}
  /\ allowed' = allowed \union {n}
  /\ UNCHANGED inside

SendIn(m, n) ==
  /\ m \notin inside
  /\ n \in inside
  /\ sent' = sent \union {<<m, n>>}
  /\ UNCHANGED <<inside, allowed>>

Next == \E m, n \in Node : SendOut(m, n) \/ SendIn(m, n)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

WasContacted(n) == \E m \in inside : <<m, n>> \in sent

\* Whoever reaches a node inside was written to from inside.
OnlyContactedGetIn == \A m, n \in Node : <<m, n>> \in sent /\ n \in inside => WasContacted(m)

=========================
