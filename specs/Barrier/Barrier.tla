---- MODULE Barrier ----
\* A barrier that can be used again: each thread counts itself in; the last one resets the count
\* and turns the sense, for which the others wait. With ResetFirst = FALSE it turns the sense
\* first, and resets the count when others may already count themselves in again.
EXTENDS Integers, FiniteSets

CONSTANTS
  Thread,
  MaxPhase,   \* phases go on for ever; the search stops at this one
  ResetFirst

ASSUME MaxPhase \in Nat /\ ResetFirst \in BOOLEAN

VARIABLES
  count,  \* the threads that have arrived
  sense,  \* turned each time that all have arrived
  mine,   \* the sense that each thread waits for
  at,     \* "working", "last", "opening" or "waiting"
  phase   \* how often each thread has passed

vars == <<count, sense, mine, at, phase>>

TypeOK ==
  /\ count \in Nat
  /\ sense \in BOOLEAN
  /\ mine \in [Thread -> BOOLEAN]
  /\ at \in [Thread -> {"working", "last", "opening", "waiting"}]
  /\ phase \in [Thread -> Nat]

Init ==
  /\ count = 0
  /\ sense = FALSE
  /\ mine = [t \in Thread |-> FALSE]
  /\ at = [t \in Thread |-> "working"]
  /\ phase = [t \in Thread |-> 0]

Arrive(t) ==
  /\ at[t] = "working"
  /\ phase[t] < MaxPhase
  /\ count' = count + 1
  /\ mine' = [mine EXCEPT ![t] = ~@]
  /\ at' = [at EXCEPT ![t] = IF count + 1 >= Cardinality(Thread) THEN "last" ELSE "waiting"]
  /\ UNCHANGED <<sense, phase>>

\* The last thread does two things, in the right order or in the wrong one.
Begin(t) ==
  /\ at[t] = "last"
  /\ at' = [at EXCEPT ![t] = "opening"]
  /\ IF ResetFirst THEN count' = 0 /\ UNCHANGED sense ELSE sense' = mine[t] /\ UNCHANGED count
  /\ UNCHANGED <<mine, phase>>

Open(t) ==
  /\ at[t] = "opening"
  /\ at' = [at EXCEPT ![t] = "working"]
  /\ phase' = [phase EXCEPT ![t] = @ + 1]
  /\ IF ResetFirst THEN sense' = mine[t] /\ UNCHANGED count ELSE count' = 0 /\ UNCHANGED sense
  /\ UNCHANGED mine

Pass(t) ==
  /\ at[t] = "waiting"
  /\ sense = mine[t]
  /\ at' = [at EXCEPT ![t] = "working"]
  /\ phase' = [phase EXCEPT ![t] = @ + 1]
  /\ UNCHANGED <<count, sense, mine>>

Next == \E t \in Thread : Arrive(t) \/ Begin(t) \/ Open(t) \/ Pass(t)

Spec == Init /\ [][Next]_vars

\* Nobody has passed while somebody works in an earlier phase.
Together == \A t, u \in Thread : at[u] = "working" => phase[t] <= phase[u]

========================
