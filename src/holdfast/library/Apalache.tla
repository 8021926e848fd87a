---- MODULE Apalache ----
\* Apalache module: assignments, folds and hints of a symbolic model checker.
LOCAL INSTANCE Integers
LOCAL INSTANCE Sequences

\* Equality that is read as an assignment.
x := e == x = e

\* A data structure of at most this size, of the type of the context.
\* builtin
Gen(size) == {}

\* An element of `S`, chosen nondeterministically.
\* builtin
Guess(S) == CHOOSE x \in S : TRUE

\* The function of a set of pairs.
SetAsFun(S) == [x \in {p[1] : p \in S} |-> CHOOSE y \in {p[2] : p \in S} : <<x, y>> \in S]

\* The sequence `<<F(1), ..., F(N)>>`.
MkSeq(N, F(_)) == [i \in 1 .. N |-> F(i)]

\* The function as a sequence of length `len`, which is at most `capacity`.
FunAsSeq(fn, len, capacity) == SubSeq(MkSeq(capacity, LAMBDA i : fn[i]), 1, len)

\* The existential formula itself.
Skolem(e) == e

\* The set itself.
Expand(S) == S

\* The comparison of a cardinality itself.
ConstCardinality(cardExpr) == cardExpr

\* `Op(Op(v, x), y)` and so on over the elements of a finite set, the least first.
\* builtin
ApaFoldSet(Op(_, _), v, S) ==
  LET RECURSIVE Fold(_, _)
      Fold(acc, T) == IF T = {} THEN acc
                      ELSE LET x == CHOOSE x \in T : TRUE IN Fold(Op(acc, x), T \ {x})
  IN  Fold(v, S)

\* `Op(Op(v, s[1]), s[2])` and so on over the elements of a sequence.
\* builtin
ApaFoldSeqLeft(Op(_, _), v, seq) ==
  LET RECURSIVE Fold(_)
      Fold(n) == IF n = 0 THEN v ELSE Op(Fold(n - 1), seq[n])
  IN  Fold(Len(seq))

\* `F(F(x, 1), 2)` and so on with the numbers up to `N`.
\* builtin
Repeat(F(_, _), N, x) ==
  LET RECURSIVE Times(_)
      Times(n) == IF n <= 0 THEN x ELSE F(Times(n - 1), n)
  IN  Times(N)

====
