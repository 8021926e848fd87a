---- MODULE Naturals ----
\* Standard module: natural numbers and arithmetic.

\* Declares the arity and the level of a primitive; the engines compute its value.
LOCAL Primitive(op, a, b) == CHOOSE v : v = <<op, a, b>>

\* The sum of two numbers.
\* builtin
a + b == Primitive("+", a, b)

\* The product of two numbers.
\* builtin
a * b == Primitive("*", a, b)

\* `a` to the power of `b`.
\* builtin
a ^ b == Primitive("^", a, b)

\* Whether `a` is at most `b`.
\* builtin
a <= b == Primitive("<=", a, b) = TRUE

\* Whether `a` is less than `b`.
\* builtin
a < b == a <= b /\ a /= b

\* Whether `a` is at least `b`.
\* builtin
a >= b == b <= a

\* Whether `a` is greater than `b`.
\* builtin
a > b == b < a

\* The difference of two numbers.
\* builtin
a - b == CHOOSE c : b + c = a

\* The smallest set that contains zero and the successor of each of its elements.
\* builtin
Nat ==
  LET Closed(N) == 0 \in N /\ \A n \in N : n + 1 \in N
  IN  CHOOSE N : Closed(N) /\ \A M \in SUBSET N : Closed(M) => M = N

\* The quotient, rounded down, for a positive `b`.
\* builtin
a \div b == Primitive("\\div", a, b)

\* The remainder, in 0 .. b - 1, for a positive `b`.
\* builtin
a % b == a - b * (a \div b)

\* The integers from `a` to `b`.
\* builtin
a .. b == {a + n : n \in {m \in Nat : a + m <= b}}

====
