------------------------------ MODULE twophase ------------------------------
(* Two-phase commit. A coordinator commits a transaction once every worker has voted for  *)
(* it, and may give up as long as it has not decided. No two workers may decide           *)
(* differently.                                                                           *)
EXTENDS FiniteSets

CONSTANT Workers                 \* the participants of the transaction

ASSUME SomeWorkers == Workers # {} /\ IsFiniteSet(Workers)

VARIABLES
    state,                       \* what each worker has done so far
    votes,                       \* those whose vote the coordinator has received
    decision,                    \* the coordinator's word, "none" until there is one
    messages                     \* everything ever sent

vars == <<state, votes, decision, messages>>

Message == [kind : {"vote"}, from : Workers] \union [kind : {"commit", "abort"}]

TypeOK ==
    /\ state \in [Workers -> {"working", "voted", "committed", "aborted"}]
    /\ votes \in SUBSET Workers
    /\ decision \in {"none", "commit", "abort"}
    /\ messages \in SUBSET Message

Init ==
    /\ state = [w \in Workers |-> "working"]
    /\ votes = {}
    /\ decision = "none"
    /\ messages = {}

-----------------------------------------------------------------------------

Vote(w) ==
    /\ state[w] = "working"
    /\ state' = [state EXCEPT ![w] = "voted"]
    /\ messages' = messages \union {[kind |-> "vote", from |-> w]}
    /\ UNCHANGED <<votes, decision>>

Refuse(w) ==
    /\ state[w] = "working"
    /\ state' = [state EXCEPT ![w] = "aborted"]
    /\ UNCHANGED <<votes, decision, messages>>

Count(w) ==
    /\ decision = "none"
    /\ [kind |-> "vote", from |-> w] \in messages
    /\ votes' = votes \union {w}
    /\ UNCHANGED <<state, decision, messages>>

Decide(word) ==
    /\ decision = "none"
    /\ word = "commit" => votes = Workers
    /\ decision' = word
    /\ messages' = messages \union {[kind |-> word]}
    /\ UNCHANGED <<state, votes>>

Obey(w) ==
    /\ state[w] \in {"working", "voted"}
    /\ \/ /\ [kind |-> "commit"] \in messages
          /\ state' = [state EXCEPT ![w] = "committed"]
       \/ /\ [kind |-> "abort"] \in messages
          /\ state' = [state EXCEPT ![w] = "aborted"]
    /\ UNCHANGED <<votes, decision, messages>>

Next ==
    \/ \E w \in Workers : Vote(w) \/ Refuse(w) \/ Count(w) \/ Obey(w)
    \/ \E word \in {"commit", "abort"} : Decide(word)

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

-----------------------------------------------------------------------------

Consistent ==
    \A v, w \in Workers : ~(state[v] = "committed" /\ state[w] = "aborted")

Decided == <>(\A w \in Workers : state[w] \in {"committed", "aborted"})

THEOREM Spec => []TypeOK
THEOREM Spec => []Consistent

=============================================================================
