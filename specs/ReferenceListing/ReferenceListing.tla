-------------------------- MODULE ReferenceListing --------------------------
(* Distributed garbage collection of one object by reference listing. The  *)
(* owner lists who has a reference; a process that sends its reference on  *)
(* keeps it until the receiver has registered with the owner.              *)
EXTENDS FiniteSets
CONSTANT Proc

VARIABLES ref,     \* state of each process's reference
          pins,    \* receivers that have still to confirm a copy
          listed,  \* owner: processes that have a reference
          freed,   \* owner: was the object freed?
          msgs
vars == <<ref, pins, listed, freed, msgs>>

Msg(t, p, q) == [type |-> t, from |-> p, to |-> q]
Message == [type : {"copy", "received"}, from : Proc, to : Proc]
             \cup [type : {"register", "registered"}, from : Proc, to : Proc]
             \cup [type : {"drop", "dropped"}, proc : Proc]

TypeOK ==
  /\ ref \in [Proc -> {"none", "registering", "live", "dropping"}]
  /\ pins \in [Proc -> SUBSET Proc] /\ listed \subseteq Proc
  /\ freed \in BOOLEAN /\ msgs \subseteq Message

Init ==
  /\ \E p \in Proc : /\ ref = [q \in Proc |-> IF q = p THEN "live" ELSE "none"]
                     /\ listed = {p}
  /\ pins = [p \in Proc |-> {}] /\ freed = FALSE /\ msgs = {}

SendCopy(p, q) ==
  /\ p # q /\ ref[p] = "live" /\ q \notin pins[p]
  /\ pins' = [pins EXCEPT ![p] = @ \cup {q}]
  /\ msgs' = msgs \cup {Msg("copy", p, q)} /\ UNCHANGED <<ref, listed, freed>>

RecvCopy(m) ==     \* the first one has to be registered with the owner
  /\ m.type = "copy" /\ ref[m.to] \in {"none", "live"}
  /\ ref' = [ref EXCEPT ![m.to] = IF @ = "none" THEN "registering" ELSE @]
  /\ msgs' = (msgs \ {m}) \cup
        {Msg(IF ref[m.to] = "none" THEN "register" ELSE "received", m.from, m.to)}
  /\ UNCHANGED <<pins, listed, freed>>

Register(m) ==     \* owner
  /\ m.type = "register" /\ listed' = listed \cup {m.to}
  /\ msgs' = (msgs \ {m}) \cup {Msg("registered", m.from, m.to)}
  /\ UNCHANGED <<ref, pins, freed>>

Registered(m) ==
  /\ m.type = "registered" /\ ref' = [ref EXCEPT ![m.to] = "live"]
  /\ msgs' = (msgs \ {m}) \cup {Msg("received", m.from, m.to)}
  /\ UNCHANGED <<pins, listed, freed>>

Unpin(m) ==
  /\ m.type = "received" /\ pins' = [pins EXCEPT ![m.from] = @ \ {m.to}]
  /\ msgs' = msgs \ {m} /\ UNCHANGED <<ref, listed, freed>>

Drop(p) ==
  /\ ref[p] = "live" /\ pins[p] = {} /\ ref' = [ref EXCEPT ![p] = "dropping"]
  /\ msgs' = msgs \cup {[type |-> "drop", proc |-> p]}
  /\ UNCHANGED <<pins, listed, freed>>

Unlist(m) ==       \* owner
  /\ m.type = "drop" /\ listed' = listed \ {m.proc}
  /\ msgs' = (msgs \ {m}) \cup {[type |-> "dropped", proc |-> m.proc]}
  /\ UNCHANGED <<ref, pins, freed>>

Dropped(m) ==
  /\ m.type = "dropped" /\ ref' = [ref EXCEPT ![m.proc] = "none"]
  /\ msgs' = msgs \ {m} /\ UNCHANGED <<pins, listed, freed>>

Free == ~freed /\ listed = {} /\ freed' = TRUE /\ UNCHANGED <<ref, pins, listed, msgs>>

Next ==
  \/ Free \/ (\E p \in Proc : Drop(p)) \/ (\E p, q \in Proc : SendCopy(p, q))
  \/ \E m \in msgs : \/ RecvCopy(m) \/ Register(m) \/ Registered(m)
                     \/ Unpin(m) \/ Unlist(m) \/ Dropped(m)
Spec == Init /\ [][Next]_vars
\* The object is not freed while a reference is in hand or in a message.
NoDangling == freed => /\ \A p \in Proc : ref[p] \notin {"registering", "live"}
                       /\ \A m \in msgs : m.type # "copy"
=============================================================================
