---- MODULE LeaderConsensus ----
\* Consensus by electing a leader that decides for everybody. Candidates ask for votes; a node
\* votes once, for somebody who has asked; a quorum of votes makes a leader; a leader decides
\* one value. Messages are sets: they may be delivered late and more than once.
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
  counted,   \* the nodes whose votes each candidate has received
  leader,    \* TRUE for a node that has been elected
  decided    \* what each node has decided

vars == <<requests, voted, ballots, counted, leader, decided>>

TypeOK ==
  /\ requests \in SUBSET (Node \X Node)
  /\ voted \in [Node -> BOOLEAN]
  /\ ballots \in SUBSET (Node \X Node)
  /\ counted \in [Node -> SUBSET Node]
  /\ leader \in [Node -> BOOLEAN]
  /\ decided \in [Node -> SUBSET Value]

Init ==
  /\ requests = {}
  /\ voted = [n \in Node |-> FALSE]
  /\ ballots = {}
  /\ counted = [n \in Node |-> {}]
  /\ leader = [n \in Node |-> FALSE]
  /\ decided = [n \in Node |-> {}]

AskForVote(c, n) ==
  /\ requests' = requests \union {<<c, n>>}
  /\ UNCHANGED <<voted, ballots, counted, leader, decided>>

Vote(n, c) ==
  /\ <<c, n>> \in requests
  /\ ~voted[n]
  /\ ballots' = ballots \union {<<n, c>>}
  /\ voted' = [voted EXCEPT ![n] = TRUE]
  /\ UNCHANGED <<requests, counted, leader, decided>>

CountVote(c, n) ==
  /\ <<n, c>> \in ballots
  /\ counted' = [counted EXCEPT ![c] = @ \union {n}]
  /\ UNCHANGED <<requests, voted, ballots, leader, decided>>

BecomeLeader(c, Q) ==
  /\ Q \subseteq counted[c]
  /\ leader' = [leader EXCEPT ![c] = TRUE]
  /\ UNCHANGED <<requests, voted, ballots, counted, decided>>

Decide(n, v) ==
  /\ leader[n]
  /\ decided[n] = {}
  /\ decided' = [decided EXCEPT ![n] = @ \union {v}]
  /\ UNCHANGED <<requests, voted, ballots, counted, leader>>

Next ==
  \/ \E c, n \in Node : AskForVote(c, n) \/ Vote(n, c) \/ CountVote(c, n)
  \/ \E c \in Node, Q \in Quorum : BecomeLeader(c, Q)
  \/ \E n \in Node, v \in Value : Decide(n, v)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

Agreement ==
  \A m, n \in Node, v, w \in Value : v \in decided[m] /\ w \in decided[n] => v = w

================================
