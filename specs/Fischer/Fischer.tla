---- MODULE Fischer ----
\* Fischer's mutual exclusion by one variable: a process that reads 'nobody' writes its name,
\* waits, and enters if its name is still there. The wait is longer than the time between reading
\* and writing; instead of clocks, it ends only when no process is between the two. With
\* Delay = FALSE it may end before.
CONSTANTS Process, Nobody, Delay

ASSUME Nobody \notin Process /\ Delay \in BOOLEAN

VARIABLES
  lock,  \* the name that was written last
  at     \* "idle", "writing", "waiting", "checking" or "critical"

vars == <<lock, at>>

TypeOK ==
  /\ lock \in Process \union {Nobody}
  /\ at \in [Process -> {"idle", "writing", "waiting", "checking", "critical"}]

Init ==
  /\ lock = Nobody
  /\ at = [p \in Process |-> "idle"]

Read(p) ==
  /\ at[p] = "idle"
  /\ lock = Nobody
  /\ at' = [at EXCEPT ![p] = "writing"]
  /\ UNCHANGED lock

Write(p) ==
  /\ at[p] = "writing"
  /\ lock' = p
  /\ at' = [at EXCEPT ![p] = "waiting"]

Wait(p) ==
  /\ at[p] = "waiting"
  /\ Delay => \A q \in Process : at[q] # "writing"
  /\ at' = [at EXCEPT ![p] = "checking"]
  /\ UNCHANGED lock

Check(p) ==
  /\ at[p] = "checking"
  /\ at' = [at EXCEPT ![p] = IF lock = p THEN "critical" ELSE "idle"]
  /\ UNCHANGED lock

Exit(p) ==
  /\ at[p] = "critical"
  /\ lock' = Nobody
  /\ at' = [at EXCEPT ![p] = "idle"]

Next == \E p \in Process : Read(p) \/ Write(p) \/ Wait(p) \/ Check(p) \/ Exit(p)

Spec == Init /\ [][Next]_vars

MutualExclusion ==
  \A p, q \in Process : at[p] = "critical" /\ at[q] = "critical" => p = q

========================
