---- MODULE TwoPhaseProof ----
\* Why resource managers agree: a decision is made once and then sent, and it is to commit
\* only when everybody is prepared and waits for it.
EXTENDS TwoPhase

SentPrepared(r) == [type |-> "prepared", rm |-> r] \in msgs
SentCommit == [type |-> "commit"] \in msgs
SentAbort == [type |-> "abort"] \in msgs

CommitIsDecided == SentCommit => tmState = "committed"
AbortIsDecided == SentAbort => tmState = "aborted"

\* Whoever is prepared does nothing alone.
PreparedWaits == \A r \in RM : tmState = "init" /\ SentPrepared(r) => rmState[r] = "prepared"
KnownIsPrepared == \A r \in RM : r \in tmPrepared => SentPrepared(r)

CommitFindsAllReady == SentCommit => \A r \in RM : rmState[r] \in {"prepared", "committed"}
CommittedWasTold == \A r \in RM : rmState[r] = "committed" => SentCommit

IndInv ==
  /\ TCConsistent
  /\ CommitIsDecided
  /\ AbortIsDecided
  /\ PreparedWaits
  /\ KnownIsPrepared
  /\ CommitFindsAllReady
  /\ CommittedWasTold

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TPTypeOK /\ IndInv

==============================
