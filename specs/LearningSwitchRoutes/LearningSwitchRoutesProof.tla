---- MODULE LearningSwitchRoutesProof ----
\* Why the routes are trees: a packet comes from where its source is known how to be reached,
\* and every route leads to that source in the end.
EXTENDS LearningSwitchRoutes

PacketHasWayBack ==
  \A s, d, m, n \in Node : <<s, d, m, n>> \in pending /\ m # s => <<s, m, s>> \in routes

RoutesEndAtSource ==
  \A s, x, y \in Node : <<s, x, y>> \in routes /\ x # y /\ y # s => <<s, y, s>> \in routes

IndInv ==
  /\ RoutesAreTrees
  /\ PacketHasWayBack
  /\ RoutesEndAtSource

==========================================
