---- MODULE SequencesExt ----
\* Community module: more operators on sequences.
EXTENDS Sequences, Naturals, FiniteSets, FiniteSetsExt, Folds, Functions, Bags, TLC

\* The set of the elements of a sequence.
\* builtin
ToSet(s) == {s[i] : i \in DOMAIN s}

\* The bag of the elements of a sequence.
ToBag(s) == [x \in ToSet(s) |-> Quantify(DOMAIN s, LAMBDA i : s[i] = x)]

\* The elements of a finite set in some order: the engines take the least first.
\* builtin
SetToSeq(S) ==
  LET RECURSIVE Listed(_)
      Listed(T) == IF T = {} THEN <<>>
                   ELSE LET x == CHOOSE x \in T : TRUE IN <<x>> \o Listed(T \ {x})
  IN  Listed(S)

\* The set of the sequences that have each element of a finite set exactly once.
\* builtin
SetToSeqs(S) ==
  LET RECURSIVE Orders(_)
      Orders(T) == IF T = {} THEN {<<>>}
                   ELSE UNION {{Append(p, x) : p \in Orders(T \ {x})} : x \in T}
  IN  Orders(S)

\* The elements of a finite set, sorted by `op`.
SetToSortSeq(S, op(_, _)) == SortSeq(SetToSeq(S), op)

\* The set of the sequences that have each element of a finite set at most once.
SetToAllKPermutations(S) == UNION {SetToSeqs(T) : T \in SUBSET S}

\* The sequences of length `n` over a set.
TupleOf(set, n) == [1 .. n -> set]

\* The sequences of length at most `n` over a set.
SeqOf(set, n) == UNION {TupleOf(set, k) : k \in 0 .. n}

\* The same as SeqOf.
BoundedSeq(S, n) == SeqOf(S, n)

\* Whether `e` is an element of the sequence.
\* builtin
Contains(s, e) == \E i \in DOMAIN s : s[i] = e

\* Whether each element is in relation `op` to each later one.
IsSorted(s, op(_, _)) == \A j \in 1 .. Len(s) : \A i \in 1 .. (j - 1) : op(s[i], s[j])

\* The reversed sequence.
\* builtin
Reverse(s) == LET n == Len(s) + 1 IN [i \in 1 .. Len(s) |-> s[n - i]]

\* The sequence without any `e`.
\* builtin
Remove(s, e) == SelectSeq(s, LAMBDA x : x /= e)

\* The sequence with every `old` replaced by `new`.
ReplaceAll(s, old, new) == [i \in DOMAIN s |-> IF s[i] = old THEN new ELSE s[i]]

\* The first position in from .. to whose element satisfies the test, or zero.
\* builtin
SelectInSubSeq(seq, from, to, Test(_)) ==
  LET found == {i \in from .. to : Test(seq[i])}
  IN  IF found = {} THEN 0 ELSE Min(found)

\* The first position whose element satisfies the test, or zero.
\* builtin
SelectInSeq(seq, Test(_)) == SelectInSubSeq(seq, 1, Len(seq), Test)

\* The last position in from .. to whose element satisfies the test, or zero.
\* builtin
SelectLastInSubSeq(seq, from, to, Test(_)) ==
  LET found == {i \in from .. to : Test(seq[i])}
  IN  IF found = {} THEN 0 ELSE Max(found)

\* The last position whose element satisfies the test, or zero.
\* builtin
SelectLastInSeq(seq, Test(_)) == SelectLastInSubSeq(seq, 1, Len(seq), Test)

\* The sequence with `e` at position `i`, before the element that was there.
InsertAt(s, i, e) == Append(SubSeq(s, 1, i - 1), e) \o SubSeq(s, i, Len(s))

\* The sequence with `e` instead of the element at position `i`.
ReplaceAt(s, i, e) == [s EXCEPT ![i] = e]

\* The sequence without the element at position `i`.
\* builtin
RemoveAt(s, i) == SubSeq(s, 1, i - 1) \o SubSeq(s, i + 1, Len(s))

\* The sequence without the first element that satisfies the test.
RemoveFirstMatch(s, Test(_)) ==
  LET i == SelectInSeq(s, Test)
  IN  IF i = 0 THEN s ELSE RemoveAt(s, i)

\* The sequence without the first `e`.
RemoveFirst(s, e) == RemoveFirstMatch(s, LAMBDA x : x = e)

\* The element followed by the sequence.
Cons(elt, seq) == <<elt>> \o seq

\* Append with its arguments in the other order.
Snoc(elt, seq) == Append(seq, elt)

\* All but the last element.
\* builtin
Front(s) == SubSeq(s, 1, Len(s) - 1)

\* The last element.
\* builtin
Last(s) == s[Len(s)]

\* Whether `s` is a prefix of `t`.
\* builtin
IsPrefix(s, t) == Len(s) <= Len(t) /\ SubSeq(t, 1, Len(s)) = s

\* Whether `s` is a strict prefix of `t`.
IsStrictPrefix(s, t) == IsPrefix(s, t) /\ s /= t

\* Whether `s` is a suffix of `t`.
IsSuffix(s, t) == Len(s) <= Len(t) /\ SubSeq(t, Len(t) - Len(s) + 1, Len(t)) = s

\* Whether `s` is a strict suffix of `t`.
IsStrictSuffix(s, t) == IsSuffix(s, t) /\ s /= t

