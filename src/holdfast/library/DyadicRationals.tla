---- MODULE DyadicRationals ----
\* Community module: fractions whose denominator is a power of two.
LOCAL INSTANCE Integers
LOCAL INSTANCE Sequences
LOCAL INSTANCE TLC

\* The fraction in lowest terms.
LOCAL Reduced(n, d) ==
  LET RECURSIVE Divisor(_, _)
      Divisor(a, b) == IF b = 0 THEN a ELSE Divisor(b, a % b)
      common == Divisor(n, d)
  IN  [num |-> n \div common, den |-> d \div common]

\* Whether the denominator is a power of two.
IsDyadicRational(r) ==
  LET RECURSIVE IsPower(_)
      IsPower(n) == n = 1 \/ (n > 1 /\ n % 2 = 0 /\ IsPower(n \div 2))
  IN  IsPower(r.den)

\* The fraction 0/1.
Zero == [num |-> 0, den |-> 1]

\* The fraction 1/1.
One == [num |-> 1, den |-> 1]

\* The sum of two fractions, in lowest terms unless `p` is Zero: then it is `q`, not reduced.
Add(p, q) ==
  LET den == IF p.den > q.den THEN p.den ELSE q.den
  IN  IF p = Zero THEN q
      ELSE Reduced(p.num * (den \div p.den) + q.num * (den \div q.den), den)

\* Half of a fraction, in lowest terms.
Half(p) == Reduced(p.num, 2 * p.den)

\* The fraction as text, such as "3/4", "1" or "0".
PrettyPrint(p) ==
  CASE p = Zero -> "0"
    [] p = One -> "1"
    [] OTHER -> ToString(p.num) \o "/" \o ToString(p.den)

====
