---- MODULE SequencesExtTheorems ----
\* Proof module: more operators on sequences.
EXTENDS Sequences, SequencesExt, Functions, Integers, WellFoundedInduction

THEOREM SeqOfSeq ==
  ASSUME NEW A, NEW bound \in Int
  PROVE  SeqOf(A, bound) = {s \in Seq(A) : Len(s) <= bound}

\* Cons.

THEOREM ConsProperties ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  /\ Cons(a, s) \in Seq(A)
         /\ Cons(a, s) /= <<>>
         /\ Len(Cons(a, s)) = Len(s) + 1
         /\ Head(Cons(a, s)) = a
         /\ Tail(Cons(a, s)) = s
         /\ Cons(a, s)[1] = a
         /\ \A i \in 1 .. Len(s) : Cons(a, s)[i + 1] = s[i]
         /\ \A i \in 2 .. (Len(s) + 1) : Cons(a, s)[i] = s[i - 1]

THEOREM ConsEmpty == \A a : Cons(a, <<>>) = <<a>>

THEOREM ConsHeadTail ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  Cons(Head(s), Tail(s)) = s

THEOREM ConsAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A, NEW b \in A
  PROVE  Cons(a, Append(s, b)) = Append(Cons(a, s), b)

THEOREM ConsConcat ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  Cons(a, p) \o q = Cons(a, p \o q)

THEOREM ConsInjective ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW b \in A, NEW q \in Seq(A)
  PROVE  Cons(a, p) = Cons(b, q) <=> a = b /\ p = q

THEOREM SequencesInductionCons ==
  ASSUME NEW Q(_), NEW A, Q(<<>>), \A s \in Seq(A), a \in A : Q(s) => Q(Cons(a, s))
  PROVE  \A s \in Seq(A) : Q(s)

\* Contains.

THEOREM ContainsRange ==
  ASSUME NEW A, NEW s \in Seq(A), NEW v
  PROVE  Contains(s, v) <=> v \in Range(s)

THEOREM ContainsEmpty ==
  ASSUME NEW v
  PROVE  ~Contains(<<>>, v)

THEOREM ContainsAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a, NEW v
  PROVE  Contains(Append(s, a), v) <=> (Contains(s, v) \/ v = a)

THEOREM ContainsSingleton ==
  ASSUME NEW A, NEW a
  PROVE  \A v : Contains(<<a>>, v) <=> v = a

THEOREM ContainsConcat ==
  ASSUME NEW A, NEW p \in Seq(A), NEW B, NEW q \in Seq(B), NEW v
  PROVE  Contains(p \o q, v) <=> (Contains(p, v) \/ Contains(q, v))

THEOREM ContainsCons ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a, NEW v
  PROVE  Contains(Cons(a, s), v) <=> (v = a \/ Contains(s, v))

THEOREM ContainsTail ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>, NEW v
  PROVE  Contains(Tail(s), v) => Contains(s, v)

THEOREM ContainsTailExceptHead ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>, NEW v, Contains(s, v), v /= Head(s)
  PROVE  Contains(Tail(s), v)

\* Sorted sequences.

THEOREM SortedEmpty ==
  ASSUME NEW Rel(_, _)
  PROVE  IsSorted(<<>>, Rel)

THEOREM SortedSingleton ==
  ASSUME NEW A, NEW a \in A, NEW Rel(_, _)
  PROVE  IsSorted(<<a>>, Rel)

THEOREM SortedAppend ==
  ASSUME NEW A, NEW Rel(_, _), \A a, b, c \in A : Rel(a, b) /\ Rel(b, c) => Rel(a, c),
         NEW s \in Seq(A), IsSorted(s, Rel), NEW d \in A, s /= <<>> => Rel(s[Len(s)], d)
  PROVE  IsSorted(Append(s, d), Rel)

THEOREM SortedConcat ==
  ASSUME NEW A, NEW Rel(_, _), \A a, b, c \in A : Rel(a, b) /\ Rel(b, c) => Rel(a, c),
         NEW p \in Seq(A), NEW q \in Seq(A), IsSorted(p, Rel), IsSorted(q, Rel),
         Len(p) > 0 /\ Len(q) > 0 => Rel(p[Len(p)], q[1])
  PROVE  IsSorted(p \o q, Rel)

