---- MODULE BagsExt ----
\* Community module: single elements of bags, and folds over bags.
LOCAL INSTANCE Bags
LOCAL INSTANCE Integers
LOCAL INSTANCE Folds

\* The bag with one more copy of `x`.
\* builtin
BagAdd(B, x) == (x :> CopiesIn(x, B) + 1) @@ B

\* The bag with one copy of `x` less, if it has any.
\* builtin
BagRemove(B, x) == B (-) SetToBag({x})

\* The bag without `x`.
BagRemoveAll(B, x) == [e \in DOMAIN B \ {x} |-> B[e]]

\* The fold over the elements; each contributes the fold of its own copies, from `base` again.
MapThenFoldBag(op(_, _), base, f(_), choose(_), B) ==
  LET RECURSIVE Copies(_, _)
      Copies(x, n) == IF n = 0 THEN base ELSE op(Copies(x, n - 1), f(x))
      Group(x) == Copies(x, B[x])
      Some(S) == CHOOSE x \in S : TRUE
  IN  MapThenFoldSet(op, base, Group, Some, DOMAIN B)

\* `op(op(base, x), y)` and so on over all copies, the least element first.
\* builtin
FoldBag(op(_, _), base, B) ==
  LET RECURSIVE Copies(_, _, _)
      Copies(acc, x, n) == IF n = 0 THEN acc ELSE op(Copies(acc, x, n - 1), x)
      RECURSIVE Fold(_, _)
      Fold(acc, D) ==
        IF D = {} THEN acc
        ELSE LET x == CHOOSE x \in D : TRUE IN Fold(Copies(acc, x, B[x]), D \ {x})
  IN  Fold(base, DOMAIN B)

\* The sum of all copies.
SumBag(B) == FoldBag(+, 0, B)

\* The product of all copies.
ProductBag(B) == FoldBag(LAMBDA product, x : product * x, 1, B)

====
