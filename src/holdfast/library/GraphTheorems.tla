---- MODULE GraphTheorems ----
\* Proof module: directed graphs, paths and trees.
EXTENDS Graphs, Sequences

\* Reversed edges.

THEOREM TransposeIsDirectedGraph ==
  ASSUME NEW H, IsDirectedGraph(H)
  PROVE  IsDirectedGraph(Transpose(H))

THEOREM TransposeTranspose ==
  ASSUME NEW H, IsDirectedGraph(H)
  PROVE  Transpose(Transpose(H)) = H

THEOREM PathTranspose ==
  ASSUME NEW H, NEW way \in Path(H)
  PROVE  Reverse(way) \in Path(Transpose(H))

THEOREM TransposePath ==
  ASSUME NEW H, IsDirectedGraph(H), NEW way \in Path(Transpose(H))
  PROVE  Reverse(way) \in Path(H)

THEOREM SimplePathTranspose ==
  ASSUME NEW H, NEW way \in SimplePath(H)
  PROVE  Reverse(way) \in SimplePath(Transpose(H))

THEOREM TransposeSimplePath ==
  ASSUME NEW H, IsDirectedGraph(H), NEW way \in SimplePath(Transpose(H))
  PROVE  Reverse(way) \in SimplePath(H)

THEOREM AreConnectedInTranspose ==
  ASSUME NEW H, NEW a, NEW b, AreConnectedIn(a, b, H)
  PROVE  AreConnectedIn(b, a, Transpose(H))

THEOREM TransposeAreConnectedIn ==
  ASSUME NEW H, NEW a, NEW b, IsDirectedGraph(H), AreConnectedIn(a, b, Transpose(H))
  PROVE  AreConnectedIn(b, a, H)

THEOREM IsStronglyConnectedTranspose ==
  ASSUME NEW H, IsStronglyConnected(H)
  PROVE  IsStronglyConnected(Transpose(H))

THEOREM TransposeIsStronglyConnected ==
  ASSUME NEW H, IsDirectedGraph(H), IsStronglyConnected(Transpose(H))
  PROVE  IsStronglyConnected(H)

\* Paths.

THEOREM PathConcatenation ==
  ASSUME NEW H, NEW way \in Path(H), NEW next \in Path(H), way[Len(way)] = next[1]
  PROVE  way \o Tail(next) \in Path(H)

THEOREM SubPath ==
  ASSUME NEW H, NEW way \in Path(H), NEW from \in 1 .. Len(way), NEW to \in from .. Len(way)
  PROVE  SubSeq(way, from, to) \in Path(H)

THEOREM ExistsPathIffExistsSimplePath ==
  ASSUME NEW H, NEW a \in H.node, NEW b \in H.node
  PROVE  (\E way \in Path(H) : way[1] = a /\ way[Len(way)] = b)
           <=> (\E way \in SimplePath(H) : way[1] = a /\ way[Len(way)] = b)

THEOREM ConnectedReflexive ==
  ASSUME NEW H, NEW a \in H.node
  PROVE  AreConnectedIn(a, a, H)

THEOREM ConnectedTransitive ==
  ASSUME NEW H, NEW a \in H.node, NEW b \in H.node, NEW c \in H.node,
         AreConnectedIn(a, b, H), AreConnectedIn(b, c, H)
  PROVE  AreConnectedIn(a, c, H)

\* Trees.

THEOREM TreeAcyclic ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW A \in SUBSET H.node, A /= {}
  PROVE  \E a \in A : \A e \in H.edge : e[1] = a => e[2] \notin A

THEOREM TreeIrreflexive ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW a \in H.node
  PROVE  <<a, a>> \notin H.edge

THEOREM TreeSimplePath ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW way \in Path(H)
  PROVE  way \in SimplePath(H)

THEOREM TreeConnectedAntisymmetric ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW a \in H.node, NEW b \in H.node,
         AreConnectedIn(a, b, H), AreConnectedIn(b, a, H)
  PROVE  a = b

THEOREM SingletonIsTreeWithRoot ==
  ASSUME NEW root
  PROVE  IsTreeWithRoot([node |-> {root}, edge |-> {}], root)

THEOREM AttachTree ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW a \in H.node,
         NEW K, NEW top, IsTreeWithRoot(K, top), H.node \intersect K.node = {}
  PROVE  IsTreeWithRoot([node |-> H.node \union K.node,
                         edge |-> H.edge \union K.edge \union {<<top, a>>}], root)

THEOREM AddLeafToTree ==
  ASSUME NEW H, NEW root, NEW leaf, NEW parent,
         IsTreeWithRoot(H, root), leaf \notin H.node, parent \in H.node
  PROVE  IsTreeWithRoot([node |-> H.node \union {leaf},
                         edge |-> H.edge \union {<<leaf, parent>>}], root)

THEOREM RemoveSubtree ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW a \in H.node \ {root}
  PROVE  LET below == {b \in H.node : AreConnectedIn(b, a, H)}
             kept == H.node \ below
             edges == H.edge \intersect (kept \X kept)
         IN  IsTreeWithRoot([node |-> kept, edge |-> edges], root)

THEOREM RemoveLeafFromTree ==
  ASSUME NEW H, NEW root, IsTreeWithRoot(H, root), NEW leaf \in H.node, Predecessors(H, leaf) = {},
         NEW parent \in H.node, <<leaf, parent>> \in H.edge
  PROVE  IsTreeWithRoot([node |-> H.node \ {leaf}, edge |-> H.edge \ {<<leaf, parent>>}], root)

\* Trees whose edges lead away from the root.

THEOREM SingletonIsTransposedTreeWithRoot ==
  ASSUME NEW root
  PROVE  IsTreeWithRoot(Transpose([node |-> {root}, edge |-> {}]), root)

THEOREM AttachTransposedTree ==
  ASSUME NEW H, NEW root, IsDirectedGraph(H), IsTreeWithRoot(Transpose(H), root),
         NEW K, NEW top, IsDirectedGraph(K), IsTreeWithRoot(Transpose(K), top),
         H.node \intersect K.node = {}, NEW a \in H.node
  PROVE  IsTreeWithRoot(Transpose([node |-> H.node \union K.node,
                                   edge |-> H.edge \union K.edge \union {<<a, top>>}]), root)

THEOREM AddLeafToTransposedTree ==
  ASSUME NEW H, NEW root, NEW leaf, NEW parent,
         IsDirectedGraph(H), IsTreeWithRoot(Transpose(H), root),
         leaf \notin H.node, parent \in H.node
  PROVE  IsTreeWithRoot(Transpose([node |-> H.node \union {leaf},
                                   edge |-> H.edge \union {<<parent, leaf>>}]), root)

THEOREM RemoveTransposedSubtree ==
  ASSUME NEW H, NEW root, IsDirectedGraph(H), IsTreeWithRoot(Transpose(H), root),
         NEW a \in H.node \ {root}
  PROVE  LET below == {b \in H.node : AreConnectedIn(a, b, H)}
             kept == H.node \ below
             edges == H.edge \intersect (kept \X kept)
         IN  IsTreeWithRoot(Transpose([node |-> kept, edge |-> edges]), root)

THEOREM RemoveLeafFromTransposedTree ==
  ASSUME NEW H, IsDirectedGraph(H), NEW root, IsTreeWithRoot(Transpose(H), root),
         NEW leaf \in H.node, Successors(H, leaf) = {},
         NEW parent \in H.node, <<parent, leaf>> \in H.edge
  PROVE  IsTreeWithRoot(Transpose([node |-> H.node \ {leaf}, edge |-> H.edge \ {<<parent, leaf>>}]),
                        root)

====
