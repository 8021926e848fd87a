---- MODULE Networks ----
\* What the engines compute is what the modules for relations, graphs and clocks define.
EXTENDS Integers, Sequences
Rel == INSTANCE Relation
DefRelation == INSTANCE DefinedRelation
Net == INSTANCE Graphs
DefGraphs == INSTANCE DefinedGraphs
Undirected == INSTANCE UndirectedGraphs
DefUndirectedGraphs == INSTANCE DefinedUndirectedGraphs
Clocks == INSTANCE VectorClocks
DefVectorClocks == INSTANCE DefinedVectorClocks

Edges == {<<1, 2>>, <<2, 3>>, <<3, 1>>, <<3, 2>>, <<2, 2>>}
Nets == {[node |-> 1 .. 3, edge |-> E] : E \in SUBSET Edges}
Odd == [node |-> 1 .. 3, edge |-> {<<1, 2>>, <<1, 2, 3>>, <<2>>, <<3, 9>>}]
Sides == {[node |-> 1 .. 4, edge |-> E] : E \in SUBSET {{1, 2}, {2, 3}, {1, 3}, {4}, {1, 9}}}

ASSUME \A g \in Nets :
  LET r == [p \in (1 .. 3) \X (1 .. 3) |-> p \in g.edge]
  IN  Rel!TransitiveClosure(r, 1 .. 3) = DefRelation!TransitiveClosure(r, 1 .. 3)

ASSUME \A g \in Nets \union {Odd} :
  /\ Net!SimplePath(g) = DefGraphs!SimplePath(g)
  /\ Net!IsStronglyConnected(g) = DefGraphs!IsStronglyConnected(g)
  /\ \A m, n \in 1 .. 4 : Net!AreConnectedIn(m, n, g) = DefGraphs!AreConnectedIn(m, n, g)

ASSUME \A g \in Sides :
  /\ Undirected!SimplePath(g) = DefUndirectedGraphs!SimplePath(g)
  /\ Undirected!ConnectedComponents(g) = DefUndirectedGraphs!ConnectedComponents(g)
  /\ \A m, n \in {1, 3, 4, 9} :
       Undirected!AreConnectedIn(m, n, g) = DefUndirectedGraphs!AreConnectedIn(m, n, g)

Log == <<[n |-> 2, vc |-> <<1, 1>>], [n |-> 1, vc |-> <<1, 0>>], [n |-> 1, vc |-> <<2, 2>>],
         [n |-> 2, vc |-> <<1, 2>>], [n |-> 2, vc |-> <<2, 3>>]>>
Clock(line) == line.vc
Node(line) == line.n
Known(clock) == DOMAIN clock
Same(s, t) == Len(s) = Len(t) /\ {s[i] : i \in DOMAIN s} = {t[i] : i \in DOMAIN t}
ASSUME LET computed == Clocks!CausalOrder(Log, Clock, Node, Known)
           defined == DefVectorClocks!CausalOrder(Log, Clock, Node, Known)
       IN  /\ Same(computed, Log) /\ Same(defined, Log)
           /\ Clocks!IsCausalOrder(computed, Clock)
           /\ Clocks!IsCausalOrder(defined, Clock)

====
