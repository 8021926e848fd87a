--------------------------- MODULE HazardPointers ---------------------------
(* Memory reclamation with hazard pointers: readers of a shared pointer     *)
(* publish which cell they are about to use and check that the pointer has  *)
(* not changed; a reclaimer frees the retired cells that nobody published.  *)
EXTENDS FiniteSets
CONSTANTS Thread, Cell, Null

VARIABLES
  head,     \* the shared pointer
  status,   \* status of each cell
  pc,       \* where each reader is
  local,    \* the cell each reader has read from head
  hazard,   \* the hazard slot of each reader
  victims,  \* reclaimer: cells that it may free at the end of the scan
  toScan    \* reclaimer: readers whose slot it has still to look at

readers == <<pc, local, hazard>>
reclaimer == <<victims, toScan>>
vars == <<head, status, readers, reclaimer>>

TypeOK ==
  /\ head \in Cell
  /\ status \in [Cell -> {"free", "linked", "retired"}]
  /\ pc \in [Thread -> {"idle", "publish", "validate", "using"}]
  /\ local \in [Thread -> Cell \cup {Null}]
  /\ hazard \in [Thread -> Cell \cup {Null}]
  /\ victims \subseteq Cell /\ toScan \subseteq Thread

Init ==
  /\ head \in Cell
  /\ status = [c \in Cell |-> IF c = head THEN "linked" ELSE "free"]
  /\ pc = [t \in Thread |-> "idle"]
  /\ local = [t \in Thread |-> Null] /\ hazard = [t \in Thread |-> Null]
  /\ victims = {} /\ toScan = {}

Goto(t, a, b) == pc[t] = a /\ pc' = [pc EXCEPT ![t] = b]

ReadHead(t) ==
  /\ Goto(t, "idle", "publish") /\ local' = [local EXCEPT ![t] = head]
  /\ UNCHANGED <<head, status, hazard, reclaimer>>

Publish(t) ==
  /\ Goto(t, "publish", "validate") /\ hazard' = [hazard EXCEPT ![t] = local[t]]
  /\ UNCHANGED <<head, status, local, reclaimer>>

Validate(t) ==
  /\ Goto(t, "validate", IF head = local[t] THEN "using" ELSE "idle")
  /\ UNCHANGED <<head, status, local, hazard, reclaimer>>

Finish(t) ==
  /\ Goto(t, "using", "idle")
  /\ local' = [local EXCEPT ![t] = Null] /\ hazard' = [hazard EXCEPT ![t] = Null]
  /\ UNCHANGED <<head, status, reclaimer>>

\* The writer swings the pointer to a new cell and retires the old one.
Replace(c) ==
  /\ status[c] = "free" /\ head' = c
  /\ status' = [status EXCEPT ![c] = "linked", ![head] = "retired"]
  /\ UNCHANGED <<readers, reclaimer>>

StartScan ==
  /\ victims = {} /\ victims' = {c \in Cell : status[c] = "retired"}
  /\ victims' # {} /\ toScan' = Thread /\ UNCHANGED <<head, status, readers>>

ScanSlot(t) ==
  /\ t \in toScan /\ toScan' = toScan \ {t} /\ victims' = victims \ {hazard[t]}
  /\ UNCHANGED <<head, status, readers>>

FreeVictims ==
  /\ toScan = {} /\ victims # {} /\ victims' = {}
  /\ status' = [c \in Cell |-> IF c \in victims THEN "free" ELSE status[c]]
  /\ UNCHANGED <<head, readers, toScan>>

Next ==
  \/ StartScan \/ FreeVictims \/ \E c \in Cell : Replace(c)
  \/ \E t \in Thread : ReadHead(t) \/ Publish(t) \/ Validate(t) \/ Finish(t) \/ ScanSlot(t)
Spec == Init /\ [][Next]_vars

NoUseAfterFree == \A t \in Thread : pc[t] = "using" => status[local[t]] # "free"
=============================================================================
