---- MODULE TLC ----
\* Standard module: output, random choice, sorting and one-point functions for model checking.
LOCAL INSTANCE Naturals
LOCAL INSTANCE Sequences

\* Equals `val`; prints `out` and `val`.
\* builtin
Print(out, val) == val

\* TRUE; prints `out`.
\* builtin
PrintT(out) == TRUE

\* TRUE if `val` is TRUE; otherwise stops with the message `out`.
\* builtin
Assert(val, out) == (val = TRUE) \/ CHOOSE b : TRUE

\* The time in seconds, truncated to a positive 32-bit number.
\* builtin
JavaTime == CHOOSE n \in Nat : TRUE

\* The register `i`, or for a string a statistic of the run such as "level" or "distinct".
\* builtin
TLCGet(i) == CHOOSE v : TRUE

\* TRUE; sets the register `i` to `v`.
\* builtin
TLCSet(i, v) == TRUE

\* The function that maps `d`, and nothing else, to `e`.
\* builtin
d :> e == [x \in {d} |-> e]

\* The function `f` extended by `g` outside its domain.
\* builtin
f @@ g == [x \in DOMAIN f \union DOMAIN g |-> IF x \in DOMAIN f THEN f[x] ELSE g[x]]

\* The bijections from `S` to itself.
\* builtin
Permutations(S) == {p \in [S -> S] : {p[x] : x \in S} = S}

\* The sequence sorted by insertion: an element moves left while Op(e, left neighbour) holds.
\* builtin
SortSeq(s, Op(_, _)) ==
  LET RECURSIVE Insert(_, _)
      Insert(t, e) ==
        LET n == Len(t)
        IN  IF n > 0 /\ Op(e, t[n])
            THEN Append(Insert(SubSeq(t, 1, n - 1), e), t[n])
            ELSE Append(t, e)
      RECURSIVE Sorted(_)
      Sorted(n) == IF n = 0 THEN <<>> ELSE Insert(Sorted(n - 1), s[n])
  IN  Sorted(Len(s))

\* An element of `S`, chosen at random.
\* builtin
RandomElement(S) == CHOOSE x \in S : TRUE

\* The set of all values, for membership tests only.
\* builtin
Any == CHOOSE S : TRUE

\* The value written as TLA+ text.
\* builtin
ToString(v) == CHOOSE s \in STRING : s = v \/ s /= v

\* The value itself, evaluated eagerly.
\* builtin
TLCEval(v) == v

====
