---- MODULE LearningSwitchPacketsProof ----
\* Why routes have no circles: every route towards a node ends there, and a switch that learns
\* was on none, so that it becomes a new leaf.
EXTENDS LearningSwitchPackets

RoutesLeadHome ==
  \A n, s, t \in Node : <<n, s, t>> \in route /\ s # t => <<n, t, n>> \in route

KnownIsOnARoute ==
  \A n, s \in Node : <<n, s>> \in known <=> s # n /\ <<n, s, n>> \in route

PacketsCanGoHome ==
  \A p \in Packet, s, t \in Node : <<p, s, t>> \in pending => <<src[p], s, src[p]>> \in route

IndInv ==
  /\ RoutesAreForests
  /\ RoutesLeadHome
  /\ KnownIsOnARoute
  /\ PacketsCanGoHome

\* Every state of the right type in which IndInv holds, reachable or not. All types at once
\* would be too many states: the routes come first, and there are no links or all of them.
IndInit ==
  /\ route \in SUBSET (Node \X Node \X Node)
  /\ RoutesAreForests = TRUE
  /\ src \in [Packet -> Node]
  /\ pending \in SUBSET (Packet \X Node \X Node)
  /\ known \in SUBSET (Node \X Node)
  /\ IndInv = TRUE
  /\ dst \in [Packet -> Node]
  /\ links \in {{}, Node \X Node}

===========================================
