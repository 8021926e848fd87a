---- MODULE Relation ----
\* Community module: relations on a set, as Boolean functions of two arguments or as operators.
EXTENDS Naturals, FiniteSets

\* Whether the relation is reflexive.
IsReflexive(R, S) == \A x \in S : R[x, x]

\* IsReflexive for an operator.
IsReflexiveUnder(op(_, _), S) == \A x \in S : op(x, x)

\* Whether the relation is irreflexive.
IsIrreflexive(R, S) == ~ \E x \in S : R[x, x]

\* IsIrreflexive for an operator.
IsIrreflexiveUnder(op(_, _), S) == ~ \E x \in S : op(x, x)

\* Whether the relation is symmetric.
IsSymmetric(R, S) == \A x, y \in S : R[x, y] => R[y, x]

\* IsSymmetric for an operator.
IsSymmetricUnder(op(_, _), S) == \A x, y \in S : op(x, y) => op(y, x)

\* Whether the relation is antisymmetric.
IsAntiSymmetric(R, S) == \A x, y \in S : x = y \/ ~(R[x, y] /\ R[y, x])

\* IsAntiSymmetric for an operator.
IsAntiSymmetricUnder(op(_, _), S) == \A x, y \in S : x = y \/ ~(op(x, y) /\ op(y, x))

\* Whether the relation is asymmetric.
IsAsymmetric(R, S) == \A x, y \in S : R[x, y] => ~R[y, x]

\* IsAsymmetric for an operator.
IsAsymmetricUnder(op(_, _), S) == \A x, y \in S : op(x, y) => ~op(y, x)

\* Whether the relation is transitive.
IsTransitive(R, S) == \A x, y \in S : R[x, y] => \A z \in S : R[y, z] => R[x, z]

\* IsTransitive for an operator.
IsTransitiveUnder(op(_, _), S) == \A x, y \in S : op(x, y) => \A z \in S : op(y, z) => op(x, z)

\* Whether the relation is irreflexive, antisymmetric and transitive.
IsStrictlyPartiallyOrdered(R, S) ==
  IsIrreflexive(R, S) /\ IsAntiSymmetric(R, S) /\ IsTransitive(R, S)

\* IsStrictlyPartiallyOrdered for an operator.
IsStrictlyPartiallyOrderedUnder(op(_, _), S) ==
  IsIrreflexiveUnder(op, S) /\ IsAntiSymmetricUnder(op, S) /\ IsTransitiveUnder(op, S)

\* Whether the relation is reflexive, antisymmetric and transitive.
IsPartiallyOrdered(R, S) == IsReflexive(R, S) /\ IsAntiSymmetric(R, S) /\ IsTransitive(R, S)

\* IsPartiallyOrdered for an operator.
IsPartiallyOrderedUnder(op(_, _), S) ==
  IsReflexiveUnder(op, S) /\ IsAntiSymmetricUnder(op, S) /\ IsTransitiveUnder(op, S)

\* Whether the relation is a strict total order.
IsStrictlyTotallyOrdered(R, S) ==
  IsStrictlyPartiallyOrdered(R, S) /\ \A x, y \in S : x = y \/ R[x, y] \/ R[y, x]

\* IsStrictlyTotallyOrdered for an operator.
IsStrictlyTotallyOrderedUnder(op(_, _), S) ==
  IsStrictlyPartiallyOrderedUnder(op, S) /\ \A x, y \in S : x = y \/ op(x, y) \/ op(y, x)

\* Whether the relation is a total order.
IsTotallyOrdered(R, S) == IsPartiallyOrdered(R, S) /\ \A x, y \in S : R[x, y] \/ R[y, x]

\* IsTotallyOrdered for an operator.
IsTotallyOrderedUnder(op(_, _), S) ==
  IsPartiallyOrderedUnder(op, S) /\ \A x, y \in S : op(x, y) \/ op(y, x)

\* The transitive closure of `R`, on a finite set.
\* builtin
TransitiveClosure(R, S) ==
  LET RECURSIVE Through(_)
      Through(T) ==
        IF T = {} THEN [x, y \in S |-> R[x, y]]
        ELSE LET z == CHOOSE z \in T : TRUE
                 C == Through(T \ {z})
             IN  [x, y \in S |-> C[x, y] \/ (C[x, z] /\ C[z, y])]
  IN  Through(S)

\* The reflexive and transitive closure of `R`, on a finite set.
ReflexiveTransitiveClosure(R, S) ==
  LET C == TransitiveClosure(R, S)
  IN  [x, y \in S |-> IF x = y THEN TRUE ELSE C[x, y]]

\* Whether steps of the relation lead from each element to each other.
IsConnected(R, S) ==
  LET C == TransitiveClosure(R, S)
  IN  \A x, y \in S : x = y \/ C[x, y]

====
