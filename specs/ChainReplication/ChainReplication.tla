---- MODULE ChainReplication ----
\* Servers in a chain: the first takes writes, each passes them on to the next, and the last
\* acknowledges them, because by then all servers have them. Servers may fail, down to one,
\* and the chain closes the gap. What was acknowledged is not lost.
EXTENDS Naturals, Sequences

CONSTANTS
  N,         \* how many servers there are
  Value,
  MaxWrites

ASSUME N \in Nat \ {0} /\ MaxWrites \in Nat

Server == 1..N

VARIABLES
  alive,        \* the servers that have not failed
  history,      \* the writes that each server has, in their order
  acknowledged  \* the writes that have been acknowledged

vars == <<alive, history, acknowledged>>

TypeOK ==
  /\ alive \in SUBSET Server
  /\ history \in [Server -> Seq(Value)]
  /\ acknowledged \in Seq(Value)

Init ==
  /\ alive = Server
  /\ history = [s \in Server |-> <<>>]
  /\ acknowledged = <<>>

IsHead(s) == s \in alive /\ \A t \in alive : s <= t

IsTail(s) == s \in alive /\ \A t \in alive : t <= s

IsNext(s, t) == s \in alive /\ t \in alive /\ s < t /\ \A u \in alive : ~(s < u /\ u < t)

Write(s, v) ==
  /\ IsHead(s)
  /\ Len(history[s]) < MaxWrites
  /\ history' = [history EXCEPT ![s] = Append(@, v)]
  /\ UNCHANGED <<alive, acknowledged>>

\* Server t gets from s the first write that it does not have.
Pass(s, t) ==
  /\ IsNext(s, t)
  /\ Len(history[t]) < Len(history[s])
  /\ history' = [history EXCEPT ![t] = Append(@, history[s][Len(@) + 1])]
  /\ UNCHANGED <<alive, acknowledged>>

Acknowledge(s) ==
  /\ IsTail(s)
  /\ Len(acknowledged) < Len(history[s])
  /\ acknowledged' = Append(acknowledged, history[s][Len(acknowledged) + 1])
  /\ UNCHANGED <<alive, history>>

Fail(s) ==
  /\ s \in alive
  /\ alive # {s}
  /\ alive' = alive \ {s}
  /\ UNCHANGED <<history, acknowledged>>

Next ==
  \/ \E s \in Server, v \in Value : Write(s, v)
  \/ \E s, t \in Server : Pass(s, t)
  \/ \E s \in Server : Acknowledge(s) \/ Fail(s)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

IsPrefix(p, q) == Len(p) <= Len(q) /\ \A i \in 1..Len(p) : p[i] = q[i]

NothingIsLost == \A s \in alive : IsPrefix(acknowledged, history[s])

\* Why it holds: nobody is ahead of its predecessors.
InOrder == \A s, t \in alive : s < t => IsPrefix(history[t], history[s])

=================================
