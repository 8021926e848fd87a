---- MODULE LearningSwitchPackets ----
\* LearningSwitchPackets with a mistake: a switch learns a new way although it knows one.
CONSTANTS
  Node,   \* the switches, which are sources and destinations too
  Packet

VARIABLES
  links,    \* pairs of neighbours; they never change
  src,      \* where each packet comes from
  dst,      \* where each packet goes
  pending,  \* <<p, s, t>>: packet p is on its way from s to t
  known,    \* <<n, s>>: switch s has learned a next hop towards n
  route     \* <<n, s, t>>: what goes to n by way of s comes to t, in any number of hops

vars == <<links, src, dst, pending, known, route>>

TypeOK ==
  /\ links \in SUBSET (Node \X Node)
  /\ src \in [Packet -> Node]
  /\ dst \in [Packet -> Node]
  /\ pending \in SUBSET (Packet \X Node \X Node)
  /\ known \in SUBSET (Node \X Node)
  /\ route \in SUBSET (Node \X Node \X Node)

Init ==
  /\ links \in SUBSET (Node \X Node)
  /\ \A s, t \in Node : <<s, t>> \in links => s # t /\ <<t, s>> \in links
  /\ src \in [Packet -> Node]
  /\ dst \in [Packet -> Node]
  /\ pending = {}
  /\ known = {}
  /\ route = {<<n, s, t>> \in Node \X Node \X Node : s = t}

\* A new packet reaches its source as if it came from there.
NewPacket(p) ==
  /\ pending' = pending \union {<<p, src[p], src[p]>>}
  /\ UNCHANGED <<links, src, dst, known, route>>

------------------------------------------------------------------------------
\* A packet p arrives at the switch s. It came from another one, which is the next hop towards
\* the source of p if s has none yet.

Learns(p, s) == s # src[p]

Learn(p, from, s) ==
  IF Learns(p, s)
    THEN
      /\ known' = known \union {<<src[p], s>>}
      /\ route' = route \union
           {<<n, x, y>> \in {src[p]} \X Node \X Node :
              <<n, x, s>> \in route /\ <<n, from, y>> \in route}
    ELSE UNCHANGED <<known, route>>

\* Nobody knows the way: to all neighbours, unless the packet has arrived.
Flood(p, from, s) ==
  /\ <<p, from, s>> \in pending
  /\ <<dst[p], s>> \notin known
  /\ Learn(p, from, s)
  /\ pending' =
       IF dst[p] = s
         THEN pending
         ELSE {<<q, x, y>> \in Packet \X Node \X Node :
                 IF q = p /\ x = s
                   THEN <<s, y>> \in links /\ y # from
                   ELSE <<q, x, y>> \in pending}
  /\ UNCHANGED <<links, src, dst>>

NextHop(n, s, t) ==
  /\ s # t
  /\ <<n, s, t>> \in route
  /\ \A u \in Node : s # u /\ <<n, s, u>> \in route => <<n, t, u>> \in route

Forward(p, from, s, to) ==
  /\ <<p, from, s>> \in pending
  /\ <<dst[p], s>> \in known
  /\ NextHop(dst[p], s, to)
  /\ Learn(p, from, s)
  /\ pending' = pending \union {<<p, s, to>>}
  /\ UNCHANGED <<links, src, dst>>

------------------------------------------------------------------------------

Next ==
  \E p \in Packet :
    \/ NewPacket(p)
    \/ \E from, s \in Node :
         \/ Flood(p, from, s)
         \/ \E to \in Node : Forward(p, from, s, to)

Spec == Init /\ [][Next]_vars

\* The routes towards each node are a forest: reflexive, transitive, without circles, and
\* what lies ahead of a switch lies on one line.
RoutesAreForests ==
  \A n, x, y, z \in Node :
    /\ <<n, x, x>> \in route
    /\ <<n, x, y>> \in route /\ <<n, y, z>> \in route => <<n, x, z>> \in route
    /\ <<n, x, y>> \in route /\ <<n, y, x>> \in route => x = y
    /\ <<n, x, y>> \in route /\ <<n, x, z>> \in route =>
         <<n, y, z>> \in route \/ <<n, z, y>> \in route

======================================
