---- MODULE FiniteSetTheorems ----
\* Proof module: finite sets and their size.
EXTENDS FiniteSets, Integers, Functions, WellFoundedInduction

\* Size by counting.

LEMMA FS_NatSurjection ==
  ASSUME NEW A
  PROVE  IsFiniteSet(A) <=> \E k \in Nat : ExistsSurjection(1 .. k, A)

LEMMA FS_NatBijection ==
  ASSUME NEW A
  PROVE  IsFiniteSet(A) <=> \E k \in Nat : ExistsBijection(1 .. k, A)

LEMMA FS_CountingElements ==
  ASSUME NEW A, NEW k \in Nat, ExistsBijection(1 .. k, A)
  PROVE  Cardinality(A) = k

THEOREM FS_SurjCardinalityBound ==
  ASSUME NEW A, NEW k \in Nat, ExistsSurjection(1 .. k, A)
  PROVE  Cardinality(A) <= k

THEOREM FS_CardinalityType ==
  ASSUME NEW A, IsFiniteSet(A)
  PROVE  Cardinality(A) \in Nat /\ ExistsBijection(1 .. Cardinality(A), A)

\* Functions between finite sets.

THEOREM FS_Bijection ==
  ASSUME NEW A, NEW B, IsFiniteSet(A), ExistsBijection(A, B)
  PROVE  IsFiniteSet(B) /\ Cardinality(B) = Cardinality(A)

THEOREM FS_SameCardinalityBij ==
  ASSUME NEW A, NEW B, IsFiniteSet(A), IsFiniteSet(B), Cardinality(A) = Cardinality(B)
  PROVE  ExistsBijection(A, B)

THEOREM FS_SurjSameCardinalityImpliesInj ==
  ASSUME NEW A, NEW B, IsFiniteSet(A), Cardinality(A) = Cardinality(B), NEW g \in Surjection(A, B)
  PROVE  g \in Injection(A, B)

THEOREM FS_Surjection ==
  ASSUME NEW A, NEW B, NEW g \in Surjection(A, B), IsFiniteSet(A)
  PROVE  /\ IsFiniteSet(B)
         /\ Cardinality(B) <= Cardinality(A)
         /\ Cardinality(B) = Cardinality(A) <=> g \in Injection(A, B)

THEOREM FS_Image ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_)
  PROVE  LET B == {F(a) : a \in A}
         IN  IsFiniteSet(B) /\ Cardinality(B) <= Cardinality(A)

THEOREM FS_Injection ==
  ASSUME NEW A, NEW B, NEW g \in Injection(A, B), IsFiniteSet(B)
  PROVE  /\ IsFiniteSet(A)
         /\ Cardinality(A) <= Cardinality(B)
         /\ Cardinality(A) = Cardinality(B) <=> g \in Surjection(A, B)

THEOREM FS_PigeonHole ==
  ASSUME NEW A, IsFiniteSet(A), NEW B, IsFiniteSet(B), Cardinality(B) < Cardinality(A),
         NEW g \in [A -> B]
  PROVE  \E a, b \in A : a /= b /\ g[a] = g[b]

\* Small sets, and adding or removing one element.

THEOREM FS_EmptySet ==
  /\ IsFiniteSet({})
  /\ Cardinality({}) = 0
  /\ \A A : IsFiniteSet(A) => (Cardinality(A) = 0 <=> A = {})

THEOREM FS_AddElement ==
  ASSUME NEW A, NEW a, IsFiniteSet(A)
  PROVE  /\ IsFiniteSet(A \union {a})
         /\ Cardinality(A \union {a}) = IF a \in A THEN Cardinality(A) ELSE Cardinality(A) + 1

THEOREM FS_RemoveElement ==
  ASSUME NEW A, NEW a, IsFiniteSet(A)
  PROVE  /\ IsFiniteSet(A \ {a})
         /\ Cardinality(A \ {a}) = IF a \in A THEN Cardinality(A) - 1 ELSE Cardinality(A)

THEOREM FS_Singleton ==
  /\ \A a : IsFiniteSet({a}) /\ Cardinality({a}) = 1
  /\ \A A : IsFiniteSet(A) => (Cardinality(A) = 1 <=> \E a : A = {a})

