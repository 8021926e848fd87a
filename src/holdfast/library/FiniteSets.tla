---- MODULE FiniteSets ----
\* Standard module: finiteness and size.
LOCAL INSTANCE Naturals

\* Sequences of length `n` that contain every element of `S`.
LOCAL Listing(n, S) == {f \in [1 .. n -> S] : {f[i] : i \in 1 .. n} = S}

\* Whether some sequence has all elements of `S`.
\* builtin
IsFiniteSet(S) == \E n \in Nat : Listing(n, S) /= {}

\* The length of a shortest sequence of all elements of the finite set `S`.
\* builtin
Cardinality(S) ==
  CHOOSE n \in Nat : Listing(n, S) /= {} /\ \A m \in 0 .. (n - 1) : Listing(m, S) = {}

====
