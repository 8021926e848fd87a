---- MODULE TicketLock ----
\* Mutual exclusion as at a counter: everybody draws a ticket and waits until its number is
\* served; whoever leaves calls the next number.
EXTENDS Naturals

CONSTANTS
  Thread,
  MaxTicket  \* numbers grow for ever; the search stops at this one

ASSUME MaxTicket \in Nat

VARIABLES
  next,     \* the number of the next ticket
  serving,  \* the number that is served
  ticket,   \* the ticket that each thread has drawn last
  at        \* "idle", "waiting" or "critical"

vars == <<next, serving, ticket, at>>

TypeOK ==
  /\ next \in Nat
  /\ serving \in Nat
  /\ ticket \in [Thread -> Nat]
  /\ at \in [Thread -> {"idle", "waiting", "critical"}]

Init ==
  /\ next = 0
  /\ serving = 0
  /\ ticket = [t \in Thread |-> 0]
  /\ at = [t \in Thread |-> "idle"]

Draw(t) ==
  /\ at[t] = "idle"
  /\ ticket' = [ticket EXCEPT ![t] = next]
  /\ next' = next + 1
  /\ at' = [at EXCEPT ![t] = "waiting"]
  /\ UNCHANGED serving

Enter(t) ==
  /\ at[t] = "waiting"
  /\ ticket[t] = serving
  /\ at' = [at EXCEPT ![t] = "critical"]
  /\ UNCHANGED <<next, serving, ticket>>

Leave(t) ==
  /\ at[t] = "critical"
  /\ serving' = serving + 1
  /\ at' = [at EXCEPT ![t] = "idle"]
  /\ UNCHANGED <<next, ticket>>

Next == \E t \in Thread : Draw(t) \/ Enter(t) \/ Leave(t)

Spec == Init /\ [][Next]_vars

MutualExclusion ==
  \A t, u \in Thread : at[t] = "critical" /\ at[u] = "critical" => t = u

SmallNumbers == next <= MaxTicket

===========================
