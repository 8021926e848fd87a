---- MODULE TicketLockLive ----
\* Everybody who has drawn a ticket enters, if nobody stays inside for ever: the numbers
\* between the ticket and the one that is served become fewer.
EXTENDS TicketLock

FairSpec ==
  /\ Spec
  /\ \A t \in Thread : WF_vars(Enter(t))
  /\ \A t \in Thread : WF_vars(Leave(t))

EveryoneEnters == \A t \in Thread : (at[t] = "waiting") ~> (at[t] = "critical")

===============================
