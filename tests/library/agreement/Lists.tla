---- MODULE Lists ----
\* What the engines compute is what the module for sequences defines.
EXTENDS Integers, Sequences
Seqs == INSTANCE SequencesExt
DefSequencesExt == INSTANCE DefinedSequencesExt

Upto(n) == UNION {[1 .. k -> {1, 2}] : k \in 0 .. n}
Words == {"", "a", "b", "ab", "aa", "aba", "abab"}
Pair(x, y) == <<x, y>>
One(x) == x = 1

ASSUME \A s \in Upto(4) :
  /\ Seqs!ToSet(s) = DefSequencesExt!ToSet(s)
  /\ Seqs!Reverse(s) = DefSequencesExt!Reverse(s)
  /\ Seqs!Front(s) = DefSequencesExt!Front(s)
  /\ s /= <<>> => Seqs!Last(s) = DefSequencesExt!Last(s)
  /\ Seqs!SelectInSeq(s, One) = DefSequencesExt!SelectInSeq(s, One)
  /\ Seqs!SelectLastInSeq(s, One) = DefSequencesExt!SelectLastInSeq(s, One)
  /\ Seqs!FoldSeq(Pair, 0, s) = DefSequencesExt!FoldSeq(Pair, 0, s)
  /\ Seqs!FoldLeft(Pair, 0, s) = DefSequencesExt!FoldLeft(Pair, 0, s)
  /\ Seqs!FoldRight(Pair, s, 0) = DefSequencesExt!FoldRight(Pair, s, 0)
ASSUME \A s \in Upto(3), e \in 1 .. 3 :
  /\ Seqs!Contains(s, e) = DefSequencesExt!Contains(s, e)
  /\ Seqs!Remove(s, e) = DefSequencesExt!Remove(s, e)
ASSUME \A s \in Upto(3) : \A i, j \in 1 .. Len(s) :
  /\ Seqs!RemoveAt(s, i) = DefSequencesExt!RemoveAt(s, i)
  /\ Seqs!SelectInSubSeq(s, i, j, One) = DefSequencesExt!SelectInSubSeq(s, i, j, One)
  /\ Seqs!SelectLastInSubSeq(s, i, j, One) = DefSequencesExt!SelectLastInSubSeq(s, i, j, One)
ASSUME \A s, t \in Upto(3) :
  /\ Seqs!IsPrefix(s, t) = DefSequencesExt!IsPrefix(s, t)
  /\ Seqs!LongestCommonPrefix({s, t}) = DefSequencesExt!LongestCommonPrefix({s, t})
  /\ Seqs!FlattenSeq(<<s, t, s>>) = DefSequencesExt!FlattenSeq(<<s, t, s>>)
ASSUME \A r, s \in Upto(2), t \in Upto(4) :
  /\ Seqs!ReplaceFirstSubSeq(r, s, t) = DefSequencesExt!ReplaceFirstSubSeq(r, s, t)
  /\ Seqs!ReplaceAllSubSeqs(r, s, t) = DefSequencesExt!ReplaceAllSubSeqs(r, s, t)
ASSUME \A r, s, t \in Words :
  /\ Seqs!ReplaceFirstSubSeq(r, s, t) = DefSequencesExt!ReplaceFirstSubSeq(r, s, t)
  /\ Seqs!ReplaceAllSubSeqs(r, s, t) = DefSequencesExt!ReplaceAllSubSeqs(r, s, t)
ASSUME \A S \in SUBSET {"a", "b", "c"} :
  /\ Seqs!SetToSeq(S) = DefSequencesExt!SetToSeq(S)
  /\ Seqs!SetToSeqs(S) = DefSequencesExt!SetToSeqs(S)
ASSUME Seqs!FlattenSeq(<<>>) = <<>> /\ Seqs!FlattenSeq(<<"a", "b">>) = "ab"

====
