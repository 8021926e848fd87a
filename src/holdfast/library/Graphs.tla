---- MODULE Graphs ----
\* Community module: directed graphs, which are records of a set `node` and a set `edge` of pairs.
EXTENDS Naturals, Sequences, FiniteSets, SequencesExt, Relation

\* Whether `G` is a record of nodes and of pairs of its nodes.
IsDirectedGraph(G) == G = [node |-> G.node, edge |-> G.edge] /\ G.edge \subseteq G.node \X G.node

\* The subgraphs of `G`.
DirectedSubgraph(G) ==
  UNION {[node : {N}, edge : SUBSET (G.edge \intersect (N \X N))] : N \in SUBSET G.node}

\* The graph with all edges reversed.
Transpose(G) == [node |-> G.node, edge |-> {<<e[2], e[1]>> : e \in G.edge}]

\* Whether the reverse of every edge of `G` is an edge.
IsUndirectedGraph(G) == IsDirectedGraph(G) /\ Transpose(G).edge \subseteq G.edge

\* The subgraphs of `G` in which every edge also has its reverse.
UndirectedSubgraph(G) == {H \in DirectedSubgraph(G) : IsUndirectedGraph(H)}

\* The non-empty sequences of nodes in which an edge leads from each node to the next.
Path(G) ==
  {p \in Seq(G.node) : Len(p) > 0 /\ \A i \in 2 .. Len(p) : <<p[i - 1], p[i]>> \in G.edge}

\* The successors of `n`.
Successors(G, n) == {m \in G.node : <<n, m>> \in G.edge}

\* The successors of the nodes of `S`.
AllSuccessors(G, S) == {m \in G.node : \E n \in S : <<n, m>> \in G.edge}

\* The predecessors of `n`.
Predecessors(G, n) == {m \in G.node : <<m, n>> \in G.edge}

\* The predecessors of the nodes of `S`.
AllPredecessors(G, S) == {m \in G.node : \E n \in S : <<m, n>> \in G.edge}

\* The paths of a finite graph that visit no node twice.
\* builtin
SimplePath(G) ==
  LET Longer(p) == {Append(p, n) : n \in Successors(G, Last(p)) \ ToSet(p)}
      RECURSIVE From(_)
      From(P) == IF P = {} THEN {} ELSE P \union From(UNION {Longer(p) : p \in P})
  IN  From({<<n>> : n \in G.node})

\* The least set that contains `S` and with a set `T` also Step(T), if it is finite.
LOCAL Closure(S, Step(_)) ==
  LET RECURSIVE Closed(_)
      Closed(T) == LET more == T \union Step(T)
                   IN  IF more = T THEN T ELSE Closed(more)
  IN  Closed(S)

\* The nodes to which a path leads from a node of `S`, in a finite graph.
LOCAL Reachable(G, S) == Closure(S, LAMBDA T : AllSuccessors(G, T))

\* The nodes from which a path leads to a node of `S`, in a finite graph.
LOCAL Reaching(G, S) == Closure(S, LAMBDA T : AllPredecessors(G, T))

\* Whether a path leads from `m` to `n`, in a finite graph.
\* builtin
AreConnectedIn(m, n, G) == m \in G.node /\ n \in G.node /\ n \in Reachable(G, {m})

\* Whether there is a path from each node to each other, in a finite graph.
\* builtin
IsStronglyConnected(G) == \A n \in G.node : Reachable(G, {n}) = G.node

\* For each pair of nodes, whether a path leads from the first to the second, in a finite graph.
ConnectionsIn(G) ==
  LET from == [m \in G.node |-> Reachable(G, {m})]
  IN  [m, n \in G.node |-> n \in from[m]]

\* Whether `G` is a finite tree whose edges lead to the root `r`.
IsTreeWithRoot(G, r) ==
  /\ IsDirectedGraph(G)
  /\ r \in G.node
  /\ Successors(G, r) = {}
  /\ \A n \in G.node : \A a, b \in Successors(G, n) : a = b
  /\ Reaching(G, {r}) = G.node

\* The union of two graphs.
GraphUnion(G, H) == [node |-> G.node \union H.node, edge |-> G.edge \union H.edge]

\* Whether all edges lead from one part to the other.
IsBipartiteWithPartitions(G, U, V) ==
  /\ U \intersect V = {}
  /\ G.node \subseteq U \union V
  /\ \A e \in G.edge : (e[1] \in U /\ e[2] \in V) \/ (e[1] \in V /\ e[2] \in U)

\* The nodes to which a path with at least one edge leads from `n`, in a finite graph.
Descendants(G, n) == Reachable(G, Successors(G, n))

\* The nodes from which a path with at least one edge leads to `n`, in a finite graph.
Ancestors(G, n) == Reaching(G, Predecessors(G, n))

\* Whether there is a cycle, in a finite graph.
HasCycle(G) == \E n \in G.node : n \in Descendants(G, n)

\* Whether `G` is a directed graph without cycles.
IsDag(G) == IsDirectedGraph(G) /\ ~HasCycle(G)

\* The number of predecessors of `n`.
InDegree(G, n) == Cardinality(Predecessors(G, n))

\* The number of successors of `n`.
OutDegree(G, n) == Cardinality(Successors(G, n))

\* The nodes without predecessors.
Roots(G) == {n \in G.node : Predecessors(G, n) = {}}

\* The nodes without successors.
Leaves(G) == {n \in G.node : Successors(G, n) = {}}

\* The graph without nodes.
EmptyGraph == [node |-> {}, edge |-> {}]

\* All directed graphs with the nodes `S`.
Graphs(S) == {[node |-> S, edge |-> E] : E \in SUBSET (S \X S)}

====
