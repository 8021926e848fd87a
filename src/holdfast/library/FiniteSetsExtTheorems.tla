---- MODULE FiniteSetsExtTheorems ----
\* Proof module: folds, sums, products and extrema of finite sets.
EXTENDS FiniteSetsExt, FiniteSets, Integers

\* Folds.

THEOREM FoldSetEmpty ==
  ASSUME NEW Join(_, _), NEW start
  PROVE  FoldSet(Join, start, {}) = start

THEOREM FoldSetNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW A, A /= {}, IsFiniteSet(A)
  PROVE  \E a \in A : FoldSet(Join, start, A) = Join(a, FoldSet(Join, start, A \ {a}))

THEOREM FoldSetType ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW A \in SUBSET T, IsFiniteSet(A),
         \A x, y \in T : Join(x, y) \in T
  PROVE  FoldSet(Join, start, A) \in T

THEOREM FoldSetAC ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW A \in SUBSET T, IsFiniteSet(A), NEW a \in A
  PROVE  FoldSet(Join, start, A) = Join(a, FoldSet(Join, start, A \ {a}))

THEOREM FoldSetACAddElement ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW A \in SUBSET T, IsFiniteSet(A), NEW a \in T \ A
  PROVE  FoldSet(Join, start, A \union {a}) = Join(a, FoldSet(Join, start, A))

THEOREM FoldSetDisjointUnion ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         \A x \in T : Join(start, x) = x,
         NEW A \in SUBSET T, IsFiniteSet(A), NEW B \in SUBSET T, IsFiniteSet(B), A \intersect B = {}
  PROVE  FoldSet(Join, start, A \union B) = Join(FoldSet(Join, start, A), FoldSet(Join, start, B))

\* Sums.

THEOREM SumSetNat ==
  ASSUME NEW A \in SUBSET Nat, IsFiniteSet(A)
  PROVE  SumSet(A) \in Nat

THEOREM SumSetInt ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A)
  PROVE  SumSet(A) \in Int

THEOREM SumSetEmpty == SumSet({}) = 0

THEOREM SumSetNonempty ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW a \in A
  PROVE  SumSet(A) = a + SumSet(A \ {a})

THEOREM SumSetAddElement ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW a \in Int \ A
  PROVE  SumSet(A \union {a}) = a + SumSet(A)

THEOREM SumSetDisjointUnion ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW B \in SUBSET Int, IsFiniteSet(B),
         A \intersect B = {}
  PROVE  SumSet(A \union B) = SumSet(A) + SumSet(B)

THEOREM SumSetNatSubset ==
  ASSUME NEW A \in SUBSET Nat, IsFiniteSet(A), NEW B \in SUBSET A
  PROVE  SumSet(B) <= SumSet(A)

THEOREM SumSetNatZero ==
  ASSUME NEW A \in SUBSET Nat, IsFiniteSet(A)
  PROVE  SumSet(A) = 0 <=> A \subseteq {0}

\* Products.

THEOREM ProductSetNat ==
  ASSUME NEW A \in SUBSET Nat, IsFiniteSet(A)
  PROVE  ProductSet(A) \in Nat

THEOREM ProductSetInt ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A)
  PROVE  ProductSet(A) \in Int

THEOREM ProductSetEmpty == ProductSet({}) = 1

THEOREM ProductSetNonempty ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW a \in A
  PROVE  ProductSet(A) = a * ProductSet(A \ {a})

THEOREM ProductSetAddElement ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW a \in Int \ A
  PROVE  ProductSet(A \union {a}) = a * ProductSet(A)

THEOREM ProductSetDisjointUnion ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A), NEW B \in SUBSET Int, IsFiniteSet(B),
         A \intersect B = {}
  PROVE  ProductSet(A \union B) = ProductSet(A) * ProductSet(B)

THEOREM ProductSetNatOne ==
  ASSUME NEW A \in SUBSET Nat, IsFiniteSet(A)
  PROVE  ProductSet(A) = 1 <=> A \subseteq {1}

THEOREM ProductSetZero ==
  ASSUME NEW A \in SUBSET Int, IsFiniteSet(A)
  PROVE  ProductSet(A) = 0 <=> 0 \in A

THEOREM ProductSetNatSubset ==
  ASSUME NEW A \in SUBSET (Nat \ {0}), IsFiniteSet(A), NEW B \in SUBSET A
  PROVE  ProductSet(B) <= ProductSet(A)

\* Sums of mapped elements.

THEOREM MapThenSumSetNat ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_), \A a \in A : F(a) \in Nat
  PROVE  MapThenSumSet(F, A) \in Nat

