---- MODULE LeaderConsensusQuorum ----
\* LeaderConsensus in a form without "there is a quorum": before anybody becomes leader, a
\* quorum whose votes have been counted is written down, and all leaders are checked against
\* that one. It may be replaced later.
CONSTANTS
  Node,
  Value,
  Quorum  \* sets of nodes, any two of which overlap

ASSUME QuorumsOverlap ==
  /\ Quorum \subseteq SUBSET Node
  /\ Quorum # {}
  /\ \A P, Q \in Quorum : P \intersect Q # {}

VARIABLES
  requests,  \* the pairs <<candidate, node>>: the candidate has asked the node for its vote
  voted,     \* TRUE for a node that remembers to have voted
  ballots,   \* the pairs <<node, candidate>>: the node has sent its vote
  counted,   \* the pairs <<candidate, node>>: the candidate has received the node's vote
  electors,  \* the quorum that has been written down
  leader,    \* TRUE for a node that has been elected
  decided    \* the pairs <<node, value>> of all decisions

vars == <<requests, voted, ballots, counted, electors, leader, decided>>

TypeOK ==
  /\ requests \in SUBSET (Node \X Node)
  /\ voted \in [Node -> BOOLEAN]
  /\ ballots \in SUBSET (Node \X Node)
  /\ counted \in SUBSET (Node \X Node)
  /\ electors \in Quorum
  /\ leader \in [Node -> BOOLEAN]
  /\ decided \in SUBSET (Node \X Value)

Init ==
  /\ requests = {}
  /\ voted = [n \in Node |-> FALSE]
  /\ ballots = {}
  /\ counted = {}
  /\ electors \in Quorum
  /\ leader = [n \in Node |-> FALSE]
  /\ decided = {}

\* Candidate c has received the vote of everybody in Q.
HasVotesOf(c, Q) == \A n \in Q : <<c, n>> \in counted

AskForVote(c, n) ==
  /\ requests' = requests \union {<<c, n>>}
  /\ UNCHANGED <<voted, ballots, counted, electors, leader, decided>>

Vote(n, c) ==
  /\ <<c, n>> \in requests
  /\ ~voted[n]
  /\ ballots' = ballots \union {<<n, c>>}
  /\ voted' = [voted EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<requests, counted, electors, leader, decided>>

CountVote(c, n) ==
  /\ <<n, c>> \in ballots
  /\ counted' = counted \union {<<c, n>>}
  /\ UNCHANGED <<requests, voted, ballots, electors, leader, decided>>

ChooseElectors(c, Q) ==
  /\ HasVotesOf(c, Q)
  /\ electors' = Q
  /\ UNCHANGED <<requests, voted, ballots, counted, leader, decided>>

BecomeLeader(c) ==
  /\ HasVotesOf(c, electors)
  /\ leader' = [leader EXCEPT ![c] = TRUE]
  /\ UNCHANGED <<requests, voted, ballots, counted, electors, decided>>

Decide(n, v) ==
  /\ leader[n]
  /\ \A w \in Value : <<n, w>> \notin decided
  /\ decided' = decided \union {<<n, v>>}
  /\ UNCHANGED <<requests, voted, ballots, counted, electors, leader>>

Next ==
  \/ \E c, n \in Node : AskForVote(c, n) \/ Vote(n, c) \/ CountVote(c, n)
  \/ \E c \in Node, Q \in Quorum : ChooseElectors(c, Q)
  \/ \E c \in Node : BecomeLeader(c)
  \/ \E n \in Node, v \in Value : Decide(n, v)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

Agreement ==
  \A m, n \in Node, v, w \in Value : <<m, v>> \in decided /\ <<n, w>> \in decided => v = w

======================================
