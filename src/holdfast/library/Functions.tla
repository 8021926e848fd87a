---- MODULE Functions ----
\* Community module: functions, injections, surjections, bijections and folds over functions.
EXTENDS Integers, Folds

\* The restriction of the function `f` to the subset `S` of its domain.
Restrict(f, S) == [x \in S |-> f[x]]

\* The function `f` on the arguments that satisfy the test.
RestrictDomain(f, Test(_)) == [x \in {d \in DOMAIN f : Test(d)} |-> f[x]]

\* The function `f` on the arguments whose values satisfy the test.
RestrictValues(f, Test(_)) == [x \in {d \in DOMAIN f : Test(f[d])} |-> f[x]]

\* Whether `narrow` is a restriction of the function `wide`.
\* builtin
IsRestriction(narrow, wide) == \A x \in DOMAIN narrow : x \in DOMAIN wide /\ narrow[x] = wide[x]

\* The set of the values of a function.
\* builtin
Range(f) == {f[x] : x \in DOMAIN f}

\* The function that combines the values of `f` and `g` by `T`, on the domain of `f`.
Pointwise(f, g, T(_, _)) == [x \in DOMAIN f |-> T(f[x], g[x])]

\* A function from `T` to `S` that maps a value of `f` to one of its arguments in `S`.
Inverse(f, S, T) ==
  LET values == Range(f)
  IN  [t \in T |-> IF t \in values THEN CHOOSE s \in S : f[s] = t ELSE CHOOSE s \in S : TRUE]

\* A function that maps each value of `f` to one of its arguments.
AntiFunction(f) == Inverse(f, DOMAIN f, Range(f))

\* Whether different arguments have different values.
\* builtin
IsInjective(f) == \A x, y \in DOMAIN f : x /= y => f[x] /= f[y]

\* The injective functions from `S` to `T`.
Injection(S, T) == {f \in [S -> T] : IsInjective(f)}

\* The surjective functions from `S` to `T`.
Surjection(S, T) == {f \in [S -> T] : T \subseteq Range(f)}

\* The bijective functions from `S` to `T`.
Bijection(S, T) == {f \in Injection(S, T) : T \subseteq Range(f)}

\* Whether there is an injective function from `S` to `T`.
ExistsInjection(S, T) == \E f \in [S -> T] : f \in Injection(S, T)

\* Whether there is a surjective function from `S` to `T`.
ExistsSurjection(S, T) == \E f \in [S -> T] : f \in Surjection(S, T)

\* Whether there is a bijective function from `S` to `T`.
ExistsBijection(S, T) == \E f \in [S -> T] : f \in Bijection(S, T)

\* The element that remains when the others were chosen one by one: the greatest, in the engines.
LOCAL LastChosen(S) ==
  LET RECURSIVE Last(_)
      Last(T) == LET x == CHOOSE x \in T : TRUE
                 IN  IF T = {x} THEN x ELSE Last(T \ {x})
  IN  Last(S)

\* The fold of fun[i] over `indices`, the least first: `op(fun[2], op(fun[1], base))` for {1, 2}.
\* builtin
FoldFunctionOnSet(op(_, _), base, fun, indices) ==
  LET Value(i) == fun[i]
  IN  MapThenFoldSet(op, base, Value, LastChosen, indices)

\* The fold of all values of a function, the least argument first.
\* builtin
FoldFunction(op(_, _), base, fun) == FoldFunctionOnSet(op, base, fun, DOMAIN fun)

\* The sum of fun[i] for i in `indices`.
SumFunctionOnSet(fun, indices) == FoldFunctionOnSet(+, 0, fun, indices)

\* The sum of all values of a function.
SumFunction(fun) == FoldFunction(+, 0, fun)

====
