---- MODULE LearningSwitchRoutes ----
\* Switches that learn routes from the packets passing through: if a packet from s comes to n
\* by way of m, and n does not know yet how to reach s, then from now on n sends what is for s
\* to m. All that the switches have learned about s must lead to s without a loop.
EXTENDS Naturals, FiniteSets

CONSTANT Node

VARIABLES
  routes,  \* <<s, x, y>>: what is for s and is at x has passed or will pass y, or y is x
  pending  \* <<s, d, m, n>>: a packet from s to d that m has passed to n

vars == <<routes, pending>>

TypeOK ==
  /\ routes \in SUBSET (Node \X Node \X Node)
  /\ pending \in SUBSET (Node \X Node \X Node \X Node)

Init ==
  /\ routes = {<<s, x, y>> \in Node \X Node \X Node : x = y}
  /\ pending = {}

Send(s, d) ==
  /\ pending' = pending \union {<<s, d, s, s>>}
  /\ UNCHANGED routes

\* Node n has no route to s.
IsNewTo(s, n) == s # n /\ \A x \in Node : x # n => <<s, n, x>> \notin routes

\* Node n floods a packet that came from m. Meanwhile packets get lost, but not those from k.
Forward(s, d, m, n, k) ==
  /\ <<s, d, m, n>> \in pending
  /\ pending' = {p \in pending : p[1] = k} \union {<<s, d, n, x>> : x \in Node}
  /\ routes' =
       IF IsNewTo(s, n)
         THEN routes
                \union {<<t, x, y>> \in Node \X Node \X Node :
                         t = s /\ <<s, x, n>> \in routes /\ <<s, m, y>> \in routes}
         ELSE routes

Next ==
  \/ \E s, d \in Node : Send(s, d)
  \/ \E s, d, m, n, k \in Node : Forward(s, d, m, n, k)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

\* The routes to s are a tree: "x is before y" is an order in which everything after x stands
\* in one line.
RoutesAreTrees ==
  /\ \A s, x \in Node : <<s, x, x>> \in routes
  /\ \A s, x, y, z \in Node :
       <<s, x, y>> \in routes /\ <<s, y, z>> \in routes => <<s, x, z>> \in routes
  /\ \A s, x, y \in Node : <<s, x, y>> \in routes /\ <<s, y, x>> \in routes => x = y
  /\ \A s, x, y, z \in Node :
       <<s, x, y>> \in routes /\ <<s, x, z>> \in routes
         => <<s, y, z>> \in routes \/ <<s, z, y>> \in routes

\* Three nodes have too many states to see them all. What a packet is for plays no role.
FewPackets == Cardinality(pending) < 5 /\ \A p \in pending : p[2] = p[1]

=====================================
