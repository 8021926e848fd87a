---- MODULE Combinatorics ----
\* Community module: factorials and binomial coefficients.
EXTENDS Naturals

\* The factorial of each natural number.
\* builtin
factorial[n \in Nat] == IF n = 0 THEN 1 ELSE factorial[n - 1] * n

\* The number of ways to choose `k` of `n` elements.
\* builtin
choose(n, k) ==
  LET RECURSIVE Ways(_)
      Ways(i) == IF i = 0 THEN 1 ELSE (Ways(i - 1) * (n - i + 1)) \div i
  IN  IF k > n THEN 0 ELSE Ways(IF k > n - k THEN n - k ELSE k)

====
