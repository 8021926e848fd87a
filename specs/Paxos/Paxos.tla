---- MODULE Paxos ----
\* Paxos for one decision. The leader of a ballot asks for promises (1a, 1b), then proposes
\* a value that the promises show to be safe (2a), and acceptors vote for it (2b). Messages
\* may be received late, in any order, often or never: a set that only grows stands for all
\* of that. Leaders have no state of their own.
EXTENDS Integers

CONSTANTS
  Value,
  Acceptor,
  Quorum,    \* sets of acceptors, any two of which overlap
  MaxBallot,
  None       \* no value

ASSUME None \notin Value

ASSUME QuorumsOverlap ==
  /\ \A Q \in Quorum : Q \subseteq Acceptor
  /\ \A Q, R \in Quorum : Q \intersect R # {}

Ballot == 0..MaxBallot

Message ==
  [type : {"1a"}, bal : Ballot]
    \union [type : {"1b"}, acc : Acceptor, bal : Ballot,
            mbal : Ballot \union {-1}, mval : Value \union {None}]
    \union [type : {"2a"}, bal : Ballot, val : Value]
    \union [type : {"2b"}, acc : Acceptor, bal : Ballot, val : Value]

VARIABLES
  maxBal,   \* the highest ballot that each acceptor has heard of
  maxVBal,  \* the highest ballot in which it has voted, or -1
  maxVal,   \* what it voted for then, or None
  msgs      \* all messages ever sent

vars == <<maxBal, maxVBal, maxVal, msgs>>

TypeOK ==
  /\ maxBal \in [Acceptor -> Ballot \union {-1}]
  /\ maxVBal \in [Acceptor -> Ballot \union {-1}]
  /\ maxVal \in [Acceptor -> Value \union {None}]
  /\ msgs \subseteq Message

Init ==
  /\ maxBal = [a \in Acceptor |-> -1]
  /\ maxVBal = [a \in Acceptor |-> -1]
  /\ maxVal = [a \in Acceptor |-> None]
  /\ msgs = {}

Send(m) == msgs' = msgs \union {m}

------------------------------------------------------------------------------

Phase1a(b) ==
  /\ Send([type |-> "1a", bal |-> b])
  /\ UNCHANGED <<maxBal, maxVBal, maxVal>>

Phase1b(a) ==
  \E m \in msgs :
    /\ m.type = "1a"
    /\ m.bal > maxBal[a]
    /\ maxBal' = [maxBal EXCEPT ![a] = m.bal]
    /\ Send([type |-> "1b", acc |-> a, bal |-> m.bal,
             mbal |-> maxVBal[a], mval |-> maxVal[a]])
    /\ UNCHANGED <<maxVBal, maxVal>>

\* One value per ballot; with promises from a quorum, of which the latest vote decides.
Phase2a(b, v) ==
  /\ ~ \E m \in msgs : m.type = "2a" /\ m.bal = b
  /\ \E Q \in Quorum :
       LET promises == {m \in msgs : m.type = "1b" /\ m.bal = b /\ m.acc \in Q}
           voted == {m \in promises : m.mbal >= 0}
       IN  /\ \A a \in Q : \E m \in promises : m.acc = a
           /\ \/ voted = {}
              \/ \E m \in voted :
                   /\ m.mval = v
                   /\ \A other \in voted : m.mbal >= other.mbal
  /\ Send([type |-> "2a", bal |-> b, val |-> v])
  /\ UNCHANGED <<maxBal, maxVBal, maxVal>>

Phase2b(a) ==
  \E m \in msgs :
    /\ m.type = "2a"
    /\ m.bal >= maxBal[a]
    /\ maxBal' = [maxBal EXCEPT ![a] = m.bal]
    /\ maxVBal' = [maxVBal EXCEPT ![a] = m.bal]
    /\ maxVal' = [maxVal EXCEPT ![a] = m.val]
    /\ Send([type |-> "2b", acc |-> a, bal |-> m.bal, val |-> m.val])

Next ==
  \/ \E b \in Ballot : Phase1a(b) \/ \E v \in Value : Phase2a(b, v)
  \/ \E a \in Acceptor : Phase1b(a) \/ Phase2b(a)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* Paxos implements Voting: the 2b messages are the votes.
votes ==
  [a \in Acceptor |->
    {<<m.bal, m.val>> : m \in {n \in msgs : n.type = "2b" /\ n.acc = a}}]

V == INSTANCE Voting
Agreement == V!Agreement
VotesSafe == V!VotesSafe
Refines == V!Spec

======================
