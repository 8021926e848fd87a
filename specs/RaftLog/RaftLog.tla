---- MODULE RaftLog ----
\* How Raft keeps logs consistent: a leader appends entries of its term, and a follower takes an
\* entry only if the one before it is the leader's, too. With Compare = FALSE it takes any.
EXTENDS Integers, Sequences

CONSTANTS
  Server,
  Quorum,
  MaxTerm,
  MaxLength,
  Compare

ASSUME
  /\ Quorum \subseteq SUBSET Server
  /\ \A Q, R \in Quorum : Q \intersect R # {}
  /\ MaxTerm \in Nat /\ MaxLength \in Nat /\ Compare \in BOOLEAN

VARIABLES
  term,   \* the latest term that each server knows of
  leads,  \* whether it is the leader of that term
  log     \* the terms of its entries, which stand for the entries

vars == <<term, leads, log>>

TypeOK ==
  /\ term \in [Server -> 0..MaxTerm]
  /\ leads \in [Server -> BOOLEAN]
  /\ log \in [Server -> Seq(1..MaxTerm)]

Init ==
  /\ term = [s \in Server |-> 0]
  /\ leads = [s \in Server |-> FALSE]
  /\ log = [s \in Server |-> <<>>]

LastTerm(entries) == IF entries = <<>> THEN 0 ELSE entries[Len(entries)]

\* Whether the log of s is at least as recent as that of v.
IsRecent(s, v) ==
  \/ LastTerm(log[s]) > LastTerm(log[v])
  \/ LastTerm(log[s]) = LastTerm(log[v]) /\ Len(log[s]) >= Len(log[v])

Elect(s, Q) ==
  /\ s \in Q
  /\ term[s] < MaxTerm
  /\ \A v \in Q : term[v] <= term[s] /\ IsRecent(s, v)
  /\ term' = [v \in Server |-> IF v \in Q THEN term[s] + 1 ELSE term[v]]
  /\ leads' = [v \in Server |-> IF v \in Q THEN v = s ELSE leads[v]]
  /\ UNCHANGED log

Request(s) ==
  /\ leads[s]
  /\ Len(log[s]) < MaxLength
  /\ log' = [log EXCEPT ![s] = Append(@, term[s])]
  /\ UNCHANGED <<term, leads>>

\* Whether s and t have the same entry at index i; they do if there is none.
Matches(s, t, i) == IF i = 0 THEN TRUE ELSE log[s][i] = log[t][i]

\* The server t takes the next entry that it lacks from the leader s.
Replicate(s, t) ==
  LET next == Len(log[t]) + 1
  IN  /\ leads[s]
      /\ s # t
      /\ term[t] <= term[s]
      /\ next <= Len(log[s])
      /\ Compare => Matches(s, t, next - 1)
      /\ log' = [log EXCEPT ![t] = Append(@, log[s][next])]
      /\ term' = [term EXCEPT ![t] = term[s]]
      /\ leads' = [leads EXCEPT ![t] = FALSE]

\* The server t removes its last entry, which is not that of the leader s.
Truncate(s, t) ==
  LET last == Len(log[t])
  IN  /\ leads[s]
      /\ term[t] <= term[s]
      /\ last > 0
      /\ last <= Len(log[s])
      /\ log[s][last] # log[t][last]
      /\ log' = [log EXCEPT ![t] = SubSeq(@, 1, last - 1)]
      /\ term' = [term EXCEPT ![t] = term[s]]
      /\ leads' = [leads EXCEPT ![t] = FALSE]

Next ==
  \/ \E s \in Server, Q \in Quorum : Elect(s, Q)
  \/ \E s \in Server : Request(s)
  \/ \E s, t \in Server : Replicate(s, t) \/ Truncate(s, t)

Spec == Init /\ [][Next]_vars

\* Logs with an entry of the same term at the same index agree up to it.
LogMatching ==
  \A s, t \in Server :
    \A i \in DOMAIN log[s] \intersect DOMAIN log[t] :
      log[s][i] = log[t][i] => SubSeq(log[s], 1, i) = SubSeq(log[t], 1, i)

========================
