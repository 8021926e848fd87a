---- MODULE Quorum ----
\* Community module: quorum systems.

\* The non-empty sets of subsets of `S` that intersect pairwise and are closed under supersets.
QuorumSystem(S) ==
  {F \in SUBSET (SUBSET S) :
     /\ F /= {}
     /\ \A P, Q \in F : \E x \in P : x \in Q
     /\ \A Q \in F : \A P \in SUBSET S : Q \subseteq P => P \in F}

====