\* The prefixes of a sequence, including the empty one and the sequence itself.
Prefixes(s) == {SubSeq(s, 1, n) : n \in 0 .. Len(s)}

\* The common prefixes of all sequences of a set.
CommonPrefixes(S) == {p \in UNION {Prefixes(s) : s \in S} : \A s \in S : IsPrefix(p, s)}

\* The longest common prefix of all sequences of a set.
\* builtin
LongestCommonPrefix(S) ==
  LET common == CommonPrefixes(S)
      longest == Max({Len(p) : p \in common})
  IN  CHOOSE p \in common : Len(p) = longest

\* The suffixes of a sequence, including the sequence itself and the empty one.
Suffixes(s) == {SubSeq(s, n, Len(s)) : n \in 1 .. (Len(s) + 1)}

\* The remainder in 1 .. b: `a` as a position on a ring of `b` positions.
SeqMod(a, b) == ((a - 1) % b) + 1

\* The fold of the elements, the first one first: `op(s[2], op(s[1], base))` for two of them.
\* builtin
FoldSeq(op(_, _), base, seq) == FoldFunction(op, base, seq)

\* `op(op(base, s[1]), s[2])` and so on, from the first element to the last.
\* builtin
FoldLeft(op(_, _), base, seq) ==
  LET RECURSIVE UpTo(_)
      UpTo(n) == IF n = 0 THEN base ELSE op(UpTo(n - 1), seq[n])
  IN  UpTo(Len(seq))

\* `op(s[1], op(s[2], base))` for two elements: from the last element to the first.
\* builtin
FoldRight(op(_, _), seq, base) ==
  LET RECURSIVE From(_)
      From(n) == IF n > Len(seq) THEN base ELSE op(seq[n], From(n + 1))
  IN  From(1)

\* FoldLeft over the positions of a sequence.
FoldLeftDomain(op(_, _), base, seq) == FoldLeft(op, base, [i \in DOMAIN seq |-> i])

\* FoldRight over the positions of a sequence.
FoldRightDomain(op(_, _), seq, base) == FoldRight(op, [i \in DOMAIN seq |-> i], base)

\* The concatenation of a sequence of sequences or strings.
\* builtin
FlattenSeq(seqs) ==
  LET RECURSIVE UpTo(_)
      UpTo(n) == IF n = 1 THEN seqs[1] ELSE UpTo(n - 1) \o seqs[n]
  IN  IF Len(seqs) = 0 THEN seqs ELSE UpTo(Len(seqs))

\* The pairs of the elements of two sequences, up to the end of the shorter one.
Zip(s, t) == [i \in 1 .. Min({Len(s), Len(t)}) |-> <<s[i], t[i]>>]

\* The elements of two sequences of one length in turn, each as a sequence of its own.
Interleave(s, t) ==
  CASE Len(s) = 0 /\ Len(t) = 0 -> << <<>>, <<>> >>
    [] Len(s) > 0 /\ Len(t) = Len(s) ->
         [i \in 1 .. (2 * Len(s)) |->
            IF i % 2 = 1 THEN <<s[(i + 1) \div 2]>> ELSE <<t[i \div 2]>>]

\* The contiguous subsequences.
SubSeqs(s) == {SubSeq(s, i, j) : i \in 1 .. (Len(s) + 1), j \in 0 .. Len(s)}

\* The subsequences, which need not be contiguous.
AllSubSeqs(s) ==
  LET RECURSIVE Within(_)
      Within(n) == IF n = 0 THEN {<<>>}
                   ELSE LET shorter == Within(n - 1)
                        IN  shorter \union {Append(p, s[n]) : p \in shorter}
  IN  Within(Len(s))

\* The positions in `t` at which `s` begins.
LOCAL Occurrences(s, t) ==
  LET n == Len(s) - 1
  IN  {i \in 1 .. (Len(t) - n) : SubSeq(t, i, i + n) = s}

\* The first position in `t` at which `s` begins; an error if there is none.
IndexFirstSubSeq(s, t) == Min(Occurrences(s, t))

\* The sequence `t` with `r` instead of `s`, which begins at position `i`.
ReplaceSubSeqAt(i, r, s, t) == SubSeq(t, 1, i - 1) \o r \o SubSeq(t, i + Len(s), Len(t))

\* The sequence `t` with `r` instead of the first `s`.
\* builtin
ReplaceFirstSubSeq(r, s, t) ==
  LET found == Occurrences(s, t)
  IN  IF found = {} THEN t ELSE ReplaceSubSeqAt(Min(found), r, s, t)

\* The sequence `t` with every `s` replaced by `r`; with `r` before each element if `s` is empty.
\* builtin
ReplaceAllSubSeqs(r, s, t) ==
  LET step == IF Len(s) = 0 THEN 1 ELSE Len(s)
      kept == IF Len(s) = 0 THEN 1 ELSE 0
      RECURSIVE From(_)
      From(i) ==
        IF i > Len(t) THEN SubSeq(t, 1, 0)
        ELSE IF i + Len(s) - 1 <= Len(t) /\ SubSeq(t, i, i + Len(s) - 1) = s
        THEN r \o SubSeq(t, i, i + kept - 1) \o From(i + step)
        ELSE SubSeq(t, i, i) \o From(i + 1)
  IN  IF s = t THEN r ELSE From(1)

====
