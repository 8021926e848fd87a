---- MODULE QuorumTheorems ----
\* Proof module: quorum systems.
EXTENDS Quorum, Integers, FiniteSets

THEOREM QuorumsIntersect ==
  ASSUME NEW A, NEW F \in QuorumSystem(A), NEW P \in F, NEW Q \in F
  PROVE  \E a \in A : a \in P \intersect Q

THEOREM QuorumSuperset ==
  ASSUME NEW A, NEW F \in QuorumSystem(A), NEW Q \in F, NEW P \in SUBSET A, Q \subseteq P
  PROVE  P \in F

THEOREM MajoritiesQuorumSystem ==
  ASSUME NEW A, IsFiniteSet(A), A /= {}
  PROVE  {Q \in SUBSET A : 2 * Cardinality(Q) > Cardinality(A)} \in QuorumSystem(A)

====
