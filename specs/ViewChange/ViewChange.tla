---- MODULE ViewChange ----
\* How viewstamped replication survives a primary that fails: replicas leave their view, tell
\* the primary of the next one what they know, and it starts with the log of the one that was
\* in the latest view. With Latest = FALSE it takes the log of any of them.
EXTENDS Integers, FiniteSets

CONSTANTS
  N,        \* the number of replicas
  MaxView,
  Op,       \* operations of clients
  Latest

ASSUME N \in Nat \ {0} /\ MaxView \in Nat /\ Latest \in BOOLEAN

Replica == 0..(N - 1)
View == 0..MaxView
Primary(v) == v % N
IsMajority(replicas) == 2 * Cardinality(replicas) > N

VARIABLES
  view,       \* the view that each replica is in
  changing,   \* whether it waits for that view to begin
  normal,     \* the latest view in which it took part
  log,        \* the operations that it knows
  reports,    \* [view, from, normal, log]: what it told the primary of a new view
  starts,     \* [view, log]: how a view began
  committed   \* operations that were acknowledged to clients

vars == <<view, changing, normal, log, reports, starts, committed>>

TypeOK ==
  /\ view \in [Replica -> View]
  /\ changing \in [Replica -> BOOLEAN]
  /\ normal \in [Replica -> View]
  /\ log \in [Replica -> SUBSET Op]
  /\ reports \subseteq [view : View, from : Replica, normal : View, log : SUBSET Op]
  /\ starts \subseteq [view : View, log : SUBSET Op]
  /\ committed \subseteq Op

Init ==
  /\ view = [r \in Replica |-> 0]
  /\ changing = [r \in Replica |-> FALSE]
  /\ normal = [r \in Replica |-> 0]
  /\ log = [r \in Replica |-> {}]
  /\ reports = {}
  /\ starts = {}
  /\ committed = {}

Submit(r, op) ==
  /\ Primary(view[r]) = r
  /\ ~changing[r]
  /\ log' = [log EXCEPT ![r] = @ \union {op}]
  /\ UNCHANGED <<view, changing, normal, reports, starts, committed>>

\* A backup copies an operation from the primary of its view.
Prepare(r, p, op) ==
  /\ Primary(view[r]) = p
  /\ view[p] = view[r]
  /\ ~changing[p] /\ ~changing[r]
  /\ op \in log[p]
  /\ log' = [log EXCEPT ![r] = @ \union {op}]
  /\ UNCHANGED <<view, changing, normal, reports, starts, committed>>

Commit(p, op) ==
  /\ Primary(view[p]) = p
  /\ ~changing[p]
  /\ op \notin committed
  /\ IsMajority({r \in Replica : view[r] = view[p] /\ ~changing[r] /\ op \in log[r]})
  /\ committed' = committed \union {op}
  /\ UNCHANGED <<view, changing, normal, log, reports, starts>>

LeaveView(r) ==
  /\ view[r] < MaxView
  /\ view' = [view EXCEPT ![r] = @ + 1]
  /\ changing' = [changing EXCEPT ![r] = TRUE]
  /\ reports' = reports \union
       {[view |-> view[r] + 1, from |-> r, normal |-> normal[r], log |-> log[r]]}
  /\ UNCHANGED <<normal, log, starts, committed>>

BeginView(p) ==
  LET told == {m \in reports : m.view = view[p]}
  IN  /\ Primary(view[p]) = p
      /\ changing[p]
      /\ IsMajority({m.from : m \in told})
      /\ \E m \in told :
           /\ Latest => \A o \in told : o.normal <= m.normal
           /\ log' = [log EXCEPT ![p] = UNION {o.log : o \in {x \in told : x.normal = m.normal}}]
      /\ normal' = [normal EXCEPT ![p] = view[p]]
      /\ changing' = [changing EXCEPT ![p] = FALSE]
      /\ starts' = starts \union {[view |-> view[p], log |-> log'[p]]}
      /\ UNCHANGED <<view, reports, committed>>

JoinView(r) ==
  \E m \in starts :
    /\ m.view > view[r] \/ (m.view = view[r] /\ changing[r])
    /\ view' = [view EXCEPT ![r] = m.view]
    /\ changing' = [changing EXCEPT ![r] = FALSE]
    /\ normal' = [normal EXCEPT ![r] = m.view]
    /\ log' = [log EXCEPT ![r] = m.log]
    /\ UNCHANGED <<reports, starts, committed>>

Next ==
  \E r \in Replica :
    \/ \E op \in Op : Submit(r, op) \/ Commit(r, op) \/ \E p \in Replica : Prepare(r, p, op)
    \/ LeaveView(r)
    \/ BeginView(r)
    \/ JoinView(r)

Spec == Init /\ [][Next]_vars

\* The primary of the latest view knows what was acknowledged.
CommittedIsKept ==
  \A r \in Replica :
    /\ Primary(view[r]) = r
    /\ ~changing[r]
    /\ \A s \in Replica : view[s] <= view[r]
    => committed \subseteq log[r]

===========================
