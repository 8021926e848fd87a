---- MODULE FunctionTheorems ----
\* Proof module: functions, injections, surjections, bijections and folds over functions.
EXTENDS Functions, Integers, FiniteSets

\* Restriction, range and inverse.

THEOREM Fun_RestrictProperties ==
  ASSUME NEW A, NEW B, NEW g \in [A -> B], NEW C \in SUBSET A
  PROVE  /\ Restrict(g, C) \in [C -> B]
         /\ \A c \in C : Restrict(g, C)[c] = g[c]

THEOREM Fun_RangeProperties ==
  ASSUME NEW A, NEW B, NEW g \in [A -> B]
  PROVE  /\ Range(g) \subseteq B
         /\ \A b \in Range(g) : \E a \in A : g[a] = b
         /\ g \in Surjection(A, Range(g))

THEOREM Fun_InverseProperties ==
  ASSUME NEW A, NEW B, NEW g \in [A -> B]
  PROVE  /\ (A = {} => B = {}) => Inverse(g, A, B) \in [B -> A]
         /\ \A b \in Range(g) : g[Inverse(g, A, B)[b]] = b

\* Criteria for injections, surjections and bijections.

THEOREM Fun_IsInj ==
  ASSUME NEW A, NEW B, NEW g \in [A -> B], \A x, y \in A : g[x] = g[y] => x = y
  PROVE  g \in Injection(A, B)

THEOREM Fun_IsSurj ==
  ASSUME NEW A, NEW B, NEW g \in [A -> B], \A b \in B : \E a \in A : g[a] = b
  PROVE  g \in Surjection(A, B)

THEOREM Fun_IsBij ==
  ASSUME NEW A, NEW B, NEW g,
         g \in Injection(A, B) \/ (g \in [A -> B] /\ \A x, y \in A : g[x] = g[y] => x = y),
         g \in Surjection(A, B) \/ (g \in [A -> B] /\ \A b \in B : \E a \in A : g[a] = b)
  PROVE  g \in Bijection(A, B)

\* What they satisfy.

THEOREM Fun_InjectionProperties ==
  ASSUME NEW A, NEW B, NEW g \in Injection(A, B)
  PROVE  g \in [A -> B] /\ \A x, y \in A : g[x] = g[y] => x = y

THEOREM Fun_SurjectionProperties ==
  ASSUME NEW A, NEW B, NEW g \in Surjection(A, B)
  PROVE  /\ g \in [A -> B]
         /\ \A b \in B : \E a \in A : g[a] = b
         /\ Range(g) = B

THEOREM Fun_BijectionProperties ==
  ASSUME NEW A, NEW B, NEW g \in Bijection(A, B)
  PROVE  /\ g \in [A -> B]
         /\ g \in Injection(A, B)
         /\ g \in Surjection(A, B)
         /\ \A x, y \in A : g[x] = g[y] => x = y
         /\ \A b \in B : \E a \in A : g[a] = b

THEOREM Fun_SmallestSurjectionIsBijection ==
  ASSUME NEW A, NEW B, NEW g \in Surjection(A, B),
         \A C \in SUBSET A : C /= A => Surjection(C, B) = {}
  PROVE  g \in Bijection(A, B)

\* Composition.

THEOREM Fun_InjTransitive ==
  ASSUME NEW A, NEW B, NEW C, NEW g \in Injection(A, B), NEW h \in Injection(B, C)
  PROVE  [a \in A |-> h[g[a]]] \in Injection(A, C)

THEOREM Fun_SurjTransitive ==
  ASSUME NEW A, NEW B, NEW C, NEW g \in Surjection(A, B), NEW h \in Surjection(B, C)
  PROVE  [a \in A |-> h[g[a]]] \in Surjection(A, C)

THEOREM Fun_BijTransitive ==
  ASSUME NEW A, NEW B, NEW C, NEW g \in Bijection(A, B), NEW h \in Bijection(B, C)
  PROVE  [a \in A |-> h[g[a]]] \in Bijection(A, C)

\* Inverses, restrictions and images.

THEOREM Fun_SurjInverse ==
  ASSUME NEW A, NEW B, NEW g \in Surjection(A, B)
  PROVE  Inverse(g, A, B) \in Injection(B, A)

THEOREM Fun_InjInverse ==
  ASSUME NEW A, NEW B, NEW g \in Injection(A, B), A = {} => B = {}
  PROVE  Inverse(g, A, B) \in Surjection(B, A)