THEOREM FS_Subset ==
  ASSUME NEW A, IsFiniteSet(A), NEW B \in SUBSET A
  PROVE  /\ IsFiniteSet(B)
         /\ Cardinality(B) <= Cardinality(A)
         /\ Cardinality(A) = Cardinality(B) => A = B

THEOREM FS_Interval ==
  ASSUME NEW low \in Int, NEW high \in Int
  PROVE  /\ IsFiniteSet(low .. high)
         /\ Cardinality(low .. high) = IF low > high THEN 0 ELSE high - low + 1

THEOREM FS_BoundedSetOfNaturals ==
  ASSUME NEW A \in SUBSET Nat, NEW bound \in Nat, \A a \in A : a <= bound
  PROVE  IsFiniteSet(A) /\ Cardinality(A) <= bound + 1

\* Induction over finite sets.

THEOREM FS_Induction ==
  ASSUME NEW A, IsFiniteSet(A), NEW Q(_), Q({}),
         ASSUME NEW B \in SUBSET A, IsFiniteSet(B), Q(B), NEW a \in A \ B
         PROVE  Q(B \union {a})
  PROVE  Q(A)

\* The finite subsets of `S`.
FiniteSubsetsOf(S) == {A \in SUBSET S : IsFiniteSet(A)}

\* The pairs of subsets of `S` of which the first is a strict subset of the second.
StrictSubsetOrdering(S) == {p \in (SUBSET S) \X (SUBSET S) : p[1] /= p[2] /\ p[1] \subseteq p[2]}

LEMMA FS_FiniteSubsetsOfFinite ==
  ASSUME NEW A, IsFiniteSet(A)
  PROVE  FiniteSubsetsOf(A) = SUBSET A

THEOREM FS_StrictSubsetOrderingWellFounded ==
  ASSUME NEW A
  PROVE  IsWellFoundedOn(StrictSubsetOrdering(A), FiniteSubsetsOf(A))

THEOREM FS_WFInduction ==
  ASSUME NEW Q(_), NEW A, IsFiniteSet(A),
         ASSUME NEW B \in SUBSET A, \A C \in (SUBSET B) \ {B} : Q(C)
         PROVE  Q(B)
  PROVE  Q(A)

\* Operations on sets.

THEOREM FS_Union ==
  ASSUME NEW A, IsFiniteSet(A), NEW B, IsFiniteSet(B)
  PROVE  /\ IsFiniteSet(A \union B)
         /\ Cardinality(A \union B) = Cardinality(A) + Cardinality(B) - Cardinality(A \intersect B)

THEOREM FS_MajoritiesIntersect ==
  ASSUME NEW A, NEW P, NEW Q, IsFiniteSet(A), P \subseteq A, Q \subseteq A,
         Cardinality(P) + Cardinality(Q) > Cardinality(A)
  PROVE  P \intersect Q /= {}

THEOREM FS_Intersection ==
  ASSUME NEW A, IsFiniteSet(A), NEW B
  PROVE  /\ IsFiniteSet(A \intersect B)
         /\ IsFiniteSet(B \intersect A)
         /\ Cardinality(A \intersect B) <= Cardinality(A)
         /\ Cardinality(B \intersect A) <= Cardinality(A)

THEOREM FS_Difference ==
  ASSUME NEW A, NEW B, IsFiniteSet(A)
  PROVE  /\ IsFiniteSet(A \ B)
         /\ Cardinality(A \ B) = Cardinality(A) - Cardinality(A \intersect B)

THEOREM FS_UNION ==
  ASSUME NEW F, IsFiniteSet(F), \A A \in F : IsFiniteSet(A)
  PROVE  IsFiniteSet(UNION F)

THEOREM FS_Product ==
  ASSUME NEW A, IsFiniteSet(A), NEW B, IsFiniteSet(B)
  PROVE  IsFiniteSet(A \X B) /\ Cardinality(A \X B) = Cardinality(A) * Cardinality(B)

THEOREM FS_SUBSET ==
  ASSUME NEW A, IsFiniteSet(A)
  PROVE  IsFiniteSet(SUBSET A) /\ Cardinality(SUBSET A) = 2 ^ Cardinality(A)

====
