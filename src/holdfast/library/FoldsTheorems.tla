---- MODULE FoldsTheorems ----
\* Proof module: the fold over a finite set.
EXTENDS Folds, FiniteSets

\* Equations.

THEOREM MapThenFoldSetDef ==
  ASSUME NEW Join(_, _), NEW start, NEW Map(_), NEW Pick(_), NEW A, IsFiniteSet(A),
         \A B \in SUBSET A : B /= {} => Pick(B) \in B
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A) =
           IF A = {} THEN start
           ELSE LET a == Pick(A) IN Join(Map(a), MapThenFoldSet(Join, start, Map, Pick, A \ {a}))

THEOREM MapThenFoldSetEmpty ==
  ASSUME NEW Join(_, _), NEW start, NEW Map(_), NEW Pick(_)
  PROVE  MapThenFoldSet(Join, start, Map, Pick, {}) = start

THEOREM MapThenFoldSetNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW Map(_), NEW Pick(_), NEW A, A /= {}, IsFiniteSet(A),
         \A B \in SUBSET A : B /= {} => Pick(B) \in B
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A) =
           LET a == Pick(A) IN Join(Map(a), MapThenFoldSet(Join, start, Map, Pick, A \ {a}))

\* Equal folds.

THEOREM MapThenFoldSetBijection ==
  ASSUME NEW Join(_, _), NEW start,
         NEW A, IsFiniteSet(A), NEW MapA(_), NEW PickA(_),
         \A U \in SUBSET A : U /= {} => PickA(U) \in U,
         NEW B, IsFiniteSet(B), NEW MapB(_), NEW PickB(_),
         \A U \in SUBSET B : U /= {} => PickB(U) \in U,
         NEW Pair(_),
         \A a \in A : Pair(a) \in B,
         \A b \in B : \E a \in A : Pair(a) = b,
         \A x, y \in A : Pair(x) = Pair(y) => x = y,
         \A a \in A : MapA(a) = MapB(Pair(a)),
         \A U \in SUBSET A : U /= {} => Pair(PickA(U)) = PickB({Pair(a) : a \in U})
  PROVE  MapThenFoldSet(Join, start, MapA, PickA, A) = MapThenFoldSet(Join, start, MapB, PickB, B)

THEOREM MapThenFoldSetEqual ==
  ASSUME NEW Join(_, _), NEW start, NEW Pick(_), NEW A, IsFiniteSet(A),
         \A B \in SUBSET A : B /= {} => Pick(B) \in B,
         NEW F(_), NEW G(_), \A a \in A : F(a) = G(a)
  PROVE  MapThenFoldSet(Join, start, F, Pick, A) = MapThenFoldSet(Join, start, G, Pick, A)

\* The set of the values.

THEOREM MapThenFoldSetType ==
  ASSUME NEW A, IsFiniteSet(A),
         NEW T, NEW Join(_, _), NEW start \in T, NEW Map(_), NEW Pick(_),
         \A x, y \in T : Join(x, y) \in T,
         \A a \in A : Map(a) \in T,
         \A B \in SUBSET A : B /= {} => Pick(B) \in B
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A) \in T

\* Commutative and associative operators.

THEOREM MapThenFoldSetAC ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW Map(_),
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW A, IsFiniteSet(A), NEW a \in A,
         NEW Pick(_), \A B \in SUBSET A : B /= {} => Pick(B) \in B,
         \A b \in A : Map(b) \in T
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A) =
           Join(Map(a), MapThenFoldSet(Join, start, Map, Pick, A \ {a}))

THEOREM MapThenFoldSetACAddElement ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW Map(_),
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         NEW A, IsFiniteSet(A), NEW a, a \notin A,
         NEW Pick(_), \A B \in SUBSET (A \union {a}) : B /= {} => Pick(B) \in B,
         \A b \in A \union {a} : Map(b) \in T
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A \union {a}) =
           Join(Map(a), MapThenFoldSet(Join, start, Map, Pick, A))

THEOREM MapThenFoldSetDisjointUnion ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW Map(_),
         \A x, y \in T : Join(x, y) \in T,
         \A x, y \in T : Join(x, y) = Join(y, x),
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         \A x \in T : Join(start, x) = x,
         NEW A, IsFiniteSet(A), NEW B, IsFiniteSet(B), A \intersect B = {},
         NEW Pick(_), \A U \in SUBSET (A \union B) : U /= {} => Pick(U) \in U,
         \A a \in A \union B : Map(a) \in T
  PROVE  MapThenFoldSet(Join, start, Map, Pick, A \union B) =
           Join(MapThenFoldSet(Join, start, Map, Pick, A),
                MapThenFoldSet(Join, start, Map, Pick, B))

====
