---- MODULE Collections ----
\* What the engines compute is what the modules for sets, functions and bags define.
EXTENDS Integers, FiniteSets, TLC
Fold == INSTANCE Folds
DefFolds == INSTANCE DefinedFolds
Fun == INSTANCE Functions
DefFunctions == INSTANCE DefinedFunctions
Sets == INSTANCE FiniteSetsExt
DefFiniteSetsExt == INSTANCE DefinedFiniteSetsExt
Bag == INSTANCE BagsExt
DefBagsExt == INSTANCE DefinedBagsExt

Maps == UNION {[D -> {1, 2, 4}] : D \in SUBSET {"a", "b", "c"}}
Pots == UNION {[D -> 1 .. 2] : D \in SUBSET (1 .. 3)}
Pair(x, y) == <<x, y>>
Less(x, y) == x - 2 * y
Square(x) == x * x
Least(S) == CHOOSE x \in S : \A y \in S : x <= y
Most(S) == CHOOSE x \in S : \A y \in S : x >= y

ASSUME \A S \in SUBSET (1 .. 4) :
  /\ Fold!MapThenFoldSet(Pair, 0, Square, Least, S) = DefFolds!MapThenFoldSet(Pair, 0, Square, Least, S)
  /\ Fold!MapThenFoldSet(Less, 7, Square, Most, S) = DefFolds!MapThenFoldSet(Less, 7, Square, Most, S)

ASSUME \A f \in Maps :
  /\ Fun!FoldFunction(Pair, 0, f) = DefFunctions!FoldFunction(Pair, 0, f)
  /\ Fun!Range(f) = DefFunctions!Range(f)
  /\ Fun!IsInjective(f) = DefFunctions!IsInjective(f)
  /\ \A S \in SUBSET DOMAIN f :
       Fun!FoldFunctionOnSet(Less, 3, f, S) = DefFunctions!FoldFunctionOnSet(Less, 3, f, S)
ASSUME \A f, g \in Maps : Fun!IsRestriction(f, g) = DefFunctions!IsRestriction(f, g)

ASSUME \A S \in SUBSET (1 .. 4) :
  LET Large(x) == x > 2
  IN  /\ Sets!FoldSet(Pair, 0, S) = DefFiniteSetsExt!FoldSet(Pair, 0, S)
      /\ Sets!FoldSet(Less, 1, S) = DefFiniteSetsExt!FoldSet(Less, 1, S)
      /\ Sets!Quantify(S, Large) = DefFiniteSetsExt!Quantify(S, Large)
      /\ \A k \in -1 .. 5 : Sets!kSubset(k, S) = DefFiniteSetsExt!kSubset(k, S)
      /\ S /= {} => Sets!Max(S) = DefFiniteSetsExt!Max(S) /\ Sets!Min(S) = DefFiniteSetsExt!Min(S)

ASSUME \A b \in Pots :
  /\ Bag!FoldBag(Pair, 0, b) = DefBagsExt!FoldBag(Pair, 0, b)
  /\ Bag!FoldBag(Less, 5, b) = DefBagsExt!FoldBag(Less, 5, b)
  /\ \A x \in 1 .. 4 :
       Bag!BagAdd(b, x) = DefBagsExt!BagAdd(b, x) /\ Bag!BagRemove(b, x) = DefBagsExt!BagRemove(b, x)

====
