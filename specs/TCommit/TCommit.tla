---- MODULE TCommit ----
\* What it means that several resource managers commit a transaction together: each ends
\* committed or aborted, and they agree. How they find out is left to a protocol.
CONSTANT RM  \* the resource managers

VARIABLE rmState  \* what each of them has done

TCTypeOK == rmState \in [RM -> {"working", "prepared", "committed", "aborted"}]

TCInit == rmState = [r \in RM |-> "working"]

\* Committing needs everybody's consent; aborting is possible until somebody has committed.
AllConsent == \A r \in RM : rmState[r] \in {"prepared", "committed"}
NoneCommitted == \A r \in RM : rmState[r] # "committed"

Prepare(r) ==
  /\ rmState[r] = "working"
  /\ rmState' = [rmState EXCEPT ![r] = "prepared"]

Commit(r) ==
  /\ rmState[r] = "prepared"
  /\ AllConsent
  /\ rmState' = [rmState EXCEPT ![r] = "committed"]

Abort(r) ==
  /\ rmState[r] \in {"working", "prepared"}
  /\ NoneCommitted
  /\ rmState' = [rmState EXCEPT ![r] = "aborted"]

TCNext == \E r \in RM : Prepare(r) \/ Commit(r) \/ Abort(r)

TCSpec == TCInit /\ [][TCNext]_rmState

TCConsistent ==
  \A r1, r2 \in RM : ~(rmState[r1] = "aborted" /\ rmState[r2] = "committed")

========================
