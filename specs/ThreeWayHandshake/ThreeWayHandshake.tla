------------------------- MODULE ThreeWayHandshake --------------------------
(* Opening a connection with SYN, SYN-ACK and ACK. Messages are never      *)
(* removed, so each may arrive late and more than once. Both ends may give *)
(* up and start again, each time with a new number.                        *)
EXTENDS Naturals

CONSTANT MaxSeq

VARIABLES
  cstate, cseq, cpeer,    \* client: state, its number, the server's number
  sstate, sseq, speer,    \* server: likewise
  cnext, snext,           \* next unused numbers
  net

cvars == <<cstate, cseq, cpeer, cnext>>
svars == <<sstate, sseq, speer, snext>>
vars == <<cvars, svars, net>>

Number == 1..MaxSeq

Packet ==
  [type : {"SYN"}, seq : Number]
    \cup [type : {"SYNACK", "ACK"}, seq : Number, ack : Number]

TypeOK ==
  /\ cstate \in {"closed", "syn_sent", "established"}
  /\ sstate \in {"listen", "syn_received", "established"}
  /\ cseq \in 0..MaxSeq /\ cpeer \in 0..MaxSeq
  /\ sseq \in 0..MaxSeq /\ speer \in 0..MaxSeq
  /\ cnext \in 1..(MaxSeq + 1) /\ snext \in 1..(MaxSeq + 1)
  /\ net \subseteq Packet

Init ==
  /\ cstate = "closed" /\ cseq = 0 /\ cpeer = 0 /\ cnext = 1
  /\ sstate = "listen" /\ sseq = 0 /\ speer = 0 /\ snext = 1 /\ net = {}

Connect ==
  /\ cstate = "closed" /\ cnext <= MaxSeq /\ cstate' = "syn_sent"
  /\ cseq' = cnext /\ cpeer' = 0 /\ cnext' = cnext + 1
  /\ net' = net \cup {[type |-> "SYN", seq |-> cnext]} /\ UNCHANGED svars

RecvSyn(p) ==
  /\ p.type = "SYN" /\ sstate = "listen" /\ snext <= MaxSeq
  /\ sstate' = "syn_received" /\ sseq' = snext /\ speer' = p.seq
  /\ snext' = snext + 1
  /\ net' = net \cup {[type |-> "SYNACK", seq |-> snext, ack |-> p.seq]}
  /\ UNCHANGED cvars

RecvSynAck(p) ==
  /\ p.type = "SYNACK" /\ cstate = "syn_sent" /\ p.ack = cseq
  /\ cstate' = "established" /\ cpeer' = p.seq
  /\ net' = net \cup {[type |-> "ACK", seq |-> cseq, ack |-> p.seq]}
  /\ UNCHANGED <<cseq, cnext, svars>>

RecvAck(p) ==
  /\ p.type = "ACK" /\ sstate = "syn_received" /\ p.ack = sseq
  /\ sstate' = "established" /\ UNCHANGED <<sseq, speer, snext, cvars, net>>

ClientReset ==
  /\ cstate # "closed" /\ cstate' = "closed" /\ cseq' = 0 /\ cpeer' = 0
  /\ UNCHANGED <<cnext, svars, net>>

ServerReset ==
  /\ sstate # "listen" /\ sstate' = "listen" /\ sseq' = 0 /\ speer' = 0
  /\ UNCHANGED <<snext, cvars, net>>

Next ==
  \/ Connect \/ ClientReset \/ ServerReset
  \/ \E p \in net : RecvSyn(p) \/ RecvSynAck(p) \/ RecvAck(p)

Spec == Init /\ [][Next]_vars

Agreement ==
  cstate = "established" /\ sstate = "established"
    => cpeer = sseq /\ speer = cseq
=============================================================================
