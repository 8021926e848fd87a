---- MODULE Synod ----
\* The synod of the part-time parliament: one value is chosen in numbered ballots. What was
\* said is kept as relations instead of messages: acceptors join ballots and vote in them. A
\* ballot's leader has to propose what a quorum voted for last; with Careful = FALSE it
\* proposes anything.
EXTENDS Integers

CONSTANTS
  Acceptor,
  Quorum,   \* sets of acceptors, any two of which share one
  Ballot,
  Value,
  Careful

ASSUME
  /\ Quorum \subseteq SUBSET Acceptor
  /\ \A Q, R \in Quorum : Q \intersect R # {}
  /\ Ballot \subseteq Nat
  /\ Careful \in BOOLEAN

VARIABLES
  joined,    \* <<a, b>>: acceptor a will not vote below ballot b
  proposed,  \* <<b, v>>: the leader of ballot b has proposed v
  voted,     \* <<a, b, v>>: acceptor a has voted for v in ballot b
  chosen     \* <<b, v>>: a quorum was seen to have voted for v in ballot b

vars == <<joined, proposed, voted, chosen>>

TypeOK ==
  /\ joined \subseteq Acceptor \X Ballot
  /\ proposed \subseteq Ballot \X Value
  /\ voted \subseteq Acceptor \X Ballot \X Value
  /\ chosen \subseteq Ballot \X Value

Init ==
  /\ joined = {}
  /\ proposed = {}
  /\ voted = {}
  /\ chosen = {}

MayTakePart(a, b) == \A c \in Ballot : <<a, c>> \in joined => c <= b

Join(a, b) ==
  /\ MayTakePart(a, b)
  /\ joined' = joined \union {<<a, b>>}
  /\ UNCHANGED <<proposed, voted, chosen>>

\* Nobody in Q has voted below b.
IsFree(Q, b) ==
  \A a \in Q, c \in Ballot, v \in Value : c < b => <<a, c, v>> \notin voted

\* The last vote of Q below b was for v.
IsLast(Q, b, v) ==
  \E a \in Q, c \in Ballot :
    /\ c < b
    /\ <<a, c, v>> \in voted
    /\ \A d \in Q, e \in Ballot, w \in Value : e > c /\ e < b => <<d, e, w>> \notin voted

Propose(b, v, Q) ==
  /\ \A w \in Value : <<b, w>> \notin proposed
  /\ \A a \in Q : <<a, b>> \in joined
  /\ Careful => IsFree(Q, b) \/ IsLast(Q, b, v)
  /\ proposed' = proposed \union {<<b, v>>}
  /\ UNCHANGED <<joined, voted, chosen>>

Vote(a, b, v) ==
  /\ <<b, v>> \in proposed
  /\ MayTakePart(a, b)
  /\ joined' = joined \union {<<a, b>>}
  /\ voted' = voted \union {<<a, b, v>>}
  /\ UNCHANGED <<proposed, chosen>>

Choose(b, v, Q) ==
  /\ \A a \in Q : <<a, b, v>> \in voted
  /\ chosen' = chosen \union {<<b, v>>}
  /\ UNCHANGED <<joined, proposed, voted>>

Next ==
  \/ \E a \in Acceptor, b \in Ballot : Join(a, b)
  \/ \E b \in Ballot, v \in Value, Q \in Quorum : Propose(b, v, Q)
  \/ \E a \in Acceptor, b \in Ballot, v \in Value : Vote(a, b, v)
  \/ \E b \in Ballot, v \in Value, Q \in Quorum : Choose(b, v, Q)

Spec == Init /\ [][Next]_vars

Agreement ==
  \A b, c \in Ballot, v, w \in Value : <<b, v>> \in chosen /\ <<c, w>> \in chosen => v = w

======================
