---- MODULE NaturalsInduction ----
\* Proof module: induction and recursion over the natural numbers.
EXTENDS Integers

\* Induction.

THEOREM NatInduction ==
  ASSUME NEW Q(_), Q(0), \A k \in Nat : Q(k) => Q(k + 1)
  PROVE  \A k \in Nat : Q(k)

THEOREM DownwardNatInduction ==
  ASSUME NEW Q(_), NEW top \in Nat, Q(top), \A k \in 1 .. top : Q(k) => Q(k - 1)
  PROVE  Q(0)

THEOREM GeneralNatInduction ==
  ASSUME NEW Q(_), \A k \in Nat : (\A j \in 0 .. (k - 1) : Q(j)) => Q(k)
  PROVE  \A k \in Nat : Q(k)

THEOREM SmallestNatural ==
  ASSUME NEW Q(_), NEW k \in Nat, Q(k)
  PROVE  \E least \in Nat : Q(least) /\ \A j \in 0 .. (least - 1) : ~Q(j)

\* Functions whose value at a number depends on the values at smaller numbers.

THEOREM RecursiveFcnOfNat ==
  ASSUME NEW Step(_, _),
         ASSUME NEW k \in Nat, NEW u, NEW v, \A j \in 0 .. (k - 1) : u[j] = v[j]
         PROVE  Step(u, k) = Step(v, k)
  PROVE  LET fcn[k \in Nat] == Step(fcn, k) IN fcn = [k \in Nat |-> Step(fcn, k)]

\* The function is chosen to satisfy the equations with the first value and the step.
NatInductiveDefHypothesis(fcn, first, Step(_, _)) ==
  fcn = CHOOSE u : u = [k \in Nat |-> IF k = 0 THEN first ELSE Step(u[k - 1], k)]

\* The function satisfies the equations with the first value and the step.
NatInductiveDefConclusion(fcn, first, Step(_, _)) ==
  fcn = [k \in Nat |-> IF k = 0 THEN first ELSE Step(fcn[k - 1], k)]

THEOREM NatInductiveDef ==
  ASSUME NEW Step(_, _), NEW fcn, NEW first, NatInductiveDefHypothesis(fcn, first, Step)
  PROVE  NatInductiveDefConclusion(fcn, first, Step)

THEOREM RecursiveFcnOfNatType ==
  ASSUME NEW fcn, NEW T, NEW Step(_, _), fcn = [k \in Nat |-> Step(fcn, k)],
         ASSUME NEW k \in Nat, NEW u, \A j \in 0 .. (k - 1) : u[j] \in T
         PROVE  Step(u, k) \in T
  PROVE  fcn \in [Nat -> T]

THEOREM NatInductiveDefType ==
  ASSUME NEW Step(_, _), NEW T, NEW fcn, NEW first \in T,
         NatInductiveDefConclusion(fcn, first, Step),
         first \in T,
         \A u \in T, k \in Nat \ {0} : Step(u, k) \in T
  PROVE  fcn \in [Nat -> T]

THEOREM RecursiveFcnOfNatUnique ==
  ASSUME NEW Step(_, _), NEW f1, NEW f2,
         f1 = [k \in Nat |-> Step(f1, k)],
         f2 = [k \in Nat |-> Step(f2, k)],
         ASSUME NEW k \in Nat, NEW u, NEW v, \A j \in 0 .. (k - 1) : u[j] = v[j]
         PROVE  Step(u, k) = Step(v, k)
  PROVE  f1 = f2

THEOREM NatInductiveUnique ==
  ASSUME NEW Step(_, _), NEW f1, NEW f2, NEW first,
         NatInductiveDefConclusion(f1, first, Step),
         NatInductiveDefConclusion(f2, first, Step)
  PROVE  f1 = f2

\* The same on an interval.

\* The function is chosen to satisfy the equations on low .. high.
FiniteNatInductiveDefHypothesis(fcn, first, Step(_, _), low, high) ==
  fcn = CHOOSE u : u = [k \in low .. high |-> IF k = low THEN first ELSE Step(u[k - 1], k)]

\* The function satisfies the equations on low .. high.
FiniteNatInductiveDefConclusion(fcn, first, Step(_, _), low, high) ==
  fcn = [k \in low .. high |-> IF k = low THEN first ELSE Step(fcn[k - 1], k)]

THEOREM FiniteNatInductiveDef ==
  ASSUME NEW Step(_, _), NEW fcn, NEW first, NEW low \in Nat, NEW high \in Nat,
         FiniteNatInductiveDefHypothesis(fcn, first, Step, low, high)
  PROVE  FiniteNatInductiveDefConclusion(fcn, first, Step, low, high)

THEOREM FiniteNatInductiveDefType ==
  ASSUME NEW T, NEW Step(_, _), NEW fcn, NEW first \in T, NEW low \in Nat, NEW high \in Nat,
         FiniteNatInductiveDefConclusion(fcn, first, Step, low, high),
         \A u \in T, k \in (low + 1) .. high : Step(u, k) \in T
  PROVE  fcn \in [low .. high -> T]

THEOREM FiniteNatInductiveUnique ==
  ASSUME NEW Step(_, _), NEW f1, NEW f2, NEW first, NEW low \in Nat, NEW high \in Nat,
         FiniteNatInductiveDefConclusion(f1, first, Step, low, high),
         FiniteNatInductiveDefConclusion(f2, first, Step, low, high)
  PROVE  f1 = f2

====
