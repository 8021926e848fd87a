---- MODULE Reals ----
\* Standard module: the real numbers.
EXTENDS Integers

\* The set of all real numbers: a complete ordered field.
\* builtin
Real ==
  LET IsBound(u, S) == \A s \in S : s <= u
      Bounds(S, R) == {u \in R : IsBound(u, S)}
  IN  CHOOSE R :
        /\ Int \subseteq R
        /\ \A a, b \in R : a + b \in R /\ a * b \in R /\ (b /= 0 => \E q \in R : b * q = a)
        /\ \A S \in SUBSET R : S /= {} /\ Bounds(S, R) /= {} =>
             \E u \in Bounds(S, R) : \A v \in Bounds(S, R) : u <= v

\* The quotient of two real numbers.
\* builtin
a / b == CHOOSE q \in Real : b * q = a

\* A value greater than every real number.
\* builtin
Infinity == CHOOSE x : x \notin Real /\ \A r \in Real : r < x

====