THEOREM Fun_BijInverse ==
  ASSUME NEW A, NEW B, NEW g \in Bijection(A, B)
  PROVE  /\ Inverse(g, A, B) \in Bijection(B, A)
         /\ \A a \in A : Inverse(g, A, B)[g[a]] = a
         /\ Inverse(Inverse(g, A, B), B, A) = g

THEOREM Fun_BijRestrict ==
  ASSUME NEW A, NEW B, NEW g \in Bijection(A, B), NEW C \in SUBSET A
  PROVE  Restrict(g, C) \in Bijection(C, Range(Restrict(g, C)))

THEOREM Fun_InjMeansBijImage ==
  ASSUME NEW A, NEW B, NEW g \in Injection(A, B)
  PROVE  g \in Bijection(A, Range(g))

\* Existence.

THEOREM Fun_ExistsInj == \A A, B : ExistsInjection(A, B) <=> Injection(A, B) /= {}

THEOREM Fun_ExistsSurj == \A A, B : ExistsSurjection(A, B) <=> Surjection(A, B) /= {}

THEOREM Fun_ExistsBij == \A A, B : ExistsBijection(A, B) <=> Bijection(A, B) /= {}

THEOREM Fun_ExistsSurjSubset ==
  ASSUME NEW A, NEW B \in SUBSET A, B /= {}
  PROVE  ExistsSurjection(A, B)

THEOREM Fun_ExistsSurjMeansExistsRevInj ==
  ASSUME NEW A, NEW B, ExistsSurjection(A, B)
  PROVE  ExistsInjection(B, A)

THEOREM Fun_ExistsBijReflexive ==
  ASSUME NEW A
  PROVE  ExistsBijection(A, A)

THEOREM Fun_ExistsBijSymmetric ==
  ASSUME NEW A, NEW B, ExistsBijection(A, B)
  PROVE  ExistsBijection(B, A)

THEOREM Fun_ExistsBijTransitive ==
  ASSUME NEW A, NEW B, NEW C, ExistsBijection(A, B), ExistsBijection(B, C)
  PROVE  ExistsBijection(A, C)

THEOREM Fun_ExistsInjReflexive ==
  ASSUME NEW A
  PROVE  ExistsInjection(A, A)

THEOREM Fun_ExistsSurjReflexive ==
  ASSUME NEW A
  PROVE  ExistsSurjection(A, A)

THEOREM Fun_ExistsInjTransitive ==
  ASSUME NEW A, NEW B, NEW C, ExistsInjection(A, B), ExistsInjection(B, C)
  PROVE  ExistsInjection(A, C)

THEOREM Fun_ExistsSurjTransitive ==
  ASSUME NEW A, NEW B, NEW C, ExistsSurjection(A, B), ExistsSurjection(B, C)
  PROVE  ExistsSurjection(A, C)

THEOREM Fun_CantorBernsteinSchroeder_Lemma ==
  ASSUME NEW A, NEW B, B \subseteq A, ExistsInjection(A, B)
  PROVE  ExistsBijection(A, B)

THEOREM Fun_CantorBernsteinSchroeder ==
  ASSUME NEW A, NEW B, ExistsInjection(A, B), ExistsInjection(B, A)
  PROVE  ExistsBijection(A, B)

THEOREM Fun_ExistInjAndSurjThenBij ==
  ASSUME NEW A, NEW B, ExistsInjection(A, B), ExistsSurjection(A, B)
  PROVE  ExistsBijection(A, B)

THEOREM Fun_ExistSurjAndSurjThenBij ==
  ASSUME NEW A, NEW B, ExistsSurjection(A, B), ExistsSurjection(B, A)
  PROVE  ExistsBijection(A, B)

THEOREM Fun_ExistsBijEquiv ==
  ASSUME NEW A, NEW B
  PROVE  /\ ExistsBijection(A, B) <=> ExistsBijection(B, A)
         /\ ExistsBijection(A, B) <=> ExistsInjection(A, B) /\ ExistsInjection(B, A)
         /\ ExistsBijection(A, B) <=> ExistsInjection(A, B) /\ ExistsSurjection(A, B)
         /\ ExistsBijection(A, B) <=> ExistsInjection(B, A) /\ ExistsSurjection(B, A)
         /\ ExistsBijection(A, B) <=> ExistsSurjection(A, B) /\ ExistsSurjection(B, A)

\* Intervals.

