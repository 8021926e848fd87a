---- MODULE WellFoundedInduction ----
\* Proof module: induction and recursion over well-founded relations, which are sets of pairs.
EXTENDS NaturalsInduction

\* Whether `R` is transitive on `S`.
IsTransitivelyClosedOn(R, S) ==
  \A x, y, z \in S : <<x, y>> \in R /\ <<y, z>> \in R => <<x, z>> \in R

\* Whether there is no infinite sequence over `S` that descends in `R`.
IsWellFoundedOn(R, S) == \A f \in [Nat -> S] : \E n \in Nat : <<f[n + 1], f[n]>> \notin R

LEMMA EmptyIsWellFounded == \A A : IsWellFoundedOn({}, A)

LEMMA IsWellFoundedOnSubset ==
  ASSUME NEW R, NEW A, NEW B \in SUBSET A, IsWellFoundedOn(R, A)
  PROVE  IsWellFoundedOn(R, B)

LEMMA IsWellFoundedOnSubrelation ==
  ASSUME NEW A, NEW R, NEW Q, Q \intersect (A \X A) \subseteq R, IsWellFoundedOn(R, A)
  PROVE  IsWellFoundedOn(Q, A)

\* The elements of `S` that are below `x`.
SetLessThan(x, R, S) == {y \in S : <<y, x>> \in R}

\* Minimal elements.

THEOREM WFMin ==
  ASSUME NEW R, NEW A, IsWellFoundedOn(R, A), NEW B, B \subseteq A, B /= {}
  PROVE  \E low \in B : \A b \in B : ~(<<b, low>> \in R)

THEOREM MinWF ==
  ASSUME NEW R, NEW A,
         \A B \in SUBSET A : B /= {} => \E low \in B : \A b \in B : ~(<<b, low>> \in R)
  PROVE  IsWellFoundedOn(R, A)

LEMMA WellFoundedIsIrreflexive ==
  ASSUME NEW R, NEW A, NEW a \in A, IsWellFoundedOn(R, A)
  PROVE  <<a, a>> \notin R

LEMMA WellFoundedIsAsymmetric ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW b \in A, IsWellFoundedOn(R, A),
         <<a, b>> \in R, <<b, a>> \in R
  PROVE  FALSE

LEMMA WFSetLessThanIrreflexive ==
  ASSUME NEW R, NEW A, NEW a \in A, IsWellFoundedOn(R, A)
  PROVE  a \notin SetLessThan(a, R, A)

LEMMA SetLessTransitive ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW b \in SetLessThan(a, R, A), IsTransitivelyClosedOn(R, A)
  PROVE  SetLessThan(b, R, A) \subseteq SetLessThan(a, R, A)

\* Induction.

THEOREM WFInduction ==
  ASSUME NEW Q(_), NEW R, NEW A, IsWellFoundedOn(R, A),
         \A a \in A : (\A b \in SetLessThan(a, R, A) : Q(b)) => Q(a)
  PROVE  \A a \in A : Q(a)

\* Recursion.

\* Whether a value of the step depends on the values at smaller arguments only.
WFDefOn(R, S, Step(_, _)) ==
  \A u, v : \A x \in S :
    (\A y \in SetLessThan(x, R, S) : u[y] = v[y]) => Step(u, x) = Step(v, x)

\* The function is chosen to satisfy the equations of the step.
OpDefinesFcn(f, S, Step(_, _)) == f = CHOOSE u : u = [x \in S |-> Step(u, x)]

\* The function satisfies the equations of the step.
WFInductiveDefines(f, S, Step(_, _)) == f = [x \in S |-> Step(f, x)]

\* Whether at most one function does.
WFInductiveUnique(S, Step(_, _)) ==
  \A u, v : WFInductiveDefines(u, S, Step) /\ WFInductiveDefines(v, S, Step) => u = v

THEOREM WFDefOnUnique ==
  ASSUME NEW Step(_, _), NEW R, NEW A, IsWellFoundedOn(R, A), WFDefOn(R, A, Step)
  PROVE  WFInductiveUnique(A, Step)

LEMMA WFInductiveDefLemma ==
  ASSUME NEW Step(_, _), NEW R, NEW A, NEW fcn,
         IsWellFoundedOn(R, A), IsTransitivelyClosedOn(R, A),
         WFDefOn(R, A, Step), OpDefinesFcn(fcn, A, Step)
  PROVE  WFInductiveDefines(fcn, A, Step)

\* Transitive closure.

\* The pairs that are in every relation on `S` that is transitive and contains `R` on `S`.
TransitiveClosureOn(R, S) ==
  {p \in S \X S :
     \A U \in SUBSET (S \X S) :
       R \intersect S \X S \subseteq U /\ IsTransitivelyClosedOn(U, S) => p \in U}