THEOREM SortedInjective ==
  ASSUME NEW A, NEW Rel(_, _), \A a \in A : ~Rel(a, a), NEW s \in Seq(A), IsSorted(s, Rel)
  PROVE  IsInjective(s)

THEOREM SortedSubSeq ==
  ASSUME NEW A, NEW Rel(_, _), NEW s \in Seq(A), IsSorted(s, Rel),
         NEW from \in 1 .. (Len(s) + 1), NEW to \in 0 .. Len(s)
  PROVE  IsSorted(SubSeq(s, from, to), Rel)

\* Insertion and removal.

THEOREM InsertAtProperties ==
  ASSUME NEW A, NEW s \in Seq(A), NEW i \in 1 .. (Len(s) + 1), NEW a \in A
  PROVE  /\ InsertAt(s, i, a) \in Seq(A)
         /\ Len(InsertAt(s, i, a)) = Len(s) + 1
         /\ \A j \in 1 .. (Len(s) + 1) :
              InsertAt(s, i, a)[j] = IF j < i THEN s[j] ELSE IF j = i THEN a ELSE s[j - 1]

THEOREM RemoveAtProperties ==
  ASSUME NEW A, NEW s \in Seq(A), NEW i \in 1 .. Len(s)
  PROVE  /\ RemoveAt(s, i) \in Seq(A)
         /\ Len(RemoveAt(s, i)) = Len(s) - 1
         /\ \A j \in 1 .. (Len(s) - 1) : RemoveAt(s, i)[j] = IF j < i THEN s[j] ELSE s[j + 1]

\* The front and the last element.

THEOREM FrontProperties ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ Front(s) \in Seq(A)
         /\ Len(Front(s)) = IF s = <<>> THEN 0 ELSE Len(s) - 1
         /\ \A i \in 1 .. (Len(s) - 1) : Front(s)[i] = s[i]

THEOREM FrontOfEmpty == Front(<<>>) = <<>>

THEOREM LastProperties ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  Last(s) \in A /\ Append(Front(s), Last(s)) = s

THEOREM FrontLastOfSubSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW from \in 1 .. Len(s), NEW to \in from .. Len(s)
  PROVE  /\ Front(SubSeq(s, from, to)) = SubSeq(s, from, to - 1)
         /\ Last(SubSeq(s, from, to)) = s[to]

THEOREM FrontLastAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  Front(Append(s, a)) = s /\ Last(Append(s, a)) = a

LEMMA FrontInjectiveSeq ==
  ASSUME NEW A, NEW s \in Seq(A), IsInjective(s), s /= <<>>
  PROVE  IsInjective(Front(s)) /\ Range(Front(s)) = Range(s) \ {Last(s)}

THEOREM SequencesInductionFront ==
  ASSUME NEW A, NEW Q(_), Q(<<>>), \A s \in Seq(A) : s /= <<>> /\ Q(Front(s)) => Q(s)
  PROVE  \A s \in Seq(A) : Q(s)

\* The reversed sequence.

THEOREM ReverseProperties ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ Reverse(s) \in Seq(A)
         /\ Len(Reverse(s)) = Len(s)
         /\ Reverse(Reverse(s)) = s

THEOREM ReverseEmpty == Reverse(<<>>) = <<>>

THEOREM ReverseEqual ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), Reverse(p) = Reverse(q)
  PROVE  p = q

THEOREM ReverseEmptyIffEmpty ==
  ASSUME NEW A, NEW s \in Seq(A), Reverse(s) = <<>>
  PROVE  s = <<>>

THEOREM ReverseConcat ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  Reverse(p \o q) = Reverse(q) \o Reverse(p)

THEOREM ReverseAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  Reverse(Append(s, a)) = Cons(a, Reverse(s))

THEOREM ReverseCons ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  Reverse(Cons(a, s)) = Append(Reverse(s), a)

THEOREM ReverseSingleton == \A a : Reverse(<<a>>) = <<a>>

THEOREM ReverseSubSeq ==
  ASSUME NEW A, NEW s \in Seq(A), NEW from \in 1 .. Len(s), NEW to \in 0 .. Len(s)
  PROVE  Reverse(SubSeq(s, from, to)) = SubSeq(Reverse(s), Len(s) - to + 1, Len(s) - from + 1)

