---- MODULE Arithmetic ----
\* What the engines compute is what the modules for bits, combinatorics and Apalache define.
EXTENDS Integers
Bits == INSTANCE Bitwise
DefBitwise == INSTANCE DefinedBitwise
Comb == INSTANCE Combinatorics
DefCombinatorics == INSTANCE DefinedCombinatorics
Apa == INSTANCE Apalache
DefApalache == INSTANCE DefinedApalache

Pair(x, y) == <<x, y>>

ASSUME \A x, y \in 0 .. 20 :
  /\ Bits!&(x, y) = DefBitwise!&(x, y)
  /\ Bits!|(x, y) = DefBitwise!|(x, y)
  /\ Bits!^^(x, y) = DefBitwise!^^(x, y)
ASSUME \A x \in 0 .. 40 :
  /\ Bits!Not(x) = DefBitwise!Not(x)
  /\ \A p \in 0 .. 7 : Bits!shiftR(x, p) = DefBitwise!shiftR(x, p)

ASSUME \A n \in 0 .. 12 :
  /\ Comb!factorial[n] = DefCombinatorics!factorial[n]
  /\ \A k \in 0 .. 14 : Comb!choose(n, k) = DefCombinatorics!choose(n, k)

ASSUME \A S \in SUBSET (1 .. 3) : Apa!ApaFoldSet(Pair, 0, S) = DefApalache!ApaFoldSet(Pair, 0, S)
ASSUME \A s \in [1 .. 3 -> 1 .. 2] \union {<<>>} :
  Apa!ApaFoldSeqLeft(Pair, 0, s) = DefApalache!ApaFoldSeqLeft(Pair, 0, s)
ASSUME \A n \in 0 .. 4 : Apa!Repeat(Pair, n, 0) = DefApalache!Repeat(Pair, n, 0)

====
