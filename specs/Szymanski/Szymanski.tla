---- MODULE Szymanski ----
\* Szymanski's mutual exclusion: processes gather in a waiting room, the last one in closes the
\* door, and they leave in the order of their numbers. Each test of the other flags is one step.
\* With InOrder = FALSE nobody waits for lower numbers.
EXTENDS Integers

CONSTANTS N, InOrder

ASSUME N \in Nat \ {0} /\ InOrder \in BOOLEAN

Process == 1..N

VARIABLES
  flag,  \* 0: outside, 1: wants in, 2: waits for others, 3: in the door, 4: the door is closed
  at     \* the next statement of each process

vars == <<flag, at>>

Statement == {"idle", "door", "look", "wait", "order", "critical", "leave"}

TypeOK ==
  /\ flag \in [Process -> 0..4]
  /\ at \in [Process -> Statement]

Init ==
  /\ flag = [p \in Process |-> 0]
  /\ at = [p \in Process |-> "idle"]

Move(p, from, to, value) ==
  /\ at[p] = from
  /\ at' = [at EXCEPT ![p] = to]
  /\ flag' = [flag EXCEPT ![p] = value]

Want(p) == Move(p, "idle", "door", 1)

EnterDoor(p) ==
  /\ \A q \in Process : flag[q] \in {0, 1, 2}
  /\ Move(p, "door", "look", 3)

WaitInside(p) ==
  /\ \E q \in Process : flag[q] = 1
  /\ Move(p, "look", "wait", 2)

CloseDoor(p) ==
  /\ \A q \in Process : flag[q] # 1
  /\ Move(p, "look", "order", 4)

Follow(p) ==
  /\ \E q \in Process : flag[q] = 4
  /\ Move(p, "wait", "order", 4)

Enter(p) ==
  /\ InOrder => \A q \in Process : q < p => flag[q] \in {0, 1}
  /\ Move(p, "order", "critical", 4)

Exit(p) == Move(p, "critical", "leave", 4)

Leave(p) ==
  /\ \A q \in Process : q > p => flag[q] \in {0, 1, 4}
  /\ Move(p, "leave", "idle", 0)

Next ==
  \E p \in Process :
    \/ Want(p) \/ EnterDoor(p) \/ WaitInside(p) \/ CloseDoor(p)
    \/ Follow(p) \/ Enter(p) \/ Exit(p) \/ Leave(p)

Spec == Init /\ [][Next]_vars

MutualExclusion ==
  \A p, q \in Process : at[p] = "critical" /\ at[q] = "critical" => p = q

==========================
