---- MODULE FlexiblePaxos ----
\* Paxos with two kinds of quorums: those that promise and those that vote. Only quorums of
\* different kinds have to overlap, so voting may need few acceptors if promising needs many.
\* Messages are relations that only grow.
EXTENDS Integers

CONSTANTS
  Value,
  Acceptor,
  PromiseQuorum,  \* sets of acceptors
  VoteQuorum,     \* sets of acceptors, each of which overlaps with those
  MaxBallot,
  None            \* no value

ASSUME None \notin Value

ASSUME QuorumsOverlap ==
  /\ PromiseQuorum \union VoteQuorum \subseteq SUBSET Acceptor
  /\ \A P \in PromiseQuorum, Q \in VoteQuorum : P \intersect Q # {}

Ballot == 0..MaxBallot

VARIABLES
  opened,    \* the ballots that a leader has asked promises for
  promises,  \* <<a, b, c, w>>: a joins ballot b, and has voted last in c for w; -1 if never
  proposed,  \* <<b, v>>: the leader of ballot b proposes v
  votes      \* <<a, b, v>>: a votes for v in ballot b

vars == <<opened, promises, proposed, votes>>

TypeOK ==
  /\ opened \in SUBSET Ballot
  /\ promises \in SUBSET (Acceptor \X Ballot \X (Ballot \union {-1}) \X (Value \union {None}))
  /\ proposed \in SUBSET (Ballot \X Value)
  /\ votes \in SUBSET (Acceptor \X Ballot \X Value)

Init ==
  /\ opened = {}
  /\ promises = {}
  /\ proposed = {}
  /\ votes = {}

\* Acceptor a has joined a ballot later than b.
HasLeft(a, b) == \E p \in promises : p[1] = a /\ p[2] > b

HasJoined(a, b) == \E p \in promises : p[1] = a /\ p[2] = b

\* The last vote of a was in ballot c for w; c is -1 if it has not voted.
LastVote(a, c, w) ==
  \/ c = -1 /\ w = None /\ \A x \in votes : x[1] # a
  \/ <<a, c, w>> \in votes /\ \A x \in votes : x[1] = a => x[2] <= c

Open(b) ==
  /\ opened' = opened \union {b}
  /\ UNCHANGED <<promises, proposed, votes>>

Promise(a, b, c, w) ==
  /\ b \in opened
  /\ ~HasJoined(a, b)
  /\ ~HasLeft(a, b)
  /\ c < b
  /\ LastVote(a, c, w)
  /\ promises' = promises \union {<<a, b, c, w>>}
  /\ UNCHANGED <<opened, proposed, votes>>

\* One value per ballot: that of the latest vote which the quorum tells of, if there is one.
Propose(b, v, Q) ==
  /\ \A w \in Value : <<b, w>> \notin proposed
  /\ \A a \in Q : HasJoined(a, b)
  /\ LET told == {p \in promises : p[1] \in Q /\ p[2] = b /\ p[3] >= 0}
     IN  told = {} \/ \E p \in told : p[4] = v /\ \A q \in told : q[3] <= p[3]
  /\ proposed' = proposed \union {<<b, v>>}
  /\ UNCHANGED <<opened, promises, votes>>

Vote(a, b, v) ==
  /\ <<b, v>> \in proposed
  /\ ~HasLeft(a, b)
  /\ votes' = votes \union {<<a, b, v>>}
  /\ UNCHANGED <<opened, promises, proposed>>

Next ==
  \E b \in Ballot :
    \/ Open(b)
    \/ \E a \in Acceptor, c \in Ballot \union {-1}, w \in Value \union {None} : Promise(a, b, c, w)
    \/ \E v \in Value, Q \in PromiseQuorum : Propose(b, v, Q)
    \/ \E a \in Acceptor, v \in Value : Vote(a, b, v)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

Chosen(v) == \E b \in Ballot, Q \in VoteQuorum : \A a \in Q : <<a, b, v>> \in votes

Agreement == \A v, w \in Value : Chosen(v) /\ Chosen(w) => v = w

==============================
