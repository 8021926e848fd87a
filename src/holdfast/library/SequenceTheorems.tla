---- MODULE SequenceTheorems ----
\* Proof module: sequences.
EXTENDS Sequences, Functions

\* Characterisations of sequences.

LEMMA SeqDef == \A A : Seq(A) = UNION {[1 .. k -> A] : k \in Nat}

THEOREM SeqMonotonic ==
  ASSUME NEW A, NEW B, NEW s \in Seq(A), A \subseteq B
  PROVE  s \in Seq(B)

THEOREM ElementOfSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW i \in 1 .. Len(s)
  PROVE  s[i] \in A

THEOREM EmptySeq ==
  ASSUME NEW A
  PROVE  /\ <<>> \in Seq(A)
         /\ Len(<<>>) = 0
         /\ \A s \in Seq(A) : s /= <<>> => Len(s) \in Nat \ {0}

THEOREM LenProperties ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ Len(s) \in Nat
         /\ s \in [1 .. Len(s) -> A]
         /\ DOMAIN s = 1 .. Len(s)

THEOREM IsASeq ==
  ASSUME NEW k \in Nat, NEW Item(_), NEW A, \A i \in 1 .. k : Item(i) \in A
  PROVE  [i \in 1 .. k |-> Item(i)] \in Seq(A)

THEOREM ExceptSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW i \in 1 .. Len(s), NEW a \in A
  PROVE  /\ [s EXCEPT ![i] = a] \in Seq(A)
         /\ Len([s EXCEPT ![i] = a]) = Len(s)
         /\ \A j \in 1 .. Len(s) : [s EXCEPT ![i] = a][j] = IF j = i THEN a ELSE s[j]

THEOREM SeqEqual ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A),
         Len(p) = Len(q), \A i \in 1 .. Len(p) : p[i] = q[i]
  PROVE  p = q

\* Concatenation.

THEOREM ConcatProperties ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ p \o q \in Seq(A)
         /\ Len(p \o q) = Len(p) + Len(q)
         /\ \A i \in 1 .. (Len(p) + Len(q)) :
              (p \o q)[i] = IF i <= Len(p) THEN p[i] ELSE q[i - Len(p)]

THEOREM ConcatEmptySeq ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  s \o <<>> = s /\ <<>> \o s = s

THEOREM ConcatEqualIffEmpty ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ p \o q = p <=> q = <<>>
         /\ p \o q = q <=> p = <<>>
         /\ p \o q = <<>> <=> p = <<>> /\ q = <<>>

THEOREM ConcatAssociative ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW r \in Seq(A)
  PROVE  (p \o q) \o r = p \o (q \o r)

THEOREM ConcatSimplifications ==
  /\ idRight:: \A A : \A p, q \in Seq(A) : p \o q = p => q = <<>>
  /\ idLeft:: \A A : \A p, q \in Seq(A) : p \o q = q => p = <<>>
  /\ concIsEmpty:: \A A : \A p, q \in Seq(A) : p \o q = <<>> => p = <<>> /\ q = <<>>
  /\ cancelLeft:: \A A : \A p, q, r \in Seq(A) : p \o q = p \o r => q = r
  /\ cancelRight:: \A A : \A p, q, r \in Seq(A) : p \o r = q \o r => p = q

\* Subsequences, the head and the tail.

THEOREM SubSeqProperties ==
  ASSUME NEW A, NEW s, NEW from \in Int, NEW to \in Int, \A i \in from .. to : s[i] \in A
  PROVE  /\ SubSeq(s, from, to) \in Seq(A)
         /\ Len(SubSeq(s, from, to)) = IF from <= to THEN to - from + 1 ELSE 0
         /\ \A i \in 1 .. (to - from + 1) : SubSeq(s, from, to)[i] = s[from + i - 1]

THEOREM SubSeqEmpty ==
  ASSUME NEW s, NEW from \in Int, NEW to \in Int, to < from
  PROVE  SubSeq(s, from, to) = <<>>

THEOREM SubSeqRange ==
  ASSUME NEW A, NEW s \in Seq(A), NEW from \in 1 .. Len(s), NEW to \in 1 .. Len(s)
  PROVE  Range(SubSeq(s, from, to)) \subseteq Range(s)

THEOREM HeadTailProperties ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  /\ Head(s) \in A
         /\ Head(s) \in Range(s)
         /\ Tail(s) \in Seq(A)
         /\ Len(Tail(s)) = Len(s) - 1
         /\ \A i \in 1 .. Len(Tail(s)) : Tail(s)[i] = s[i + 1]
         /\ Range(Tail(s)) \subseteq Range(s)

THEOREM TailIsSubSeq ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  Tail(s) = SubSeq(s, 2, Len(s))

THEOREM SubSeqRestrict ==
  ASSUME NEW A, NEW s \in Seq(A), NEW to \in 0 .. Len(s)
  PROVE  SubSeq(s, 1, to) = Restrict(s, 1 .. to)

