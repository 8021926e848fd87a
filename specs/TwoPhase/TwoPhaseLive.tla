---- MODULE TwoPhaseLive ----
\* Two-phase commit ends for every resource manager, if the managers do what they can: the
\* transaction manager decides at last, and nobody stops before the decision arrives.
EXTENDS TwoPhaseProof

Decide == TMCommit \/ TMAbort

Obey(r) == RMRcvCommit(r) \/ RMRcvAbort(r)

FairSpec ==
  /\ TPSpec
  /\ WF_vars(Decide)
  /\ \A r \in RM : WF_vars(Obey(r))

DecisionIsSent ==
  /\ tmState = "committed" => SentCommit
  /\ tmState = "aborted" => SentAbort

EveryoneEnds == \A r \in RM : <>(rmState[r] \in {"committed", "aborted"})

=============================
