--------------------------- MODULE CommitRecovery ---------------------------
(* Two-phase commit with a coordinator that may crash and recover from its *)
(* log; prepared participants may ask the others for the outcome.          *)
EXTENDS FiniteSets
CONSTANT Part

VARIABLES state,    \* state of each participant
          up,       \* is the coordinator running?
          log,      \* the coordinator's decision on stable storage
          ballots,  \* participants whose vote it has (lost in a crash)
          msgs      \* all messages ever sent
vars == <<state, up, log, ballots, msgs>>

Outcome == {"commit", "abort"}

Message == [type : {"yes", "ask"}, from : Part]
             \cup [type : {"decision"}, value : Outcome]
             \cup [type : {"answer"}, to : Part, value : Outcome]

TypeOK == /\ state \in [Part -> {"working", "prepared", "commit", "abort"}]
          /\ up \in BOOLEAN
          /\ log \in Outcome \cup {"none"}
          /\ ballots \subseteq Part
          /\ msgs \subseteq Message

Init == /\ state = [p \in Part |-> "working"] /\ ballots = {} /\ msgs = {}
        /\ up = TRUE /\ log = "none"

Prepare(p) == /\ state[p] = "working" /\ state' = [state EXCEPT ![p] = "prepared"]
              /\ msgs' = msgs \cup {[type |-> "yes", from |-> p]}
              /\ UNCHANGED <<up, log, ballots>>

GiveUp(p) == /\ state[p] = "working" /\ state' = [state EXCEPT ![p] = "abort"]
             /\ UNCHANGED <<up, log, ballots, msgs>>

CountVote(p) == /\ up /\ log = "none" /\ [type |-> "yes", from |-> p] \in msgs
                /\ ballots' = ballots \cup {p}
                /\ UNCHANGED <<state, up, log, msgs>>

\* Abort is always possible: some participant may never answer.
Decide(v) == /\ up /\ log = "none"
             /\ (v = "commit" => ballots = Part) /\ log' = v
             /\ UNCHANGED <<state, up, ballots, msgs>>

Announce == /\ up /\ log # "none"
            /\ msgs' = msgs \cup {[type |-> "decision", value |-> log]}
            /\ UNCHANGED <<state, up, log, ballots>>

Crash == up /\ up' = FALSE /\ ballots' = {} /\ UNCHANGED <<state, log, msgs>>

Recover == /\ ~up /\ up' = TRUE
           /\ log' = IF log = "none" THEN "abort" ELSE log
           /\ UNCHANGED <<state, ballots, msgs>>

Ask(p) == /\ state[p] = "prepared"
          /\ msgs' = msgs \cup {[type |-> "ask", from |-> p]}
          /\ UNCHANGED <<state, up, log, ballots>>

\* A participant that has not voted can still abort, and says so.
Answer(p, q) ==
  /\ p # q /\ state[p] # "prepared" /\ [type |-> "ask", from |-> q] \in msgs
  /\ state' = [state EXCEPT ![p] = IF @ = "working" THEN "abort" ELSE @]
  /\ msgs' = msgs \cup {[type |-> "answer", to |-> q, value |-> state'[p]]}
  /\ UNCHANGED <<up, log, ballots>>

Learn(p, v) == /\ state[p] = "prepared"
               /\ \/ [type |-> "decision", value |-> v] \in msgs
                  \/ [type |-> "answer", to |-> p, value |-> v] \in msgs
               /\ state' = [state EXCEPT ![p] = v]
               /\ UNCHANGED <<up, log, ballots, msgs>>

Next == \/ Announce \/ Crash \/ Recover
        \/ \E v \in Outcome : Decide(v)
        \/ \E p \in Part : Prepare(p) \/ GiveUp(p) \/ CountVote(p) \/ Ask(p)
        \/ \E p, q \in Part : Answer(p, q)
        \/ \E p \in Part, v \in Outcome : Learn(p, v)

Spec == Init /\ [][Next]_vars
Atomicity == \A p, q \in Part : ~(state[p] = "commit" /\ state[q] = "abort")
=============================================================================
