---------------------------- MODULE BankTransfer ----------------------------
(* Transfers between branches of a bank. A payment may arrive several times *)
(* but is applied once, thanks to its id. An impatient sender may ask the   *)
(* receiver to refuse it, and takes the money back when the receiver did.   *)
EXTENDS Naturals, FiniteSets
CONSTANTS Branch, Id, Start

VARIABLES
  balance,    \* money of each branch
  used,       \* ids that were already given to a transfer
  pending,    \* transfers that senders have not seen finished
  payments, cancels, replies,    \* messages
  applied,    \* ids that each branch has applied
  refused,    \* ids that each branch has promised never to apply
  refunded    \* ids for which the sender took the money back

vars == <<balance, used, pending, payments, cancels, replies, applied, refused, refunded>>

Total == Start * Cardinality(Branch)
Transfer == [id : Id, from : Branch, to : Branch, amount : 1..Start]

TypeOK ==
  /\ balance \in [Branch -> 0..Total]
  /\ pending \subseteq Transfer /\ payments \subseteq Transfer
  /\ cancels \subseteq Transfer
  /\ replies \subseteq [id : Id, result : {"applied", "refused"}]
  /\ applied \in [Branch -> SUBSET Id]
  /\ refused \in [Branch -> SUBSET Id]
  /\ used \subseteq Id /\ refunded \subseteq Id

Init ==
  /\ balance = [b \in Branch |-> Start] /\ used = {} /\ pending = {}
  /\ payments = {} /\ cancels = {} /\ replies = {}
  /\ applied = [b \in Branch |-> {}] /\ refused = applied /\ refunded = {}

Send(t) ==
  /\ t.id \notin used /\ t.from # t.to /\ t.amount <= balance[t.from]
  /\ used' = used \cup {t.id}
  /\ balance' = [balance EXCEPT ![t.from] = @ - t.amount]
  /\ pending' = pending \cup {t} /\ payments' = payments \cup {t}
  /\ UNCHANGED <<cancels, replies, applied, refused, refunded>>

Apply(t) ==
  /\ t.id \notin applied[t.to] \cup refused[t.to]
  /\ balance' = [balance EXCEPT ![t.to] = @ + t.amount]
  /\ applied' = [applied EXCEPT ![t.to] = @ \cup {t.id}]
  /\ replies' = replies \cup {[id |-> t.id, result |-> "applied"]}
  /\ UNCHANGED <<used, pending, payments, cancels, refused, refunded>>

AskCancel(t) ==
  /\ t \notin cancels /\ cancels' = cancels \cup {t}
  /\ UNCHANGED <<balance, used, pending, payments, replies, applied, refused, refunded>>

Refuse(t) ==
  /\ t.id \notin applied[t.to]
  /\ refused' = [refused EXCEPT ![t.to] = @ \cup {t.id}]
  /\ replies' = replies \cup {[id |-> t.id, result |-> "refused"]}
  /\ UNCHANGED <<balance, used, pending, payments, cancels, applied, refunded>>

Confirm(t) ==
  /\ [id |-> t.id, result |-> "applied"] \in replies /\ pending' = pending \ {t}
  /\ UNCHANGED <<balance, used, payments, cancels, replies, applied, refused, refunded>>

Refund(t) ==
  /\ [id |-> t.id, result |-> "refused"] \in replies /\ pending' = pending \ {t}
  /\ balance' = [balance EXCEPT ![t.from] = @ + t.amount]
  /\ refunded' = refunded \cup {t.id}
  /\ UNCHANGED <<used, payments, cancels, replies, applied, refused>>

Next ==
  \/ \E t \in Transfer : Send(t)
  \/ \E t \in payments : Apply(t)
  \/ \E t \in cancels : Refuse(t)
  \/ \E t \in pending : AskCancel(t) \/ Confirm(t) \/ Refund(t)

Spec == Init /\ [][Next]_vars

\* Money is never both received and taken back.
NotPaidTwice == \A b \in Branch : applied[b] \cap refunded = {}
=============================================================================
