---- MODULE KafkaRebalanceBuggy ----
\* KafkaRebalance with a mistake in ConsumerFail: the partitions of a consumer that fails
\* stay with it until the next rebalance, and meanwhile nobody reads them.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Consumers,      \* a set of strings
  Partitions,     \* a set of numbers from 1 on
  MaxGenerations  \* keeps the search finite

VARIABLES
  groupState,     \* "empty", "rebalancing" or "stable"
  generation,     \* counts the rebalances
  members,        \* the consumers in the group
  leader,         \* one of them, or "none"
  assignment,     \* the consumer of each partition, or "unassigned"
  consumerState,  \* "idle", "joining", "active" or "failed"
  pendingJoins,   \* who waits to be let in
  pendingSync     \* who waits for an assignment

vars == <<groupState, generation, members, leader, assignment,
          consumerState, pendingJoins, pendingSync>>

TypeInvariant ==
  /\ groupState \in {"empty", "rebalancing", "stable"}
  /\ generation \in 0..MaxGenerations
  /\ members \subseteq Consumers
  /\ leader \in Consumers \union {"none"}
  /\ \A p \in Partitions : assignment[p] \in Consumers \union {"unassigned"}
  /\ \A c \in Consumers : consumerState[c] \in {"idle", "joining", "active", "failed"}

\* Some sequence in which each element of a set stands once.
SetToSeq(S) ==
  CHOOSE seq \in [1..Cardinality(S) -> S] :
    \A i, j \in 1..Cardinality(S) : i /= j => seq[i] /= seq[j]

AnyOf(S) == IF S /= {} THEN CHOOSE c \in S : TRUE ELSE "none"

Init ==
  /\ groupState = "empty"
  /\ generation = 0
  /\ members = {}
  /\ leader = "none"
  /\ assignment = [p \in Partitions |-> "unassigned"]
  /\ consumerState = [c \in Consumers |-> "idle"]
  /\ pendingJoins = {}
  /\ pendingSync = {}

------------------------------------------------------------------------------

JoinGroup(c) ==
  /\ consumerState[c] \in {"idle", "failed"}
  /\ generation < MaxGenerations
  /\ pendingJoins' = pendingJoins \union {c}
  /\ consumerState' = [consumerState EXCEPT ![c] = "joining"]
  /\ UNCHANGED <<groupState, generation, members, leader, assignment, pendingSync>>

\* The coordinator lets in whoever waits and starts a new generation.
TriggerRebalance ==
  /\ pendingJoins /= {}
  /\ groupState' = "rebalancing"
  /\ generation' = generation + 1
  /\ members' = (members \ {c \in members : consumerState[c] = "failed"}) \union pendingJoins
  /\ leader' = AnyOf(members')
  /\ pendingSync' = members'
  /\ pendingJoins' = {}
  /\ UNCHANGED <<assignment, consumerState>>

\* The leader deals the partitions out, one after the other.
LeaderAssign ==
  /\ groupState = "rebalancing"
  /\ leader /= "none"
  /\ consumerState[leader] = "joining"
  /\ LET memberSeq == SetToSeq(members)
         dealt == [p \in Partitions |->
                    IF members /= {}
                    THEN memberSeq[((p - 1) % Len(memberSeq)) + 1]
                    ELSE "unassigned"]
     IN  assignment' = dealt
  /\ consumerState' = [c \in Consumers |->
                        IF c \in pendingSync THEN "active" ELSE consumerState[c]]
  /\ groupState' = "stable"
  /\ pendingSync' = {}
  /\ UNCHANGED <<generation, members, leader, pendingJoins>>

ConsumerFail(c) ==
  /\ consumerState[c] \in {"joining", "active"}
  /\ consumerState' = [consumerState EXCEPT ![c] = "failed"]
  /\ members' = members \ {c}
  /\ UNCHANGED assignment
  /\ IF leader = c
     THEN leader' = AnyOf(members')
     ELSE UNCHANGED leader
  /\ UNCHANGED <<groupState, generation, pendingJoins, pendingSync>>

Next ==
  \/ \E c \in Consumers : JoinGroup(c)
  \/ TriggerRebalance
  \/ LeaderAssign
  \/ \E c \in Consumers : ConsumerFail(c)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

NoFailedAssignment ==
  \A p \in Partitions :
    assignment[p] /= "unassigned" => consumerState[assignment[p]] /= "failed"

AssignedAreMembers ==
  \A p \in Partitions :
    assignment[p] /= "unassigned" => assignment[p] \in members

====================================