LEMMA TransitiveClosureThm ==
  \A R, A : /\ R \intersect A \X A \subseteq TransitiveClosureOn(R, A)
            /\ IsTransitivelyClosedOn(TransitiveClosureOn(R, A), A)

LEMMA TransitiveClosureMinimal ==
  ASSUME NEW R, NEW A, NEW Q \in SUBSET (A \X A),
         R \intersect A \X A \subseteq Q, IsTransitivelyClosedOn(Q, A)
  PROVE  TransitiveClosureOn(R, A) \subseteq Q

LEMMA TCTCTC ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW b \in A, NEW c \in A,
         <<a, b>> \in TransitiveClosureOn(R, A), <<b, c>> \in TransitiveClosureOn(R, A)
  PROVE  <<a, c>> \in TransitiveClosureOn(R, A)

LEMMA TCRTC ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW b \in A, NEW c \in A,
         <<a, b>> \in TransitiveClosureOn(R, A), <<b, c>> \in R
  PROVE  <<a, c>> \in TransitiveClosureOn(R, A)

LEMMA RTCTC ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW b \in A, NEW c \in A,
         <<a, b>> \in R, <<b, c>> \in TransitiveClosureOn(R, A)
  PROVE  <<a, c>> \in TransitiveClosureOn(R, A)

LEMMA TransitiveClosureChopLast ==
  ASSUME NEW R, NEW A, NEW a \in A, NEW c \in A, <<a, c>> \in TransitiveClosureOn(R, A)
  PROVE  \E b \in A : <<b, c>> \in R /\ (a = b \/ <<a, b>> \in TransitiveClosureOn(R, A))

THEOREM TransitiveClosureWF ==
  ASSUME NEW R, NEW A, IsWellFoundedOn(R, A)
  PROVE  IsWellFoundedOn(TransitiveClosureOn(R, A), A)

THEOREM WFInductiveDef ==
  ASSUME NEW Step(_, _), NEW R, NEW A, NEW fcn,
         IsWellFoundedOn(R, A), WFDefOn(R, A, Step), OpDefinesFcn(fcn, A, Step)
  PROVE  WFInductiveDefines(fcn, A, Step)

THEOREM WFInductiveDefType ==
  ASSUME NEW Step(_, _), NEW fcn, NEW R, NEW A, NEW T, T /= {},
         IsWellFoundedOn(R, A), WFDefOn(R, A, Step), WFInductiveDefines(fcn, A, Step),
         \A u \in [A -> T], a \in A : Step(u, a) \in T
  PROVE  fcn \in [A -> T]

\* Relations derived from others.

\* The operator as a set of pairs.
OpToRel(_ \prec _, S) == {p \in S \X S : p[1] \prec p[2]}

THEOREM NatLessThanWellFounded == IsWellFoundedOn(OpToRel(<, Nat), Nat)

\* The pairs in `S` whose values are in `R`.
PreImage(f(_), S, R) == {p \in S \X S : <<f(p[1]), f(p[2])>> \in R}

THEOREM PreImageWellFounded ==
  ASSUME NEW A, NEW B, NEW R, NEW f(_), \A a \in A : f(a) \in B, IsWellFoundedOn(R, B)
  PROVE  IsWellFoundedOn(PreImage(f, A, R), A)

\* The pairs of pairs in order at the first component, or equal there and in order at the second.
LexPairOrdering(R1, R2, S1, S2) ==
  {p \in (S1 \X S2) \X (S1 \X S2) :
     \/ <<p[1][1], p[2][1]>> \in R1
     \/ p[1][1] = p[2][1] /\ <<p[1][2], p[2][2]>> \in R2}

THEOREM WFLexPairOrdering ==
  ASSUME NEW Q, NEW R, NEW A, NEW B, IsWellFoundedOn(Q, A), IsWellFoundedOn(R, B)
  PROVE  IsWellFoundedOn(LexPairOrdering(Q, R, A, B), A \X B)

\* The pairs of tuples that are in order at some position and equal before it.
LexProductOrdering(R, S, n) ==
  {p \in [1 .. n -> S] \X [1 .. n -> S] :
     \E i \in 1 .. n : <<p[1][i], p[2][i]>> \in R /\ \A j \in 1 .. (i - 1) : p[1][j] = p[2][j]}

THEOREM WFLexProductOrdering ==
  ASSUME NEW R, NEW A, NEW size \in Nat, IsWellFoundedOn(R, A)
  PROVE  IsWellFoundedOn(LexProductOrdering(R, A, size), [1 .. size -> A])

====