THEOREM ReversePalindrome ==
  ASSUME NEW A, NEW s \in Seq(A), Reverse(s) = s
  PROVE  Reverse(s \o s) = s \o s

THEOREM LastEqualsHeadReverse ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  Last(s) = Head(Reverse(s))

THEOREM ReverseFrontEqualsTailReverse ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  Reverse(Front(s)) = Tail(Reverse(s))

THEOREM RangeReverse ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  DOMAIN Reverse(s) = DOMAIN s /\ Range(Reverse(s)) = Range(s)

\* Prefixes.

THEOREM IsPrefixProperties ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ IsPrefix(p, q) <=> \E r \in Seq(A) : q = p \o r
         /\ IsPrefix(p, q) <=> Len(p) <= Len(q) /\ p = SubSeq(q, 1, Len(p))
         /\ IsPrefix(p, q) <=> Len(p) <= Len(q) /\ p = Restrict(q, DOMAIN p)

THEOREM IsStrictPrefixProperties ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ IsStrictPrefix(p, q) <=> \E r \in Seq(A) : r /= <<>> /\ q = p \o r
         /\ IsStrictPrefix(p, q) <=> Len(p) < Len(q) /\ p = SubSeq(q, 1, Len(p))
         /\ IsStrictPrefix(p, q) <=> Len(p) < Len(q) /\ p = Restrict(q, DOMAIN p)
         /\ IsStrictPrefix(p, q) <=> IsPrefix(p, q) /\ Len(p) < Len(q)

THEOREM IsPrefixElts ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW i \in 1 .. Len(p), IsPrefix(p, q)
  PROVE  p[i] = q[i]

THEOREM EmptyIsPrefix ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ IsPrefix(<<>>, s)
         /\ IsPrefix(s, <<>>) <=> s = <<>>
         /\ IsStrictPrefix(<<>>, s) <=> s /= <<>>
         /\ ~IsStrictPrefix(s, <<>>)

THEOREM IsPrefixConcat ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  IsPrefix(p, p \o q)

THEOREM IsStrictPrefixAppend ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  IsStrictPrefix(s, Append(s, a))

THEOREM FrontIsPrefix ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ IsPrefix(Front(s), s)
         /\ s /= <<>> => IsStrictPrefix(Front(s), s)

THEOREM IsPrefixPartialOrder ==
  ASSUME NEW A
  PROVE  /\ \A s \in Seq(A) : IsPrefix(s, s)
         /\ \A p, q \in Seq(A) : IsPrefix(p, q) /\ IsPrefix(q, p) => p = q
         /\ \A p, q, r \in Seq(A) : IsPrefix(p, q) /\ IsPrefix(q, r) => IsPrefix(p, r)

THEOREM ConcatIsPrefix ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW r \in Seq(A), IsPrefix(p \o q, r)
  PROVE  IsPrefix(p, r)

THEOREM ConcatIsPrefixCancel ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW r \in Seq(A)
  PROVE  IsPrefix(p \o q, p \o r) <=> IsPrefix(q, r)

THEOREM ConsIsPrefixCancel ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  IsPrefix(Cons(a, p), Cons(a, q)) <=> IsPrefix(p, q)

THEOREM ConsIsPrefix ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW q \in Seq(A), IsPrefix(Cons(a, p), q)
  PROVE  a = Head(q) /\ IsPrefix(p, Tail(q))

THEOREM IsStrictPrefixStrictPartialOrder ==
  ASSUME NEW A
  PROVE  /\ \A s \in Seq(A) : ~IsStrictPrefix(s, s)
         /\ \A p, q \in Seq(A) : IsStrictPrefix(p, q) => ~IsStrictPrefix(q, p)
         /\ \A p, q, r \in Seq(A) :
              IsStrictPrefix(p, q) /\ IsStrictPrefix(q, r) => IsStrictPrefix(p, r)

THEOREM IsStrictPrefixWellFounded ==
  ASSUME NEW A
  PROVE  IsWellFoundedOn(OpToRel(IsStrictPrefix, Seq(A)), Seq(A))

THEOREM SeqStrictPrefixInduction ==
  ASSUME NEW Q(_), NEW A,
         \A s \in Seq(A) : (\A p \in Seq(A) : IsStrictPrefix(p, s) => Q(p)) => Q(s)
  PROVE  \A s \in Seq(A) : Q(s)

