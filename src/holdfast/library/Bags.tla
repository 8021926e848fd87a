---- MODULE Bags ----
\* Standard module: bags (multisets), which are functions to the positive numbers.
EXTENDS TLC
LOCAL INSTANCE Naturals

\* The sum of the values of a function with a finite domain.
LOCAL Total(f) ==
  LET RECURSIVE Over(_)
      Over(D) == IF D = {} THEN 0
                 ELSE LET x == CHOOSE x \in D : TRUE IN f[x] + Over(D \ {x})
  IN  Over(DOMAIN f)

\* Whether `B` is a bag.
\* builtin
IsABag(B) == B = [e \in DOMAIN B |-> B[e]] /\ \A e \in DOMAIN B : B[e] \in Nat \ {0}

\* The set of the elements of a bag.
\* builtin
BagToSet(B) == DOMAIN B

\* The bag with one copy of each element of `S`.
\* builtin
SetToBag(S) == [e \in S |-> 1]

\* Whether `e` occurs in `B`.
\* builtin
BagIn(e, B) == e \in DOMAIN B

\* The bag without elements.
\* builtin
EmptyBag == SetToBag({})

\* The number of copies of `e` in `B`, perhaps zero.
\* builtin
CopiesIn(e, B) == IF BagIn(e, B) THEN B[e] ELSE 0

\* The sum of two bags.
\* builtin
B1 (+) B2 == [e \in DOMAIN B1 \union DOMAIN B2 |-> CopiesIn(e, B1) + CopiesIn(e, B2)]

\* The difference of two bags: the copies of `B1` without those of `B2`.
\* builtin
B1 (-) B2 ==
  [e \in {d \in DOMAIN B1 : B1[d] > CopiesIn(d, B2)} |-> B1[e] - CopiesIn(e, B2)]

\* The sum of all bags of the set `S`.
\* builtin
BagUnion(S) ==
  [e \in UNION {DOMAIN B : B \in S} |-> Total([B \in S |-> CopiesIn(e, B)])]

\* Whether `B1` is a subbag of `B2`.
\* builtin
B1 \sqsubseteq B2 == \A e \in DOMAIN B1 : B1[e] <= CopiesIn(e, B2)

\* The set of all subbags of `B`.
SubBag(B) ==
  LET RECURSIVE Within(_)
      Within(D) ==
        IF D = {} THEN {EmptyBag}
        ELSE LET x == CHOOSE x \in D : TRUE
                 others == Within(D \ {x})
             IN  others \union {(x :> n) @@ A : n \in 1 .. B[x], A \in others}
  IN  Within(DOMAIN B)

\* The bag with a copy of F(e) for each copy of an element `e` of `B`.
\* builtin
BagOfAll(F(_), B) ==
  LET From(v) == {d \in DOMAIN B : F(d) = v}
  IN  [v \in {F(d) : d \in DOMAIN B} |-> Total([d \in From(v) |-> B[d]])]

\* The number of all copies in a finite bag.
\* builtin
BagCardinality(B) == Total(B)

====