THEOREM HeadTailOfSubSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW from \in 1 .. Len(s), NEW to \in from .. Len(s)
  PROVE  /\ Head(SubSeq(s, from, to)) = s[from]
         /\ Tail(SubSeq(s, from, to)) = SubSeq(s, from + 1, to)

THEOREM SubSeqRecursive ==
  ASSUME NEW A, NEW s \in Seq(A), NEW from \in 1 .. Len(s), NEW to \in from .. Len(s)
  PROVE  /\ SubSeq(s, from, to) = <<s[from]>> \o SubSeq(s, from + 1, to)
         /\ SubSeq(s, from, to) = SubSeq(s, from, to - 1) \o <<s[to]>>

THEOREM SubSeqOfSubSeq ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A),
         NEW i \in 1 .. Len(p), NEW j \in 1 .. Len(p),
         NEW from \in 1 .. (j - i + 1), NEW to \in 1 .. (j - i + 1)
  PROVE  SubSeq(SubSeq(p, i, j), from, to) = SubSeq(p, i + from - 1, i + to - 1)

THEOREM ConcatAdjacentSubSeq ==
  ASSUME NEW A, NEW s \in Seq(A),
         NEW from \in 1 .. (Len(s) + 1), NEW mid \in (from - 1) .. Len(s), NEW to \in mid .. Len(s)
  PROVE  SubSeq(s, from, mid) \o SubSeq(s, mid + 1, to) = SubSeq(s, from, to)

THEOREM SubSeqOfConcat1 ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A),
         NEW from \in 1 .. Len(p), NEW to \in 1 .. Len(p)
  PROVE  SubSeq(p \o q, from, to) = SubSeq(p, from, to)

THEOREM SubSeqOfConcat2 ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A),
         NEW from \in (Len(p) + 1) .. (Len(p) + Len(q)),
         NEW to \in (Len(p) + 1) .. (Len(p) + Len(q))
  PROVE  SubSeq(p \o q, from, to) = SubSeq(q, from - Len(p), to - Len(p))

\* Append.

THEOREM AppendProperties ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  /\ Append(s, a) \in Seq(A)
         /\ Append(s, a) /= <<>>
         /\ Len(Append(s, a)) = Len(s) + 1
         /\ \A i \in 1 .. Len(s) : Append(s, a)[i] = s[i]
         /\ Append(s, a)[Len(s) + 1] = a
         /\ Range(Append(s, a)) = Range(s) \union {a}

THEOREM AppendIsConcat ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  Append(s, a) = s \o <<a>>

THEOREM HeadTailAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a
  PROVE  /\ Head(Append(s, a)) = IF s = <<>> THEN a ELSE Head(s)
         /\ Tail(Append(s, a)) = IF s = <<>> THEN <<>> ELSE Append(Tail(s), a)

THEOREM AppendInjective ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW b \in A, NEW q \in Seq(A)
  PROVE  Append(p, a) = Append(q, b) <=> p = q /\ a = b

THEOREM SequenceEmptyOrAppend ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  \E p \in Seq(A), a \in A : s = Append(p, a)

\* Induction over sequences.

THEOREM SequencesInductionAppend ==
  ASSUME NEW Q(_), NEW A, Q(<<>>), \A s \in Seq(A), a \in A : Q(s) => Q(Append(s, a))
  PROVE  \A s \in Seq(A) : Q(s)

THEOREM SequencesInductionTail ==
  ASSUME NEW A, NEW Q(_), Q(<<>>), \A s \in Seq(A) : s /= <<>> /\ Q(Tail(s)) => Q(s)
  PROVE  \A s \in Seq(A) : Q(s)

\* The set of the elements.

THEOREM RangeOfSeq ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  Range(s) \in SUBSET A

THEOREM RangeEquality ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  Range(s) = {s[i] : i \in 1 .. Len(s)}

THEOREM SeqOfRange ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  s \in Seq(Range(s))

THEOREM RangeConcatenation ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  Range(p \o q) = Range(p) \union Range(q)

\* Sequences without repetition.

LEMMA EmptySingletonIsInjective == IsInjective(<<>>) /\ \A a : IsInjective(<<a>>)

LEMMA ConcatInjectiveSeq ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  IsInjective(p \o q) <=>
           IsInjective(p) /\ IsInjective(q) /\ Range(p) \intersect Range(q) = {}

LEMMA AppendInjectiveSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  IsInjective(Append(s, a)) <=> IsInjective(s) /\ a \notin Range(s)

LEMMA TailInjectiveSeq ==
  ASSUME NEW A, NEW s \in Seq(A), IsInjective(s), s /= <<>>
  PROVE  IsInjective(Tail(s)) /\ Range(Tail(s)) = Range(s) \ {Head(s)}

====