THEOREM MapThenSumSetInt ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_), \A a \in A : F(a) \in Int
  PROVE  MapThenSumSet(F, A) \in Int

THEOREM MapThenSumSetEmpty ==
  ASSUME NEW F(_)
  PROVE  MapThenSumSet(F, {}) = 0

THEOREM MapThenSumSetNonempty ==
  ASSUME NEW A, IsFiniteSet(A), NEW a \in A, NEW F(_), \A b \in A : F(b) \in Int
  PROVE  MapThenSumSet(F, A) = F(a) + MapThenSumSet(F, A \ {a})

THEOREM MapThenSumSetAddElement ==
  ASSUME NEW A, IsFiniteSet(A), NEW a, a \notin A, NEW F(_), \A b \in A \union {a} : F(b) \in Int
  PROVE  MapThenSumSet(F, A \union {a}) = F(a) + MapThenSumSet(F, A)

THEOREM MapThenSumSetDisjointUnion ==
  ASSUME NEW A, IsFiniteSet(A), NEW B, IsFiniteSet(B), A \intersect B = {},
         NEW F(_), \A a \in A \union B : F(a) \in Int
  PROVE  MapThenSumSet(F, A \union B) = MapThenSumSet(F, A) + MapThenSumSet(F, B)

THEOREM MapThenSumSetNatSubset ==
  ASSUME NEW A, IsFiniteSet(A), NEW B \in SUBSET A, NEW F(_), \A a \in A : F(a) \in Nat
  PROVE  MapThenSumSet(F, B) <= MapThenSumSet(F, A)

THEOREM MapThenSumSetZero ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_), \A a \in A : F(a) \in Nat
  PROVE  MapThenSumSet(F, A) = 0 <=> \A a \in A : F(a) = 0

THEOREM MapThenSumSetMonotonic ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_), \A a \in A : F(a) \in Int,
         NEW G(_), \A a \in A : G(a) \in Int,
         \A a \in A : F(a) <= G(a)
  PROVE  MapThenSumSet(F, A) <= MapThenSumSet(G, A)

THEOREM MapThenSumSetStrictlyMonotonic ==
  ASSUME NEW A, IsFiniteSet(A), NEW F(_), \A a \in A : F(a) \in Int,
         NEW G(_), \A a \in A : G(a) \in Int,
         \A a \in A : F(a) <= G(a), NEW b \in A, F(b) < G(b)
  PROVE  MapThenSumSet(F, A) < MapThenSumSet(G, A)

\* The greatest and the least element.

THEOREM MaxInt ==
  ASSUME NEW A \in SUBSET Int, NEW top \in A, \A a \in A : top >= a
  PROVE  Max(A) = top

THEOREM MaxIntFinite ==
  ASSUME NEW A \in SUBSET Int, A /= {}, IsFiniteSet(A)
  PROVE  Max(A) \in A /\ \A a \in A : Max(A) >= a

THEOREM MaxIntBounded ==
  ASSUME NEW A \in SUBSET Int, A /= {}, NEW bound \in Int, \A a \in A : bound >= a
  PROVE  Max(A) \in A /\ \A a \in A : Max(A) >= a

THEOREM MaxInterval ==
  ASSUME NEW low \in Int, NEW high \in Int, low <= high
  PROVE  Max(low .. high) = high

THEOREM MinInt ==
  ASSUME NEW A \in SUBSET Int, NEW low \in A, \A a \in A : low <= a
  PROVE  Min(A) = low

THEOREM MinIntFinite ==
  ASSUME NEW A \in SUBSET Int, A /= {}, IsFiniteSet(A)
  PROVE  Min(A) \in A /\ \A a \in A : Min(A) <= a

THEOREM MinIntBounded ==
  ASSUME NEW A \in SUBSET Int, A /= {}, NEW bound \in Int, \A a \in A : bound <= a
  PROVE  Min(A) \in A /\ \A a \in A : Min(A) <= a

THEOREM MinInterval ==
  ASSUME NEW low \in Int, NEW high \in Int, low <= high
  PROVE  Min(low .. high) = low

THEOREM MinNat ==
  ASSUME NEW A \in SUBSET Nat, A /= {}
  PROVE  Min(A) \in A /\ \A a \in A : Min(A) <= a

\* Majorities.

THEOREM SupersetOfMajorityIsMajority ==
  ASSUME NEW A, IsFiniteSet(A), NEW P \in SUBSET A, NEW Q \in SUBSET A, P \subseteq Q,
         2 * Cardinality(P) > Cardinality(A)
  PROVE  2 * Cardinality(Q) > Cardinality(A)

====
