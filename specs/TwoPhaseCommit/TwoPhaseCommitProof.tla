---- MODULE TwoPhaseCommitProof ----
\* Why the decisions agree: the coordinator tells one thing, and tells to commit only when
\* everybody has voted yes, after which nobody aborts alone.
EXTENDS TwoPhaseCommit

TellsOneThing == \A m, n \in Node : m \in goCommit => n \notin goAbort
CommitIsUnanimous == \A m, n \in Node : m \in goCommit => n \in votedYes
CommitsWhenTold == \A n \in Node : n \in committed => n \in goCommit
AbortsWhenToldOrAgainst == \A n \in Node : n \in aborted => n \in goAbort \/ n \notin votedYes

AbortHasAReason == \A n \in Node : n \in goAbort => mayAbort
VoteAgainstIsAReason == \A n \in Node : n \in votedNo => mayAbort
FailureIsAReason == \A n \in Node : n \notin alive => mayAbort

IndInv ==
  /\ Atomicity
  /\ TellsOneThing
  /\ CommitIsUnanimous
  /\ CommitsWhenTold
  /\ AbortsWhenToldOrAgainst
  /\ AbortHasAReason
  /\ VoteAgainstIsAReason
  /\ FailureIsAReason

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

====================================