\* Suffixes.

THEOREM IsSuffixProperties ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ IsSuffix(p, q) <=> \E r \in Seq(A) : q = r \o p
         /\ IsSuffix(p, q) <=> Len(p) <= Len(q) /\ p = SubSeq(q, Len(q) - Len(p) + 1, Len(q))

THEOREM IsStrictSuffixProperties ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  /\ IsStrictSuffix(p, q) <=> \E r \in Seq(A) : r /= <<>> /\ q = r \o p
         /\ IsStrictSuffix(p, q) <=> Len(p) < Len(q) /\ IsSuffix(p, q)
         /\ IsStrictSuffix(p, q) <=> Len(p) < Len(q) /\ p = SubSeq(q, Len(q) - Len(p) + 1, Len(q))
         /\ IsStrictSuffix(p, q) <=> IsStrictPrefix(Reverse(p), Reverse(q))

THEOREM IsSuffixElts ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW i \in 1 .. Len(p), IsSuffix(p, q)
  PROVE  p[i] = q[Len(q) - Len(p) + i]

THEOREM EmptyIsSuffix ==
  ASSUME NEW A, NEW s \in Seq(A)
  PROVE  /\ IsSuffix(<<>>, s)
         /\ IsSuffix(s, <<>>) <=> s = <<>>
         /\ IsStrictSuffix(<<>>, s) <=> s /= <<>>
         /\ ~IsStrictSuffix(s, <<>>)

THEOREM IsSuffixConcat ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  IsSuffix(p, q \o p)

THEOREM IsStrictSuffixCons ==
  ASSUME NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  IsStrictSuffix(s, Cons(a, s))

THEOREM TailIsSuffix ==
  ASSUME NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  IsStrictSuffix(Tail(s), s)

THEOREM IsSuffixPartialOrder ==
  ASSUME NEW A
  PROVE  /\ \A s \in Seq(A) : IsSuffix(s, s)
         /\ \A p, q \in Seq(A) : IsSuffix(p, q) /\ IsSuffix(q, p) => p = q
         /\ \A p, q, r \in Seq(A) : IsSuffix(p, q) /\ IsSuffix(q, r) => IsSuffix(p, r)

THEOREM ConcatIsSuffix ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW r \in Seq(A), IsSuffix(p \o q, r)
  PROVE  IsSuffix(q, r)

THEOREM ConcatIsSuffixCancel ==
  ASSUME NEW A, NEW p \in Seq(A), NEW q \in Seq(A), NEW r \in Seq(A)
  PROVE  IsSuffix(p \o q, r \o q) <=> IsSuffix(p, r)

THEOREM AppendIsSuffixCancel ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW q \in Seq(A)
  PROVE  IsSuffix(Append(p, a), Append(q, a)) <=> IsSuffix(p, q)

THEOREM AppendIsSuffix ==
  ASSUME NEW A, NEW a \in A, NEW p \in Seq(A), NEW q \in Seq(A), IsSuffix(Append(p, a), q)
  PROVE  a = Last(q) /\ IsSuffix(p, Front(q))

THEOREM IsStrictSuffixStrictPartialOrder ==
  ASSUME NEW A
  PROVE  /\ \A s \in Seq(A) : ~IsStrictSuffix(s, s)
         /\ \A p, q \in Seq(A) : IsStrictSuffix(p, q) => ~IsStrictSuffix(q, p)
         /\ \A p, q, r \in Seq(A) :
              IsStrictSuffix(p, q) /\ IsStrictSuffix(q, r) => IsStrictSuffix(p, r)

THEOREM IsStrictSuffixWellFounded ==
  ASSUME NEW A
  PROVE  IsWellFoundedOn(OpToRel(IsStrictSuffix, Seq(A)), Seq(A))

THEOREM SeqStrictSuffixInduction ==
  ASSUME NEW Q(_), NEW A,
         \A s \in Seq(A) : (\A p \in Seq(A) : IsStrictSuffix(p, s) => Q(p)) => Q(s)
  PROVE  \A s \in Seq(A) : Q(s)

\* Functions of sequences whose value depends on the values at strict prefixes.

