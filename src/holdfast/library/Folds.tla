---- MODULE Folds ----
\* Community module: the fold by which the other folds are defined.

\* `op(f(x), op(f(y), base))` for a finite set of two elements, where x is choose(S).
\* builtin
MapThenFoldSet(op(_, _), base, f(_), choose(_), S) ==
  LET RECURSIVE Fold(_)
      Fold(T) == IF T = {} THEN base
                 ELSE LET x == choose(T) IN op(f(x), Fold(T \ {x}))
  IN  Fold(S)

====
