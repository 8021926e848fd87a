---- MODULE WorkQueue ----
\* Tasks that workers take for a limited time. When the time is over, the task is given to
\* somebody else with a higher number, and a result with an old number is rejected. With
\* Fence = FALSE any result is accepted, also a second one.
EXTENDS Integers

CONSTANTS
  Task,
  Worker,
  MaxAttempt,  \* numbers grow for ever; the search stops at this one
  Fence

ASSUME MaxAttempt \in Nat /\ Fence \in BOOLEAN

VARIABLES
  state,    \* "queued", "leased" or "finished", for each task
  attempt,  \* the number of its latest attempt
  claims,   \* [worker, task, attempt]: what workers are working on
  results   \* [worker, task, attempt]: the results that were accepted

vars == <<state, attempt, claims, results>>

Claim == [worker : Worker, task : Task, attempt : Nat]

TypeOK ==
  /\ state \in [Task -> {"queued", "leased", "finished"}]
  /\ attempt \in [Task -> Nat]
  /\ claims \subseteq Claim
  /\ results \subseteq Claim

Init ==
  /\ state = [t \in Task |-> "queued"]
  /\ attempt = [t \in Task |-> 0]
  /\ claims = {}
  /\ results = {}

Lease(t, w) ==
  /\ state[t] = "queued"
  /\ attempt[t] < MaxAttempt
  /\ state' = [state EXCEPT ![t] = "leased"]
  /\ attempt' = [attempt EXCEPT ![t] = @ + 1]
  /\ claims' = claims \union {[worker |-> w, task |-> t, attempt |-> attempt[t] + 1]}
  /\ UNCHANGED results

Expire(t) ==
  /\ state[t] = "leased"
  /\ state' = [state EXCEPT ![t] = "queued"]
  /\ UNCHANGED <<attempt, claims, results>>

Finish(c) ==
  /\ Fence => state[c.task] = "leased" /\ attempt[c.task] = c.attempt
  /\ state' = [state EXCEPT ![c.task] = "finished"]
  /\ results' = results \union {c}
  /\ claims' = claims \ {c}
  /\ UNCHANGED attempt

Abandon(c) ==
  /\ claims' = claims \ {c}
  /\ UNCHANGED <<state, attempt, results>>

Next ==
  \/ \E t \in Task : Expire(t) \/ \E w \in Worker : Lease(t, w)
  \/ \E c \in claims : Finish(c) \/ Abandon(c)

Spec == Init /\ [][Next]_vars

OneResult == \A c, d \in results : c.task = d.task => c = d

==========================
