---- MODULE Voting ----
\* How acceptors can agree by voting in numbered ballots: a value is chosen when a quorum
\* has voted for it in one ballot. Acceptors see each other's votes here; Paxos, which
\* implements this, replaces that by messages.
EXTENDS Integers

CONSTANTS
  Value,
  Acceptor,
  Quorum,    \* sets of acceptors, any two of which overlap
  MaxBallot

ASSUME QuorumsOverlap ==
  /\ \A Q \in Quorum : Q \subseteq Acceptor
  /\ \A Q, R \in Quorum : Q \intersect R # {}

Ballot == 0..MaxBallot

VARIABLES
  votes,  \* the pairs <<ballot, value>> that each acceptor has voted for
  maxBal  \* the ballot below which each acceptor has promised not to vote

vars == <<votes, maxBal>>

TypeOK ==
  /\ votes \in [Acceptor -> SUBSET (Ballot \X Value)]
  /\ maxBal \in [Acceptor -> Ballot \union {-1}]

VotedFor(a, b, v) == <<b, v>> \in votes[a]

ChosenAt(b, v) == \E Q \in Quorum : \A a \in Q : VotedFor(a, b, v)

chosen == {v \in Value : \E b \in Ballot : ChosenAt(b, v)}

DidNotVoteAt(a, b) == \A v \in Value : ~VotedFor(a, b, v)

\* In ballot b, acceptor a never voted for anything but v and never will.
CannotDiffer(a, b, v) ==
  /\ maxBal[a] > b \/ ~DidNotVoteAt(a, b)
  /\ \A w \in Value : VotedFor(a, b, w) => w = v

\* No ballot below b chose or will choose a value other than v.
SafeAt(b, v) ==
  \A c \in 0..(b - 1) : \E Q \in Quorum : \A a \in Q : CannotDiffer(a, c, v)

\* A quorum shows that v is safe at b: it has left the ballots below b behind, and v is
\* what was voted for in the highest of them in which one of its members voted.
ShowsSafeAt(Q, b, v) ==
  /\ \A a \in Q : maxBal[a] >= b
  /\ \E c \in -1..(b - 1) :
       /\ c # -1 => \E a \in Q : VotedFor(a, c, v)
       /\ \A d \in (c + 1)..(b - 1), a \in Q : DidNotVoteAt(a, d)

------------------------------------------------------------------------------

Init ==
  /\ votes = [a \in Acceptor |-> {}]
  /\ maxBal = [a \in Acceptor |-> -1]

IncreaseMaxBal(a, b) ==
  /\ b > maxBal[a]
  /\ maxBal' = [maxBal EXCEPT ![a] = b]
  /\ UNCHANGED votes

VoteFor(a, b, v) ==
  /\ maxBal[a] <= b
  /\ DidNotVoteAt(a, b)
  /\ \A other \in Acceptor \ {a} : \A w \in Value : VotedFor(other, b, w) => w = v
  /\ \E Q \in Quorum : ShowsSafeAt(Q, b, v)
  /\ votes' = [votes EXCEPT ![a] = @ \union {<<b, v>>}]
  /\ maxBal' = [maxBal EXCEPT ![a] = b]

Next ==
  \E a \in Acceptor, b \in Ballot :
    \/ IncreaseMaxBal(a, b)
    \/ \E v \in Value : VoteFor(a, b, v)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

VotesSafe ==
  \A a \in Acceptor, b \in Ballot, v \in Value : VotedFor(a, b, v) => SafeAt(b, v)

OneValuePerBallot ==
  \A a1, a2 \in Acceptor, b \in Ballot, v1, v2 \in Value :
    VotedFor(a1, b, v1) /\ VotedFor(a2, b, v2) => v1 = v2

\* Voting solves consensus: `chosen` above stands for the variable of that module.
C == INSTANCE Consensus
Agreement == C!AtMostOne
Refines == C!Spec

=======================
