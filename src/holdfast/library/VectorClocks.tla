---- MODULE VectorClocks ----
\* Community module: logs ordered by vector clocks.
EXTENDS Naturals, Sequences, Functions

\* Whether the clock `v` is before the clock `w` for some node; a missing entry counts as zero.
LOCAL SomeLess(v, w) ==
  LET At(c, n) == IF n \in DOMAIN c THEN c[n] ELSE 0
  IN  \E n \in DOMAIN v \union DOMAIN w : At(v, n) < At(w, n)

\* Whether each entry of the log happened before the later ones or concurrently with them.
IsCausalOrder(log, clock(_)) ==
  \A i \in 1 .. Len(log) : \A j \in 1 .. (i - 1) : SomeLess(clock(log[j]), clock(log[i]))

\* The entries of the log in a causal order.
\* builtin
CausalOrder(log, clock(_), node(_), domain(_)) ==
  LET Before(a, b) == SomeLess(clock(a), clock(b)) /\ ~SomeLess(clock(b), clock(a))
      RECURSIVE Sorted(_)
      Sorted(s) ==
        IF s = <<>> THEN s
        ELSE LET first == CHOOSE i \in DOMAIN s : \A j \in DOMAIN s : ~Before(s[j], s[i])
             IN  <<s[first]>> \o Sorted(SubSeq(s, 1, first - 1) \o SubSeq(s, first + 1, Len(s)))
  IN  Sorted(log)

====
