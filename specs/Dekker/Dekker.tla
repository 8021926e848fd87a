---- MODULE Dekker ----
\* Dekker's mutual exclusion for two processes, with a flag for each and a turn: if both want to
\* enter, the one whose turn it is not takes its flag back. With SetFlag = FALSE processes do not
\* raise their flags again after waiting.
CONSTANTS A, B, SetFlag

ASSUME A # B /\ SetFlag \in BOOLEAN

Process == {A, B}

Other(p) == IF p = A THEN B ELSE A

VARIABLES
  flag,  \* whether each process wants to enter
  turn,  \* the process that goes first
  at     \* the next statement of each process

vars == <<flag, turn, at>>

Statement == {"idle", "test", "yield", "wait", "again", "critical", "pass", "lower"}

TypeOK ==
  /\ flag \in [Process -> BOOLEAN]
  /\ turn \in Process
  /\ at \in [Process -> Statement]

Init ==
  /\ flag = [p \in Process |-> FALSE]
  /\ turn \in Process
  /\ at = [p \in Process |-> "idle"]

Go(p, from, to) ==
  /\ at[p] = from
  /\ at' = [at EXCEPT ![p] = to]

Raise(p) ==
  /\ Go(p, "idle", "test")
  /\ flag' = [flag EXCEPT ![p] = TRUE]
  /\ UNCHANGED turn

Test(p) ==
  /\ Go(p, "test", IF flag[Other(p)] THEN "yield" ELSE "critical")
  /\ UNCHANGED <<flag, turn>>

Yield(p) ==
  /\ Go(p, "yield", IF turn = p THEN "test" ELSE "wait")
  /\ flag' = [flag EXCEPT ![p] = turn = p]
  /\ UNCHANGED turn

Wait(p) ==
  /\ turn = p
  /\ Go(p, "wait", "again")
  /\ UNCHANGED <<flag, turn>>

Again(p) ==
  /\ Go(p, "again", "test")
  /\ flag' = [flag EXCEPT ![p] = SetFlag]
  /\ UNCHANGED turn

Leave(p) ==
  /\ Go(p, "critical", "pass")
  /\ UNCHANGED <<flag, turn>>

PassTurn(p) ==
  /\ Go(p, "pass", "lower")
  /\ turn' = Other(p)
  /\ UNCHANGED flag

Lower(p) ==
  /\ Go(p, "lower", "idle")
  /\ flag' = [flag EXCEPT ![p] = FALSE]
  /\ UNCHANGED turn

Next ==
  \E p \in Process :
    Raise(p) \/ Test(p) \/ Yield(p) \/ Wait(p) \/ Again(p) \/ Leave(p) \/ PassTurn(p) \/ Lower(p)

Spec == Init /\ [][Next]_vars

MutualExclusion == ~(at[A] = "critical" /\ at[B] = "critical")

=======================
