---- MODULE Standard ----
\* What the engines compute is what the standard modules define.
EXTENDS Integers, FiniteSets, Sequences, TLC, Bags
DefFiniteSets == INSTANCE DefinedFiniteSets
DefSequences == INSTANCE DefinedSequences
DefTLC == INSTANCE DefinedTLC
DefBags == INSTANCE DefinedBags

Lists == UNION {[1 .. n -> {1, 2, 3}] : n \in 0 .. 3}
Maps == UNION {[D -> {1, 2}] : D \in SUBSET (1 .. 3)}
Pots == UNION {[D -> 1 .. 2] : D \in SUBSET {"a", "b", "c"}}

ASSUME \A S \in SUBSET (1 .. 4) :
  /\ DefFiniteSets!IsFiniteSet(S)
  /\ DefFiniteSets!Cardinality(S) = Cardinality(S)

ASSUME {s \in DefSequences!Seq({1, 2, 3}) : s \in Lists} = Lists
ASSUME \A s \in Lists :
  /\ DefSequences!Len(s) = Len(s)
  /\ s /= <<>> => DefSequences!Head(s) = Head(s) /\ DefSequences!Tail(s) = Tail(s)
  /\ \A e \in 1 .. 2 : DefSequences!Append(s, e) = Append(s, e)
  /\ \A S \in SUBSET (1 .. 3) :
       LET In(x) == x \in S IN DefSequences!SelectSeq(s, In) = SelectSeq(s, In)
  /\ \A i \in 1 .. 4, j \in 0 .. Len(s) :
       i <= Len(s) \/ i > j => DefSequences!SubSeq(s, i, j) = SubSeq(s, i, j)
ASSUME \A s, t \in Lists : Len(s) < 3 => DefSequences!\o(s, t) = s \o t

Odd(x, y) == x % 2 < y % 2
NoOrder(x, y) == x + y = 3
ASSUME \A s \in Lists :
  /\ DefTLC!SortSeq(s, <) = SortSeq(s, <)
  /\ DefTLC!SortSeq(s, >=) = SortSeq(s, >=)
  /\ DefTLC!SortSeq(s, Odd) = SortSeq(s, Odd)
  /\ DefTLC!SortSeq(s, NoOrder) = SortSeq(s, NoOrder)
ASSUME \A S \in SUBSET (1 .. 3) : DefTLC!Permutations(S) = Permutations(S)
ASSUME \A f, g \in Maps : DefTLC!@@(f, g) = f @@ g
ASSUME \A x, y \in 1 .. 2 : DefTLC!:>(x, y) = x :> y

ASSUME \A b \in Pots :
  /\ DefBags!IsABag(b) /\ IsABag(b)
  /\ DefBags!BagToSet(b) = BagToSet(b)
  /\ DefBags!BagCardinality(b) = BagCardinality(b)
  /\ \A e \in {"a", "d"} :
       DefBags!BagIn(e, b) = BagIn(e, b) /\ DefBags!CopiesIn(e, b) = CopiesIn(e, b)
  /\ LET Same(x) == IF x = "c" THEN "a" ELSE x IN DefBags!BagOfAll(Same, b) = BagOfAll(Same, b)
ASSUME \A b, c \in Pots :
  /\ DefBags!(+)(b, c) = b (+) c
  /\ DefBags!(-)(b, c) = b (-) c
  /\ DefBags!\sqsubseteq(b, c) = (b \sqsubseteq c)
  /\ DefBags!BagUnion({b, c}) = BagUnion({b, c})
ASSUME \A S \in SUBSET (1 .. 3) : DefBags!SetToBag(S) = SetToBag(S)
ASSUME DefBags!EmptyBag = EmptyBag /\ DefBags!BagUnion({}) = BagUnion({})
ASSUME \A n \in {-1, 0} : ~IsABag([a |-> n]) /\ ~DefBags!IsABag([a |-> n])

====
