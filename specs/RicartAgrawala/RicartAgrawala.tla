---- MODULE RicartAgrawala ----
\* Mutual exclusion by permission: a process asks all others with the time of its request, and
\* enters when all have replied; it defers its reply to requests that are later than its own.
\* With Defer = FALSE it replies at once.
EXTENDS Integers

CONSTANTS
  N,
  MaxClock,  \* clocks run for ever; the search stops at this one
  Defer

ASSUME N \in Nat \ {0} /\ MaxClock \in Nat /\ Defer \in BOOLEAN

Process == 1..N

VARIABLES
  clock,     \* the highest time that each process has seen
  time,      \* the time of its own request
  at,        \* "idle", "waiting" or "critical"
  requests,  \* [from, to, time]: requests on their way, or deferred
  replies    \* replies[p]: those who have replied to p

vars == <<clock, time, at, requests, replies>>

TypeOK ==
  /\ clock \in [Process -> Nat]
  /\ time \in [Process -> Nat]
  /\ at \in [Process -> {"idle", "waiting", "critical"}]
  /\ requests \subseteq [from : Process, to : Process, time : Nat]
  /\ replies \in [Process -> SUBSET Process]

Init ==
  /\ clock = [p \in Process |-> 0]
  /\ time = [p \in Process |-> 0]
  /\ at = [p \in Process |-> "idle"]
  /\ requests = {}
  /\ replies = [p \in Process |-> {}]

Ask(p) ==
  /\ at[p] = "idle"
  /\ at' = [at EXCEPT ![p] = "waiting"]
  /\ clock' = [clock EXCEPT ![p] = @ + 1]
  /\ time' = [time EXCEPT ![p] = clock[p] + 1]
  /\ requests' = requests \union
       {[from |-> p, to |-> q, time |-> clock[p] + 1] : q \in Process \ {p}}
  /\ UNCHANGED replies

\* Whether p's own request is before one of q.
IsFirst(p, q, t) == time[p] < t \/ (time[p] = t /\ p < q)

Reply(p) ==
  \E m \in requests :
    /\ m.to = p
    /\ Defer =>
         \/ at[p] = "idle"
         \/ at[p] = "waiting" /\ ~IsFirst(p, m.from, m.time)
    /\ requests' = requests \ {m}
    /\ replies' = [replies EXCEPT ![m.from] = @ \union {p}]
    /\ clock' = [clock EXCEPT ![p] = IF m.time > @ THEN m.time ELSE @]
    /\ UNCHANGED <<time, at>>

Enter(p) ==
  /\ at[p] = "waiting"
  /\ replies[p] = Process \ {p}
  /\ at' = [at EXCEPT ![p] = "critical"]
  /\ UNCHANGED <<clock, time, requests, replies>>

Exit(p) ==
  /\ at[p] = "critical"
  /\ at' = [at EXCEPT ![p] = "idle"]
  /\ replies' = [replies EXCEPT ![p] = {}]
  /\ UNCHANGED <<clock, time, requests>>

Next == \E p \in Process : Ask(p) \/ Reply(p) \/ Enter(p) \/ Exit(p)

Spec == Init /\ [][Next]_vars

ClocksBounded == \A p \in Process : clock[p] <= MaxClock

MutualExclusion ==
  \A p, q \in Process : at[p] = "critical" /\ at[q] = "critical" => p = q

===============================
