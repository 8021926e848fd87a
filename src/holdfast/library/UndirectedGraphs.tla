---- MODULE UndirectedGraphs ----
\* Community module: undirected graphs, records of `node` and of `edge`, a set of sets {a, b}.
LOCAL INSTANCE Naturals
LOCAL INSTANCE Sequences

\* Whether `G` is a record of nodes and of sets {a, b} of its nodes.
IsUndirectedGraph(G) ==
  G = [node |-> G.node, edge |-> G.edge] /\ G.edge \subseteq {{a, b} : a, b \in G.node}

\* Whether `G` is an undirected graph in which no edge leads from a node to itself.
IsLoopFreeUndirectedGraph(G) == IsUndirectedGraph(G) /\ \A n \in G.node : {n} \notin G.edge

\* The subgraphs of `G`.
UndirectedSubgraph(G) ==
  LET Within(N) == G.edge \intersect {{a, b} : a, b \in N}
  IN  UNION {[node : {N}, edge : SUBSET Within(N)] : N \in SUBSET G.node}

\* The non-empty sequences of nodes in which an edge joins each node to the next.
Path(G) ==
  {p \in Seq(G.node) : Len(p) > 0 /\ \A i \in 2 .. Len(p) : {p[i - 1], p[i]} \in G.edge}

\* The paths of a finite graph that visit no node twice.
\* builtin
SimplePath(G) ==
  LET Unseen(p) == {n \in G.node : /\ {p[Len(p)], n} \in G.edge
                                   /\ \A i \in DOMAIN p : p[i] /= n}
      RECURSIVE From(_)
      From(P) == IF P = {} THEN {}
                 ELSE P \union From(UNION {{Append(p, n) : n \in Unseen(p)} : p \in P})
  IN  From({<<n>> : n \in G.node})

\* The nodes that a path joins to the node `n`, in a finite graph.
LOCAL Component(G, n) ==
  LET RECURSIVE Closure(_)
      Closure(T) ==
        LET more == {b \in G.node : b \in T \/ \E a \in T : {a, b} \in G.edge}
        IN  IF more = T THEN T ELSE Closure(more)
  IN  Closure({n})

\* Whether a path joins `m` to `n`, in a finite graph.
\* builtin
AreConnectedIn(m, n, G) == m \in G.node /\ n \in G.node /\ n \in Component(G, m)

\* The connected components, in a finite graph.
\* builtin
ConnectedComponents(G) == {Component(G, n) : n \in G.node}

\* Whether `G` is connected and has nodes, in a finite graph.
IsStronglyConnected(G) == ConnectedComponents(G) = {G.node}

\* All undirected graphs with the nodes `S`.
UndirectedGraphs(S) == {[node |-> S, edge |-> E] : E \in SUBSET {{a, b} : a, b \in S}}

====
