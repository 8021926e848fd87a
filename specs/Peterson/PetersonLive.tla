---- MODULE PetersonLive ----
\* Whoever has asked to enter does, if the processes go on: the other one can overtake it
\* once, and then lets it go first.
EXTENDS PetersonProof

FairSpec ==
  /\ Spec
  /\ \A p \in Process : WF_vars(Yield(p))
  /\ \A p \in Process : WF_vars(Enter(p))
  /\ \A p \in Process : WF_vars(Leave(p))

EveryoneEnters == \A p \in Process : (at[p] = "yield") ~> (at[p] = "critical")

=============================