\* Whether a value of the step depends on the values at strict prefixes only.
StrictPrefixesDetermineDef(S, Step(_, _)) ==
  \A u, v : \A s \in Seq(S) :
    (\A p \in Seq(S) : IsStrictPrefix(p, s) => u[p] = v[p]) => Step(u, s) = Step(v, s)

LEMMA StrictPrefixesDetermineDef_WFDefOn ==
  ASSUME NEW A, NEW Step(_, _), StrictPrefixesDetermineDef(A, Step)
  PROVE  WFDefOn(OpToRel(IsStrictPrefix, Seq(A)), Seq(A), Step)

THEOREM PrefixRecursiveSequenceFunctionUnique ==
  ASSUME NEW A, NEW Step(_, _), StrictPrefixesDetermineDef(A, Step)
  PROVE  WFInductiveUnique(Seq(A), Step)

THEOREM PrefixRecursiveSequenceFunctionDef ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn,
         StrictPrefixesDetermineDef(A, Step), OpDefinesFcn(fcn, Seq(A), Step)
  PROVE  WFInductiveDefines(fcn, Seq(A), Step)

THEOREM PrefixRecursiveSequenceFunctionType ==
  ASSUME NEW A, NEW T, NEW Step(_, _), NEW fcn, T /= {},
         StrictPrefixesDetermineDef(A, Step), WFInductiveDefines(fcn, Seq(A), Step),
         \A u \in [Seq(A) -> T], s \in Seq(A) : Step(u, s) \in T
  PROVE  fcn \in [Seq(A) -> T]

\* Functions of sequences whose value depends on the values at strict suffixes.

\* Whether a value of the step depends on the values at strict suffixes only.
StrictSuffixesDetermineDef(S, Step(_, _)) ==
  \A u, v : \A s \in Seq(S) :
    (\A p \in Seq(S) : IsStrictSuffix(p, s) => u[p] = v[p]) => Step(u, s) = Step(v, s)

LEMMA StrictSuffixesDetermineDef_WFDefOn ==
  ASSUME NEW A, NEW Step(_, _), StrictSuffixesDetermineDef(A, Step)
  PROVE  WFDefOn(OpToRel(IsStrictSuffix, Seq(A)), Seq(A), Step)

THEOREM SuffixRecursiveSequenceFunctionUnique ==
  ASSUME NEW A, NEW Step(_, _), StrictSuffixesDetermineDef(A, Step)
  PROVE  WFInductiveUnique(Seq(A), Step)

THEOREM SuffixRecursiveSequenceFunctionDef ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn,
         StrictSuffixesDetermineDef(A, Step), OpDefinesFcn(fcn, Seq(A), Step)
  PROVE  WFInductiveDefines(fcn, Seq(A), Step)

THEOREM SuffixRecursiveSequenceFunctionType ==
  ASSUME NEW A, NEW T, NEW Step(_, _), NEW fcn, T /= {},
         StrictSuffixesDetermineDef(A, Step), WFInductiveDefines(fcn, Seq(A), Step),
         \A u \in [Seq(A) -> T], s \in Seq(A) : Step(u, s) \in T
  PROVE  fcn \in [Seq(A) -> T]

\* Functions of sequences by recursion on the tail or on the front.

\* The function is chosen to satisfy the equations with the first value and the step on the tail.
TailInductiveDefHypothesis(f, S, first, Step(_, _)) ==
  f = CHOOSE u : u = [s \in Seq(S) |-> IF s = <<>> THEN first ELSE Step(u[Tail(s)], s)]

\* The function satisfies the equations with the first value and the step on the tail.
TailInductiveDefConclusion(f, S, first, Step(_, _)) ==
  f = [s \in Seq(S) |-> IF s = <<>> THEN first ELSE Step(f[Tail(s)], s)]

THEOREM TailInductiveDef ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn, NEW first, TailInductiveDefHypothesis(fcn, A, first, Step)
  PROVE  TailInductiveDefConclusion(fcn, A, first, Step)

THEOREM TailInductiveDefType ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn, NEW first, NEW T,
         TailInductiveDefConclusion(fcn, A, first, Step),
         first \in T,
         \A u \in T, s \in Seq(A) : s /= <<>> => Step(u, s) \in T
  PROVE  fcn \in [Seq(A) -> T]

