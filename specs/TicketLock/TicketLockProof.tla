---- MODULE TicketLockProof ----
\* Why one thread is inside at a time: no two of those that wait or are inside have the same
\* ticket, and only the number that is served gets in.
EXTENDS TicketLock

HasTicket(t) == at[t] \in {"waiting", "critical"}

CriticalIsServed == \A t \in Thread : at[t] = "critical" => ticket[t] = serving

TicketsDiffer ==
  \A t, u \in Thread : HasTicket(t) /\ HasTicket(u) /\ ticket[t] = ticket[u] => t = u

TicketsWereDrawn == \A t \in Thread : HasTicket(t) => ticket[t] < next

IndInv ==
  /\ MutualExclusion
  /\ CriticalIsServed
  /\ TicketsDiffer
  /\ TicketsWereDrawn

================================
