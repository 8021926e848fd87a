---- MODULE MessageLoss ----
\* A pattern: messages that are lost and overtake each other. They are a set, so that any of
\* them may be the next to arrive, and one may vanish. Here a client asks a server to carry
\* out orders; it repeats each until it is confirmed, so the server must know its orders.
EXTENDS Integers

CONSTANTS
  NumOrders,
  Remember  \* whether the server recognises an order that it has carried out before

ASSUME NumOrders \in Nat /\ Remember \in BOOLEAN

VARIABLES
  messages,   \* those on their way
  issued,     \* the orders that the client has sent at least once
  confirmed,  \* those that it knows to be done
  times       \* how often the server has carried out each order

vars == <<messages, issued, confirmed, times>>

Orders == 1..NumOrders

Message == [type : {"order", "done"}, number : Orders]

Order(n) == [type |-> "order", number |-> n]
Done(n) == [type |-> "done", number |-> n]

TypeOK ==
  /\ messages \subseteq Message
  /\ issued \subseteq Orders
  /\ confirmed \subseteq issued
  /\ times \in [Orders -> 0..2]

Init ==
  /\ messages = {}
  /\ issued = {}
  /\ confirmed = {}
  /\ times = [n \in Orders |-> 0]

------------------------------------------------------------------------------

\* Also sends an order again that was lost, or that might have been.
SendOrder(n) ==
  /\ n \notin confirmed
  /\ messages' = messages \union {Order(n)}
  /\ issued' = issued \union {n}
  /\ UNCHANGED <<confirmed, times>>

ReceiveOrder(n) ==
  /\ Order(n) \in messages
  /\ messages' = (messages \ {Order(n)}) \union {Done(n)}
  /\ times' = IF Remember /\ times[n] > 0 THEN times ELSE [times EXCEPT ![n] = @ + 1]
  /\ UNCHANGED <<issued, confirmed>>

ReceiveDone(n) ==
  /\ Done(n) \in messages
  /\ messages' = messages \ {Done(n)}
  /\ confirmed' = confirmed \union {n}
  /\ UNCHANGED <<issued, times>>

Lose(m) ==
  /\ m \in messages
  /\ messages' = messages \ {m}
  /\ UNCHANGED <<issued, confirmed, times>>

Next ==
  \/ \E n \in Orders : SendOrder(n) \/ ReceiveOrder(n) \/ ReceiveDone(n)
  \/ \E m \in messages : Lose(m)

Spec == Init /\ [][Next]_vars

\* Repeating helps only if what is sent for ever arrives now and then.
FairSpec ==
  /\ Spec
  /\ \A n \in Orders :
       /\ WF_vars(SendOrder(n))
       /\ SF_vars(ReceiveOrder(n))
       /\ SF_vars(ReceiveDone(n))

------------------------------------------------------------------------------

AtMostOnce == \A n \in Orders : times[n] <= 1

ConfirmedIsDone == \A n \in confirmed : times[n] >= 1

OnlyWhatWasIssued == \A n \in Orders : times[n] > 0 => n \in issued

AllConfirmed == <>(confirmed = Orders)

============================