\* The function is chosen to satisfy the equations with the first value and the step on the front.
FrontInductiveDefHypothesis(f, S, first, Step(_, _)) ==
  f = CHOOSE u : u = [s \in Seq(S) |-> IF s = <<>> THEN first ELSE Step(u[Front(s)], s)]

\* The function satisfies the equations with the first value and the step on the front.
FrontInductiveDefConclusion(f, S, first, Step(_, _)) ==
  f = [s \in Seq(S) |-> IF s = <<>> THEN first ELSE Step(f[Front(s)], s)]

THEOREM FrontInductiveDef ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn, NEW first, FrontInductiveDefHypothesis(fcn, A, first, Step)
  PROVE  FrontInductiveDefConclusion(fcn, A, first, Step)

THEOREM FrontInductiveDefType ==
  ASSUME NEW A, NEW Step(_, _), NEW fcn, NEW first, NEW T,
         FrontInductiveDefConclusion(fcn, A, first, Step),
         first \in T,
         \A u \in T, s \in Seq(A) : s /= <<>> => Step(u, s) \in T
  PROVE  fcn \in [Seq(A) -> T]

\* Folds from the left.

THEOREM FoldLeftRecursion ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A)
  PROVE  FoldLeft(Join, start, s) =
           IF s = <<>> THEN start ELSE Join(FoldLeft(Join, start, Front(s)), Last(s))

THEOREM FoldLeftEmpty ==
  ASSUME NEW Join(_, _), NEW start
  PROVE  FoldLeft(Join, start, <<>>) = start

THEOREM FoldLeftNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  FoldLeft(Join, start, s) = Join(FoldLeft(Join, start, Front(s)), Last(s))

THEOREM FoldLeftAppend ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  FoldLeft(Join, start, Append(s, a)) = Join(FoldLeft(Join, start, s), a)

THEOREM FoldLeftType ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW s \in Seq(T), \A x, y \in T : Join(x, y) \in T
  PROVE  FoldLeft(Join, start, s) \in T

THEOREM FoldLeftConcat ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         \A x \in T : Join(x, start) = x,
         NEW p \in Seq(T), NEW q \in Seq(T)
  PROVE  FoldLeft(Join, start, p \o q) = Join(FoldLeft(Join, start, p), FoldLeft(Join, start, q))

\* Folds from the right.

THEOREM FoldRightRecursion ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A)
  PROVE  FoldRight(Join, s, start) =
           IF s = <<>> THEN start ELSE Join(Head(s), FoldRight(Join, Tail(s), start))

THEOREM FoldRightEmpty ==
  ASSUME NEW Join(_, _), NEW start
  PROVE  FoldRight(Join, <<>>, start) = start

THEOREM FoldRightNonempty ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A), s /= <<>>
  PROVE  FoldRight(Join, s, start) = Join(Head(s), FoldRight(Join, Tail(s), start))

THEOREM FoldRightCons ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A), NEW a \in A
  PROVE  FoldRight(Join, Cons(a, s), start) = Join(a, FoldRight(Join, s, start))

THEOREM FoldRightType ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T, NEW s \in Seq(T), \A x, y \in T : Join(x, y) \in T
  PROVE  FoldRight(Join, s, start) \in T

THEOREM FoldRightConcat ==
  ASSUME NEW T, NEW Join(_, _), NEW start \in T,
         \A x, y \in T : Join(x, y) \in T,
         \A x, y, z \in T : Join(x, Join(y, z)) = Join(Join(x, y), z),
         \A x \in T : Join(start, x) = x,
         NEW p \in Seq(T), NEW q \in Seq(T)
  PROVE  FoldRight(Join, p \o q, start) = Join(FoldRight(Join, p, start), FoldRight(Join, q, start))

\* Folds over the positions.

THEOREM FoldLeftDomainIsMFS ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A)
  PROVE  FoldLeftDomain(Join, start, s) =
           MapThenFoldSet(LAMBDA i, acc : Join(acc, i), start, LAMBDA i : i, LAMBDA I : Max(I),
                          1 .. Len(s))

THEOREM FoldRightDomainIsMFS ==
  ASSUME NEW Join(_, _), NEW start, NEW A, NEW s \in Seq(A)
  PROVE  FoldRightDomain(Join, s, start) =
           MapThenFoldSet(Join, start, LAMBDA i : i, LAMBDA I : Min(I), 1 .. Len(s))

====
