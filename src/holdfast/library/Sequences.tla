---- MODULE Sequences ----
\* Standard module: finite sequences, which are the functions with a domain 1 .. n.
LOCAL INSTANCE Naturals

\* The set of all sequences of elements of `S`.
\* builtin
Seq(S) == UNION {[1 .. n -> S] : n \in Nat}

\* The length of a sequence or of a string.
\* builtin
Len(s) == CHOOSE n \in Nat : DOMAIN s = 1 .. n

\* The concatenation of two sequences or two strings.
\* builtin
s \o t ==
  LET m == Len(s)
  IN  [i \in 1 .. (m + Len(t)) |-> IF i > m THEN t[i - m] ELSE s[i]]

\* The sequence `s` followed by the element `e`.
\* builtin
Append(s, e) == s \o <<e>>

\* The first element; an error if there is none.
\* builtin
Head(s) == s[1]

\* Elements `m` to `n`; empty if m > n, otherwise both must be positions in the sequence.
\* builtin
SubSeq(s, m, n) == [i \in 1 .. (n - m + 1) |-> s[m + i - 1]]

\* All but the first element; an error if there is none.
\* builtin
Tail(s) == CASE Len(s) > 0 -> SubSeq(s, 2, Len(s))

\* The elements that satisfy the test, in their order.
\* builtin
SelectSeq(s, Test(_)) ==
  LET RECURSIVE First(_)
      First(n) == IF n = 0 THEN <<>>
                  ELSE IF Test(s[n]) THEN Append(First(n - 1), s[n]) ELSE First(n - 1)
  IN  First(Len(s))

====
