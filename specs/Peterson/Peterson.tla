---- MODULE Peterson ----
\* Peterson's mutual exclusion for two processes: whoever wants to enter says so, lets the
\* other go first, and waits while the other wants to enter and has not given way.
EXTENDS Naturals

Process == {0, 1}

Other(p) == 1 - p

VARIABLES
  wants,  \* TRUE for a process that wants to enter
  first,  \* the process that goes first if both want to enter
  at      \* what each process is about to do

vars == <<wants, first, at>>

TypeOK ==
  /\ wants \in [Process -> BOOLEAN]
  /\ first \in Process
  /\ at \in [Process -> {"ask", "yield", "wait", "critical"}]

Init ==
  /\ wants = [p \in Process |-> FALSE]
  /\ first \in Process
  /\ at = [p \in Process |-> "ask"]

Ask(p) ==
  /\ at[p] = "ask"
  /\ wants' = [wants EXCEPT ![p] = TRUE]
  /\ at' = [at EXCEPT ![p] = "yield"]
  /\ UNCHANGED first

Yield(p) ==
  /\ at[p] = "yield"
  /\ first' = Other(p)
  /\ at' = [at EXCEPT ![p] = "wait"]
  /\ UNCHANGED wants

Enter(p) ==
  /\ at[p] = "wait"
  /\ ~wants[Other(p)] \/ first = p
  /\ at' = [at EXCEPT ![p] = "critical"]
  /\ UNCHANGED <<wants, first>>

Leave(p) ==
  /\ at[p] = "critical"
  /\ wants' = [wants EXCEPT ![p] = FALSE]
  /\ at' = [at EXCEPT ![p] = "ask"]
  /\ UNCHANGED first

Next == \E p \in Process : Ask(p) \/ Yield(p) \/ Enter(p) \/ Leave(p)

Spec == Init /\ [][Next]_vars

MutualExclusion == ~(at[0] = "critical" /\ at[1] = "critical")

=========================
