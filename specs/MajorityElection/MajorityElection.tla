---- MODULE MajorityElection ----
\* One election: every node votes once; whoever is voted for collects the votes as they come
\* in, one by one, and leads as soon as its voters are a majority.
EXTENDS Naturals, FiniteSets

CONSTANT Node

ASSUME IsFiniteSet(Node)

Majority == {S \in SUBSET Node : Cardinality(S) * 2 > Cardinality(Node)}

VARIABLES
  votes,   \* the nodes that each node has voted for
  voters,  \* the nodes whose votes each node has received
  leaders  \* the nodes that have won

vars == <<votes, voters, leaders>>

TypeOK ==
  /\ votes \in [Node -> SUBSET Node]
  /\ voters \in [Node -> SUBSET Node]
  /\ leaders \in SUBSET Node

Init ==
  /\ votes = [n \in Node |-> {}]
  /\ voters = [n \in Node |-> {}]
  /\ leaders = {}

Vote(voter, n) ==
  /\ votes[voter] = {}
  /\ votes' = [votes EXCEPT ![voter] = @ \union {n}]
  /\ UNCHANGED <<voters, leaders>>

Receive(voter, n) ==
  /\ n \in votes[voter]
  /\ voter \notin voters[n]
  /\ voters' = [voters EXCEPT ![n] = @ \union {voter}]
  /\ UNCHANGED <<votes, leaders>>

Win(n) ==
  /\ voters[n] \in Majority
  /\ leaders' = leaders \union {n}
  /\ UNCHANGED <<votes, voters>>

Next ==
  \/ \E voter, n \in Node : Vote(voter, n) \/ Receive(voter, n)
  \/ \E n \in Node : Win(n)

Spec == Init /\ [][Next]_vars

OneLeader == \A m, n \in Node : m \in leaders /\ n \in leaders => m = n

=================================
