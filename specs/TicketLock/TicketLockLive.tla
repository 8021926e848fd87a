---- MODULE TicketLockLive ----
\* Everybody who has drawn a ticket enters, if nobody stays inside for ever: the numbers
\* between the ticket and the one that is served become fewer.
EXTENDS TicketLockProof

FairSpec ==
  /\ Spec
  /\ \A t \in Thread : WF_vars(Enter(t))
  /\ \A t \in Thread : WF_vars(Leave(t))

NoneIsLate ==
  /\ serving <= next
  /\ \A t \in Thread : HasTicket(t) => serving <= ticket[t]

\* No number is skipped: somebody waits with each that is not yet served, or is inside.
NoneIsSkipped ==
  \A k \in serving..(next - 1) : \E t \in Thread : HasTicket(t) /\ ticket[t] = k

EveryoneEnters == \A t \in Thread : (at[t] = "waiting") ~> (at[t] = "critical")

===============================
