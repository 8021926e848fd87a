---- MODULE GraphViz ----
\* Community module: graphs as text for graph drawing programs.

\* The directed graph as DOT text with labels for its nodes and edges.
\* builtin
DotDiGraph(G, VL(_), EL(_)) == CHOOSE s \in STRING : TRUE

====
