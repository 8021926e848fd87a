---- MODULE BagsTheorems ----
\* Proof module: bags.
EXTENDS Bags, TLAPS, FiniteSetTheorems, SequenceTheorems

\* The bag with `n` times the copies of `B`.
Scaling(n, B) == IF n > 0 THEN [e \in DOMAIN B |-> n * B[e]] ELSE EmptyBag

\* The bag of the elements of a sequence.
SeqToBag(seq) == [x \in Range(seq) |-> Cardinality({i \in DOMAIN seq : seq[i] = x})]

\* The order of bags.

THEOREM Bags_SqsubsetPO_Reflexivity ==
  ASSUME NEW A, IsABag(A)
  PROVE  A \sqsubseteq A

THEOREM Bags_SqsubseteqPO_AntiSymmetry ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B), A \sqsubseteq B, B \sqsubseteq A
  PROVE  A = B

THEOREM Bags_SqsubseteqPO_Transitivity ==
  ASSUME NEW A, NEW B, NEW C, IsABag(A), IsABag(B), IsABag(C), A \sqsubseteq B, B \sqsubseteq C
  PROVE  A \sqsubseteq C

\* The empty bag and multiples.

THEOREM Bags_EmptyBag ==
  ASSUME NEW A, IsABag(A)
  PROVE  /\ IsABag(EmptyBag)
         /\ A = EmptyBag <=> DOMAIN A = {}
         /\ DOMAIN EmptyBag = {}
         /\ EmptyBag \sqsubseteq A
         /\ \A e : ~BagIn(e, EmptyBag)

THEOREM Bags_Scaling ==
  ASSUME NEW A, IsABag(A), NEW k \in Nat, NEW j \in Nat
  PROVE  /\ IsABag(Scaling(k, A))
         /\ Scaling(k, EmptyBag) = EmptyBag
         /\ Scaling(0, A) = EmptyBag
         /\ Scaling(1, A) = A
         /\ Scaling(k * j, A) = Scaling(k, Scaling(j, A))
         /\ k > 0 => DOMAIN (Scaling(k, A)) = DOMAIN A

\* Bags and sets.

THEOREM Bags_Inverse ==
  ASSUME NEW S
  PROVE  BagToSet(SetToBag(S)) = S

THEOREM Bags_Inverse1 ==
  ASSUME NEW A, IsABag(A)
  PROVE  SetToBag(BagToSet(A)) \sqsubseteq A

THEOREM Bags_SetToBagEquality ==
  ASSUME NEW S, NEW T
  PROVE  S = T <=> SetToBag(S) = SetToBag(T)

\* Sums and differences.

THEOREM Bags_Union ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B)
  PROVE  /\ IsABag(A (+) B)
         /\ DOMAIN (A (+) B) = DOMAIN A \union DOMAIN B
         /\ \A e : CopiesIn(e, A (+) B) = CopiesIn(e, A) + CopiesIn(e, B)

THEOREM Bags_Difference ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B)
  PROVE  /\ IsABag(A (-) B)
         /\ DOMAIN (A (-) B) = {e \in DOMAIN A : e \notin DOMAIN B \/ A[e] > B[e]}
         /\ \A e : CopiesIn(e, A (-) B) =
                     IF BagIn(e, A (-) B) THEN CopiesIn(e, A) - CopiesIn(e, B) ELSE 0

THEOREM Bags_UnionCommutative ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B)
  PROVE  A (+) B = B (+) A

THEOREM Bags_UnionAssociative ==
  ASSUME NEW A, NEW B, NEW C, IsABag(A), IsABag(B), IsABag(C)
  PROVE  (A (+) B) (+) C = A (+) (B (+) C)

THEOREM Bags_UnionSqSubset ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B)
  PROVE  A \sqsubseteq A (+) B

THEOREM Bags_ScalingMonotonic ==
  ASSUME NEW A, IsABag(A), NEW k \in Nat, NEW j \in Nat, j <= k
  PROVE  Scaling(j, A) \sqsubseteq Scaling(k, A)

THEOREM Bags_DifferenceSqsubset ==
  ASSUME NEW A, NEW B, IsABag(A), IsABag(B)
  PROVE  A (-) B \sqsubseteq A

THEOREM Bags_EmptyBagOperations ==
  ASSUME NEW A, IsABag(A)
  PROVE  A (+) EmptyBag = A /\ A (-) EmptyBag = A

\* Copies.

THEOREM Bags_SetToBagIsABag ==
  ASSUME NEW S
  PROVE  IsABag(SetToBag(S))

THEOREM Bags_CopiesInBagsInMonotone ==
  ASSUME NEW A, NEW B, NEW x, IsABag(A), IsABag(B), A \sqsubseteq B
  PROVE  /\ BagIn(x, A) => BagIn(x, B)
         /\ CopiesIn(x, A) <= CopiesIn(x, B)

THEOREM Bags_CopiesInScaling ==
  ASSUME NEW A, IsABag(A), NEW k \in Nat, NEW x
  PROVE  CopiesIn(x, Scaling(k, A)) = k * CopiesIn(x, A)

THEOREM Bags_CopiesInSetToBag ==
  ASSUME NEW S, NEW x
  PROVE  CopiesIn(x, SetToBag(S)) = IF x \in S THEN 1 ELSE 0

THEOREM Bags_IsABagSeqToBag ==
  ASSUME NEW S, NEW s \in Seq(S)
  PROVE  IsABag(SeqToBag(s))

====
