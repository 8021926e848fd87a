---- MODULE Randomization ----
\* Standard module: random subsets.
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets

\* A subset of `S` with `k` elements, chosen at random.
\* builtin
RandomSubset(k, S) == CHOOSE T \in SUBSET S : Cardinality(T) = k

\* At most `k` subsets of `S`, each with `n` elements on average, chosen at random.
\* builtin
RandomSetOfSubsets(k, n, S) == CHOOSE F \in SUBSET (SUBSET S) : Cardinality(F) <= k

\* The sizes of five such sets.
TestRandomSetOfSubsets(k, n, S) == [i \in 1 .. 5 |-> Cardinality(RandomSetOfSubsets(k, n, S))]

====
