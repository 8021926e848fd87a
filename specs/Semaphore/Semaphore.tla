---- MODULE Semaphore ----
\* A counting semaphore: Permits threads may be inside, the others wait. Whoever leaves hands
\* its permit to a waiting thread, or returns it if there is none. With Both = TRUE it does both.
EXTENDS Integers, FiniteSets

CONSTANTS Thread, Permits, Both

ASSUME Permits \in Nat /\ Both \in BOOLEAN

VARIABLES free, waiting, inside

vars == <<free, waiting, inside>>

TypeOK ==
  /\ free \in Nat
  /\ waiting \subseteq Thread
  /\ inside \subseteq Thread

Init ==
  /\ free = Permits
  /\ waiting = {}
  /\ inside = {}

Outside(t) == t \notin waiting /\ t \notin inside

Acquire(t) ==
  /\ Outside(t)
  /\ free > 0
  /\ free' = free - 1
  /\ inside' = inside \union {t}
  /\ UNCHANGED waiting

Wait(t) ==
  /\ Outside(t)
  /\ free = 0
  /\ waiting' = waiting \union {t}
  /\ UNCHANGED <<free, inside>>

Return(t) ==
  /\ t \in inside
  /\ waiting = {}
  /\ inside' = inside \ {t}
  /\ free' = free + 1
  /\ UNCHANGED waiting

HandOver(t, u) ==
  /\ t \in inside
  /\ u \in waiting
  /\ inside' = (inside \ {t}) \union {u}
  /\ waiting' = waiting \ {u}
  /\ free' = IF Both THEN free + 1 ELSE free

Next ==
  \/ \E t \in Thread : Acquire(t) \/ Wait(t) \/ Return(t)
  \/ \E t, u \in Thread : HandOver(t, u)

Spec == Init /\ [][Next]_vars

AtMostPermits == Cardinality(inside) <= Permits

==========================