THEOREM Fun_ExistsBijInterval ==
  ASSUME NEW low \in Int, NEW high \in Int, low <= high
  PROVE  ExistsBijection(1 .. (high - low + 1), low .. high)

THEOREM Fun_NatInjLeq ==
  ASSUME NEW j \in Nat, NEW k \in Nat
  PROVE  ExistsInjection(1 .. j, 1 .. k) <=> j <= k

THEOREM Fun_NatSurjImpliesNatBij ==
  ASSUME NEW A, NEW k \in Nat, ExistsSurjection(1 .. k, A)
  PROVE  \E j \in Nat : ExistsBijection(1 .. j, A) /\ j <= k

THEOREM Fun_NatSurjEquivNatBij ==
  ASSUME NEW A
  PROVE  (\E k \in Nat : ExistsSurjection(1 .. k, A))
           <=> (\E j \in Nat : ExistsBijection(1 .. j, A))

THEOREM Fun_NatBijSame ==
  ASSUME NEW A, NEW j \in Nat, ExistsBijection(1 .. j, A), NEW k \in Nat, ExistsBijection(1 .. k, A)
  PROVE  j = k

THEOREM Fun_NatBijEmpty ==
  ASSUME NEW A
  PROVE  ExistsBijection(1 .. 0, A) <=> A = {}

THEOREM Fun_NatBijSingleton ==
  ASSUME NEW A
  PROVE  ExistsBijection(1 .. 1, A) <=> \E a : A = {a}

THEOREM Fun_NatBijSubset ==
  ASSUME NEW A, NEW k \in Nat, ExistsBijection(1 .. k, A), NEW B \in SUBSET A
  PROVE  \E j \in Nat : ExistsBijection(1 .. j, B) /\ j <= k

THEOREM Fun_NatBijAddElem ==
  ASSUME NEW A, NEW k \in Nat, ExistsBijection(1 .. k, A), NEW a, a \notin A
  PROVE  ExistsBijection(1 .. (k + 1), A \union {a})

THEOREM Fun_NatBijSubElem ==
  ASSUME NEW A, NEW k \in Nat, ExistsBijection(1 .. k, A), NEW a, a \in A
  PROVE  ExistsBijection(1 .. (k - 1), A \ {a})

\* Folds over a part of a function.

THEOREM FoldFunctionOnSetEmpty ==
  ASSUME NEW Join(_, _), NEW start, NEW g
  PROVE  FoldFunctionOnSet(Join, start, g, {}) = start

THEOREM FoldFunctionOnSetNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW g, NEW I, I /= {}, IsFiniteSet(I)
  PROVE  \E i \in I : FoldFunctionOnSet(Join, start, g, I) =
                        Join(g[i], FoldFunctionOnSet(Join, start, g, I \ {i}))

THEOREM FoldFunctionOnSetType ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, \A x, y \in T : Join(x, y) \in T,
         NEW I, IsFiniteSet(I), NEW g, \A i \in I : g[i] \in T
  PROVE  FoldFunctionOnSet(Join, start, g, I) \in T

THEOREM FoldFunctionOnSetEqual ==
  ASSUME NEW Join(_, _), NEW start, NEW g, NEW h, NEW I, IsFiniteSet(I), \A i \in I : g[i] = h[i]
  PROVE  FoldFunctionOnSet(Join, start, g, I) = FoldFunctionOnSet(Join, start, h, I)

THEOREM FoldFunctionOnSetAC ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW I, IsFiniteSet(I), NEW i \in I, NEW g, \A j \in I : g[j] \in T
  PROVE  FoldFunctionOnSet(Join, start, g, I) =
           Join(g[i], FoldFunctionOnSet(Join, start, g, I \ {i}))

THEOREM FoldFunctionOnSetACAddIndex ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW I, IsFiniteSet(I), NEW i, i \notin I, NEW g, \A j \in I \union {i} : g[j] \in T
  PROVE  FoldFunctionOnSet(Join, start, g, I \union {i}) =
           Join(g[i], FoldFunctionOnSet(Join, start, g, I))

THEOREM FoldFunctionOnSetACExcept ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW g, NEW i, NEW v \in T,
         NEW I \in SUBSET (DOMAIN g), IsFiniteSet(I), \A j \in I : g[j] \in T
  PROVE  FoldFunctionOnSet(Join, start, [g EXCEPT ![i] = v], I) =
           IF i \in I THEN Join(v, FoldFunctionOnSet(Join, start, g, I \ {i}))
           ELSE FoldFunctionOnSet(Join, start, g, I)

