---- MODULE Integers ----
\* Standard module: the integers.
EXTENDS Naturals

\* The set of all integers.
\* builtin
Int == Nat \union {0 - n : n \in Nat}

\* The negative of a number.
\* builtin
-. a == 0 - a

====
