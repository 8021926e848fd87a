---- MODULE FiniteSetsExt ----
\* Community module: folds, sums, extrema and subsets of finite sets.
EXTENDS Integers, FiniteSets, Folds, Functions

\* The element that remains when the others were chosen one by one: the greatest, in the engines.
LOCAL LastChosen(S) ==
  LET RECURSIVE Last(_)
      Last(T) == LET x == CHOOSE x \in T : TRUE
                 IN  IF T = {x} THEN x ELSE Last(T \ {x})
  IN  Last(S)

\* The fold of the elements of a set, the least first: `op(2, op(1, base))` for {1, 2}.
\* builtin
FoldSet(op(_, _), base, set) ==
  LET Same(x) == x
  IN  MapThenFoldSet(op, base, Same, LastChosen, set)

\* The sum of the elements of a set.
SumSet(set) == FoldSet(+, 0, set)

\* The product of the elements of a set.
ProductSet(set) == FoldSet(LAMBDA x, product : x * product, 1, set)

\* FoldSet with its arguments in another order.
ReduceSet(op(_, _), set, acc) == FoldSet(op, acc, set)

\* The sum of op(x) for x in the set.
MapThenSumSet(op(_), set) == FoldSet(LAMBDA x, sum : op(x) + sum, 0, set)

\* The union of the elements of `S`.
FlattenSet(S) == UNION S

\* The symmetric difference of two sets.
SymDiff(A, B) == {x \in A \union B : x \notin A \/ x \notin B}

\* The number of elements that satisfy `P`.
\* builtin
Quantify(S, P(_)) == Cardinality({x \in S : P(x)})

\* The subsets of `S` with `k` elements.
\* builtin
kSubset(k, S) ==
  LET RECURSIVE OfSize(_, _)
      OfSize(n, T) ==
        IF n = 0 THEN {{}}
        ELSE IF n > Cardinality(T) THEN {}
        ELSE LET x == CHOOSE x \in T : TRUE
                 others == T \ {x}
             IN  OfSize(n, others) \union {A \union {x} : A \in OfSize(n - 1, others)}
  IN  IF k < 0 THEN {} ELSE OfSize(k, S)

\* The greatest element of a set of numbers.
\* builtin
Max(S) == CHOOSE m \in S : \A n \in S : n <= m

\* The least element of a set of numbers.
\* builtin
Min(S) == CHOOSE m \in S : \A n \in S : m <= n

\* The sets that have one element chosen from each of the given sets.
Choices(Sets) == FoldSet(LAMBDA T, chosen : {C \union {x} : C \in chosen, x \in T}, {{}}, Sets)

\* The unique element that satisfies `P`; an error if there are none or several.
ChooseUnique(S, P(_)) == CHOOSE x \in S : {y \in S : P(y)} = {x}

====