THEOREM FoldFunctionOnSetDisjointUnion ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         \A x \in T : Join(start, x) = x,
         NEW I, IsFiniteSet(I), NEW J, IsFiniteSet(J), I \intersect J = {},
         NEW g, \A i \in I \union J : g[i] \in T
  PROVE  FoldFunctionOnSet(Join, start, g, I \union J) =
           Join(FoldFunctionOnSet(Join, start, g, I), FoldFunctionOnSet(Join, start, g, J))

\* Folds over a function.

THEOREM FoldFunctionEmpty ==
  ASSUME NEW Join(_, _), NEW start, NEW g, DOMAIN g = {}
  PROVE  FoldFunction(Join, start, g) = start

THEOREM FoldFunctionNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW g, DOMAIN g /= {}, IsFiniteSet(DOMAIN g)
  PROVE  \E i \in DOMAIN g : FoldFunction(Join, start, g) =
                               Join(g[i], FoldFunctionOnSet(Join, start, g, DOMAIN g \ {i}))

THEOREM FoldFunctionType ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, \A x, y \in T : Join(x, y) \in T,
         NEW g, IsFiniteSet(DOMAIN g), \A i \in DOMAIN g : g[i] \in T
  PROVE  FoldFunction(Join, start, g) \in T

THEOREM FoldFunctionAC ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW g, IsFiniteSet(DOMAIN g), NEW i \in DOMAIN g, \A j \in DOMAIN g : g[j] \in T
  PROVE  FoldFunction(Join, start, g) =
           Join(g[i], FoldFunctionOnSet(Join, start, g, DOMAIN g \ {i}))

THEOREM FoldFunctionACExcept ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW g, NEW i, NEW v \in T, IsFiniteSet(DOMAIN g), \A j \in DOMAIN g : g[j] \in T
  PROVE  FoldFunction(Join, start, [g EXCEPT ![i] = v]) =
           IF i \in DOMAIN g THEN Join(v, FoldFunctionOnSet(Join, start, g, DOMAIN g \ {i}))
           ELSE FoldFunction(Join, start, g)

\* Sums over a part of a function.

THEOREM SumFunctionOnSetNat ==
  ASSUME NEW g, NEW I, IsFiniteSet(I), \A i \in I : g[i] \in Nat
  PROVE  SumFunctionOnSet(g, I) \in Nat

THEOREM SumFunctionOnSetInt ==
  ASSUME NEW g, NEW I, IsFiniteSet(I), \A i \in I : g[i] \in Int
  PROVE  SumFunctionOnSet(g, I) \in Int

THEOREM SumFunctionOnSetEqual ==
  ASSUME NEW g, NEW h, NEW I, IsFiniteSet(I), \A i \in I : g[i] = h[i]
  PROVE  SumFunctionOnSet(g, I) = SumFunctionOnSet(h, I)

THEOREM SumFunctionOnSetEmpty ==
  ASSUME NEW g
  PROVE  SumFunctionOnSet(g, {}) = 0

THEOREM SumFunctionOnSetNonempty ==
  ASSUME NEW g, NEW I, IsFiniteSet(I), NEW i \in I, \A j \in I : g[j] \in Int
  PROVE  SumFunctionOnSet(g, I) = g[i] + SumFunctionOnSet(g, I \ {i})

THEOREM SumFunctionOnSetAddIndex ==
  ASSUME NEW g, NEW I, IsFiniteSet(I), NEW i, i \notin I, \A j \in I \union {i} : g[j] \in Int
  PROVE  SumFunctionOnSet(g, I \union {i}) = g[i] + SumFunctionOnSet(g, I)

THEOREM SumFunctionOnSetRemoveIndex ==
  ASSUME NEW g, NEW I, IsFiniteSet(I), NEW i \in I, \A j \in I : g[j] \in Int
  PROVE  SumFunctionOnSet(g, I \ {i}) = SumFunctionOnSet(g, I) - g[i]

THEOREM SumFunctionOnSetExcept ==
  ASSUME NEW g, NEW i, NEW v \in Int,
         NEW I \in SUBSET (DOMAIN g), IsFiniteSet(I), \A j \in I : g[j] \in Int
  PROVE  SumFunctionOnSet([g EXCEPT ![i] = v], I) =
           IF i \in I THEN SumFunctionOnSet(g, I) + v - g[i] ELSE SumFunctionOnSet(g, I)

