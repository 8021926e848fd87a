---- MODULE ChordRing ----
\* ChordRing with a mistake: a node may fail that is the only one that some node knows.
EXTENDS Naturals, FiniteSets

CONSTANTS
  Node,
  Between,  \* <<x, y, z>>: going round the ring from x, one meets y before z
  Origin,
  Other,    \* the second node of the base
  None      \* no node

ASSUME Base == Origin \in Node /\ Other \in Node /\ Origin # Other /\ None \notin Node

ASSUME RingOrder ==
  /\ Between \subseteq Node \X Node \X Node
  /\ \A w, x, y, z \in Node :
       <<w, x, y>> \in Between /\ <<w, y, z>> \in Between => <<w, x, z>> \in Between
  /\ \A w, x, y \in Node : <<w, x, y>> \in Between => <<w, y, x>> \notin Between
  /\ \A w, x, y \in Node : <<w, x, y>> \in Between \/ <<w, y, x>> \in Between \/ w = x \/ x = y
  /\ \A x, y, z \in Node : <<x, y, z>> \in Between /\ x # z => <<y, z, x>> \in Between

VARIABLES
  members,  \* the nodes that take part
  succ,     \* the successor of each node, or None
  succ2,    \* the successor of that, or None
  pred,     \* the predecessor, or None
  marked,   \* nodes found to be connected with the origin, see below
  lost      \* members found not to be

vars == <<members, succ, succ2, pred, marked, lost>>

TypeOK ==
  /\ members \in SUBSET Node
  /\ succ \in [Node -> Node \union {None}]
  /\ succ2 \in [Node -> Node \union {None}]
  /\ pred \in [Node -> Node \union {None}]
  /\ marked \in SUBSET Node
  /\ lost \in SUBSET Node

EachOther == [n \in Node |-> IF n = Origin THEN Other ELSE IF n = Other THEN Origin ELSE None]

Init ==
  /\ members = {Origin, Other}
  /\ succ = EachOther
  /\ succ2 = [n \in Node |-> None]
  /\ pred = EachOther
  /\ marked = {Origin}
  /\ lost = {}

------------------------------------------------------------------------------
\* The protocol

\* A new node has found y, and the origin is not on the way there.
Join(x, y) ==
  /\ x \notin members
  /\ y \in members
  /\ <<x, Origin, y>> \notin Between
  /\ members' = members \union {x}
  /\ succ' = [succ EXCEPT ![x] = y]
  /\ succ2' = [succ2 EXCEPT ![x] = None]
  /\ pred' = [pred EXCEPT ![x] = None]
  /\ UNCHANGED <<marked, lost>>

\* The successor y knows a predecessor z that is nearer.
Stabilize(x, y, z) ==
  /\ x \in members
  /\ succ[x] = y
  /\ y \in members
  /\ pred[y] = z
  /\ <<x, z, y>> \in Between
  /\ succ' = [succ EXCEPT ![x] = z]
  /\ succ2' = [succ2 EXCEPT ![x] = y]
  /\ UNCHANGED <<members, pred, marked, lost>>

\* The successor y learns of x, which is nearer than its predecessor z or the first it knows.
Notify(x, y, z) ==
  /\ x \in members
  /\ succ[x] = y
  /\ y \in members
  /\ pred[y] \in {z, None}
  /\ <<z, x, y>> \in Between
  /\ pred' = [pred EXCEPT ![y] = x]
  /\ UNCHANGED <<members, succ, succ2, marked, lost>>

\* The successor y tells what its own successor is.
Inherit(x, y, z) ==
  /\ x \in members
  /\ succ[x] = y
  /\ y \in members
  /\ succ[y] = z
  /\ succ2' = [succ2 EXCEPT ![x] = z]
  /\ UNCHANGED <<members, succ, pred, marked, lost>>

\* The successor is found to have failed; the one after it takes its place.
Replace(x, y, z) ==
  /\ x \in members
  /\ succ[x] = y
  /\ y \notin members
  /\ succ2[x] = z
  /\ succ' = [succ EXCEPT ![x] = z]
  /\ succ2' = [succ2 EXCEPT ![x] = None]
  /\ UNCHANGED <<members, pred, marked, lost>>

\* A node fails, but never both of those that some node knows.
Fail(x) ==
  /\ x \in members
  /\ x # Origin
  /\ \A y \in Node : succ2[y] = x /\ succ[y] # None => succ[y] \in members \ {x}
  /\ members' = members \ {x}
  /\ succ' = [succ EXCEPT ![x] = None]
  /\ succ2' = [succ2 EXCEPT ![x] = None]
  /\ pred' = [pred EXCEPT ![x] = None]
  /\ UNCHANGED <<marked, lost>>

------------------------------------------------------------------------------
\* An observer looks for nodes that are cut off. It marks a node when the node's first live
\* successor is marked, and takes the mark off when it is not.

LeadsTo(x, y) ==
  /\ y \in members
  /\ \/ succ[x] = y
     \/ succ[x] # None /\ succ[x] \notin members /\ succ2[x] = y

Mark(x, y) ==
  /\ LeadsTo(x, y)
  /\ y \in marked
  /\ marked' = marked \union {x}
  /\ UNCHANGED <<members, succ, succ2, pred, lost>>

Unmark(x) ==
  /\ x # Origin
  /\ succ[x] # None
  /\ \A y \in Node : LeadsTo(x, y) => y \notin marked
  /\ marked' = marked \ {x}
  /\ UNCHANGED <<members, succ, succ2, pred, lost>>

\* If no mark is missing and all members between x and the origin have one, so has x; or else
\* x is lost.
Inspect(x) ==
  /\ x \in members
  /\ \A y, z \in Node : LeadsTo(y, z) /\ z \in marked => y \in marked
  /\ \A y \in members : <<x, y, Origin>> \in Between => y \in marked
  /\ lost' = IF x \in marked THEN lost ELSE lost \union {x}
  /\ UNCHANGED <<members, succ, succ2, pred, marked>>

------------------------------------------------------------------------------

Next ==
  \/ \E x, y \in Node : Join(x, y) \/ Mark(x, y)
  \/ \E x, y, z \in Node :
       Stabilize(x, y, z) \/ Notify(x, y, z) \/ Inherit(x, y, z) \/ Replace(x, y, z)
  \/ \E x \in Node : Fail(x) \/ Unmark(x) \/ Inspect(x)

Spec == Init /\ [][Next]_vars

AllConnected == \A n \in Node : n \notin lost

\* A ring of all nodes that begins with the base, to be used for Between.
SomeRing ==
  LET place ==
        CHOOSE f \in [Node -> 1..Cardinality(Node)] :
          /\ f[Origin] = 1
          /\ f[Other] = 2
          /\ \A m, n \in Node : f[m] = f[n] => m = n
      IsBetween(x, y, z) ==
        /\ y # x /\ y # z
        /\ IF place[x] < place[z]
             THEN place[x] < place[y] /\ place[y] < place[z]
             ELSE place[x] < place[y] \/ place[y] < place[z]
  IN {<<x, y, z>> \in Node \X Node \X Node : IsBetween(x, y, z)}

==========================
