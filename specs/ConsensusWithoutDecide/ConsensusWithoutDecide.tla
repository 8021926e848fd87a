---- MODULE ConsensusWithoutDecide ----
\* The election that consensus protocols begin with: nodes ask for votes, everybody votes once,
\* and whoever has collected the votes of a quorum leads. The quorum is chosen before the
\* leader is, and remembered.
CONSTANTS
  Node,
  Quorum  \* sets of nodes, any two of which overlap

ASSUME QuorumsOverlap ==
  /\ Quorum # {}
  /\ \A Q \in Quorum : Q \subseteq Node
  /\ \A Q, R \in Quorum : Q \intersect R # {}

VARIABLES
  asked,   \* pairs <<candidate, voter>>: the candidate has asked for the vote
  voted,   \* TRUE for a node that has voted
  ballots, \* pairs <<voter, candidate>>: the vote has been sent
  votes,   \* pairs <<candidate, voter>>: the vote has arrived
  leads,   \* TRUE for a node that considers itself elected
  quorum   \* the quorum whose votes count

vars == <<asked, voted, ballots, votes, leads, quorum>>

TypeOK ==
  /\ asked \in SUBSET (Node \X Node)
  /\ voted \in [Node -> BOOLEAN]
  /\ ballots \in SUBSET (Node \X Node)
  /\ votes \in SUBSET (Node \X Node)
  /\ leads \in [Node -> BOOLEAN]
  /\ quorum \in Quorum

Init ==
  /\ asked = {}
  /\ voted = [n \in Node |-> FALSE]
  /\ ballots = {}
  /\ votes = {}
  /\ leads = [n \in Node |-> FALSE]
  /\ quorum \in Quorum

AskForVote(candidate, voter) ==
  /\ asked' = asked \union {<<candidate, voter>>}
  /\ UNCHANGED <<voted, ballots, votes, leads, quorum>>

SendVote(voter, candidate) ==
  /\ ~voted[voter]
  /\ <<candidate, voter>> \in asked
  /\ voted' = [voted EXCEPT ![voter] = TRUE]
  /\ ballots' = ballots \union {<<voter, candidate>>}
  /\ UNCHANGED <<asked, votes, leads, quorum>>

ReceiveVote(candidate, voter) ==
  /\ <<voter, candidate>> \in ballots
  /\ votes' = votes \union {<<candidate, voter>>}
  /\ UNCHANGED <<asked, voted, ballots, leads, quorum>>

ChooseQuorum(candidate, Q) ==
  /\ \A voter \in Q : <<candidate, voter>> \in votes
  /\ quorum' = Q
  /\ UNCHANGED <<asked, voted, ballots, votes, leads>>

BecomeLeader(candidate) ==
  /\ \A voter \in quorum : <<candidate, voter>> \in votes
  /\ leads' = [leads EXCEPT ![candidate] = TRUE]
  /\ UNCHANGED <<asked, voted, ballots, votes, quorum>>

Next ==
  \/ \E candidate, voter \in Node :
       \/ AskForVote(candidate, voter)
       \/ SendVote(voter, candidate)
       \/ ReceiveVote(candidate, voter)
  \/ \E candidate \in Node, Q \in Quorum : ChooseQuorum(candidate, Q)
  \/ \E candidate \in Node : BecomeLeader(candidate)

Spec == Init /\ [][Next]_vars

OneLeader == \A m, n \in Node : leads[m] /\ leads[n] => m = n

=======================================