THEOREM SumFunctionOnSetDisjointUnion ==
  ASSUME NEW I, IsFiniteSet(I), NEW J, IsFiniteSet(J), I \intersect J = {},
         NEW g, \A i \in I \union J : g[i] \in Int
  PROVE  SumFunctionOnSet(g, I \union J) = SumFunctionOnSet(g, I) + SumFunctionOnSet(g, J)

THEOREM SumFunctionNatOnSubset ==
  ASSUME NEW I, IsFiniteSet(I), NEW J \in SUBSET I, NEW g, \A i \in I : g[i] \in Nat
  PROVE  SumFunctionOnSet(g, J) <= SumFunctionOnSet(g, I)

THEOREM SumFunctionOnSetZero ==
  ASSUME NEW I, IsFiniteSet(I), NEW g, \A i \in I : g[i] \in Nat
  PROVE  SumFunctionOnSet(g, I) = 0 <=> \A i \in I : g[i] = 0

THEOREM SumFunctionOnSetConst ==
  ASSUME NEW A, NEW I \in SUBSET A, IsFiniteSet(I),
         NEW g \in [A -> Int], NEW v \in Int, \A i \in I : g[i] = v
  PROVE  SumFunctionOnSet(g, I) = v * Cardinality(I)

THEOREM SumFunctionOnSetMonotonic ==
  ASSUME NEW I, IsFiniteSet(I), NEW g, \A i \in I : g[i] \in Int, NEW h, \A i \in I : h[i] \in Int,
         \A i \in I : g[i] <= h[i]
  PROVE  SumFunctionOnSet(g, I) <= SumFunctionOnSet(h, I)

THEOREM SumFunctionOnSetStrictlyMonotonic ==
  ASSUME NEW I, IsFiniteSet(I), NEW g, \A i \in I : g[i] \in Int, NEW h, \A i \in I : h[i] \in Int,
         \A i \in I : g[i] <= h[i], NEW k \in I, g[k] < h[k]
  PROVE  SumFunctionOnSet(g, I) < SumFunctionOnSet(h, I)

\* Sums over a function.

THEOREM SumFunctionNat ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), \A i \in DOMAIN g : g[i] \in Nat
  PROVE  SumFunction(g) \in Nat

THEOREM SumFunctionInt ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), \A i \in DOMAIN g : g[i] \in Int
  PROVE  SumFunction(g) \in Int

THEOREM SumFunctionEmpty ==
  ASSUME NEW g, DOMAIN g = {}
  PROVE  SumFunction(g) = 0

THEOREM SumFunctionNonempty ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), NEW i \in DOMAIN g, \A j \in DOMAIN g : g[j] \in Int
  PROVE  SumFunction(g) = g[i] + SumFunctionOnSet(g, DOMAIN g \ {i})

THEOREM SumFunctionExcept ==
  ASSUME NEW g, NEW i, NEW v \in Int, IsFiniteSet(DOMAIN g), \A j \in DOMAIN g : g[j] \in Int
  PROVE  SumFunction([g EXCEPT ![i] = v]) =
           IF i \in DOMAIN g THEN SumFunction(g) + v - g[i] ELSE SumFunction(g)

THEOREM SumFunctionZero ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), \A i \in DOMAIN g : g[i] \in Nat
  PROVE  SumFunction(g) = 0 <=> \A i \in DOMAIN g : g[i] = 0

THEOREM SumFunctionConst ==
  ASSUME NEW A, IsFiniteSet(A), NEW v \in Int
  PROVE  SumFunction([a \in A |-> v]) = v * Cardinality(A)

THEOREM SumFunctionMonotonic ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), NEW h, DOMAIN h = DOMAIN g,
         \A i \in DOMAIN g : g[i] \in Int,
         \A i \in DOMAIN g : h[i] \in Int,
         \A i \in DOMAIN g : g[i] <= h[i]
  PROVE  SumFunction(g) <= SumFunction(h)

THEOREM SumFunctionStrictlyMonotonic ==
  ASSUME NEW g, IsFiniteSet(DOMAIN g), NEW h, DOMAIN h = DOMAIN g,
         \A i \in DOMAIN g : g[i] \in Int,
         \A i \in DOMAIN g : h[i] \in Int,
         \A i \in DOMAIN g : g[i] <= h[i],
         NEW k \in DOMAIN g, g[k] < h[k]
  PROVE  SumFunction(g) < SumFunction(h)

====
