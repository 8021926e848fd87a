--------------------------- MODULE FencedStorage ----------------------------
(* Leaders are elected by a majority of votes for a token. Every write to  *)
(* the storage carries the leader's token; the storage rejects tokens that *)
(* are lower than the highest that it has seen.                            *)
EXTENDS Naturals, FiniteSets

CONSTANTS Node, MaxToken

VARIABLES
  promised,   \* highest token for which each node has voted
  votes,      \* vote messages
  lead,       \* token with which each node believes to be the leader; 0: none
  writes,     \* writes on their way to the storage
  fence,      \* highest token that the storage has seen
  acked       \* writes that the storage has accepted and acknowledged

vars == <<promised, votes, lead, writes, fence, acked>>

Token == 1..MaxToken
Vote  == [voter : Node, cand : Node, token : Token]
Write == [leader : Node, token : Token]

Majority(S) == 2 * Cardinality(S) > Cardinality(Node)

TypeOK ==
  /\ promised \in [Node -> 0..MaxToken]
  /\ votes \subseteq Vote
  /\ lead \in [Node -> 0..MaxToken]
  /\ writes \subseteq Write
  /\ fence \in 0..MaxToken
  /\ acked \subseteq Write

Init ==
  /\ promised = [n \in Node |-> 0] /\ votes = {} /\ lead = [n \in Node |-> 0]
  /\ writes = {} /\ fence = 0 /\ acked = {}

\* A candidate starts by voting for itself.
Stand(n) ==
  /\ promised[n] < MaxToken /\ promised' = [promised EXCEPT ![n] = @ + 1]
  /\ votes' = votes \cup {[voter |-> n, cand |-> n, token |-> promised[n] + 1]}
  /\ UNCHANGED <<lead, writes, fence, acked>>

GiveVote(n, v) ==
  /\ v.voter = v.cand /\ v.token > promised[n]
  /\ promised' = [promised EXCEPT ![n] = v.token]
  /\ votes' = votes \cup {[voter |-> n, cand |-> v.cand, token |-> v.token]}
  /\ UNCHANGED <<lead, writes, fence, acked>>

BecomeLeader(n, t) ==
  /\ t > lead[n]
  /\ Majority({m \in Node : [voter |-> m, cand |-> n, token |-> t] \in votes})
  /\ lead' = [lead EXCEPT ![n] = t]
  /\ UNCHANGED <<promised, votes, writes, fence, acked>>

SendWrite(n) ==
  /\ lead[n] > 0 /\ writes' = writes \cup {[leader |-> n, token |-> lead[n]]}
  /\ UNCHANGED <<promised, votes, lead, fence, acked>>

Accept(w) ==
  /\ w.token >= fence /\ writes' = writes \ {w} /\ fence' = w.token
  /\ acked' = acked \cup {w} /\ UNCHANGED <<promised, votes, lead>>

\* The rejected leader learns that it was deposed.
Reject(w) ==
  /\ w.token < fence /\ writes' = writes \ {w}
  /\ lead' = [lead EXCEPT ![w.leader] = IF @ = w.token THEN 0 ELSE @]
  /\ UNCHANGED <<promised, votes, fence, acked>>

Next ==
  \/ \E n \in Node : Stand(n) \/ SendWrite(n)
  \/ \E n \in Node, v \in votes : GiveVote(n, v)
  \/ \E n \in Node, t \in Token : BecomeLeader(n, t)
  \/ \E w \in writes : Accept(w) \/ Reject(w)

Spec == Init /\ [][Next]_vars

\* No two leaders have had writes accepted with the same token.
OneWriterPerToken ==
  \A a, b \in acked : a.token = b.token => a.leader = b.leader
=============================================================================
