---- MODULE DieHard ----
\* Two jugs of 3 and 5 gallons, a tap and a drain: is there a way to measure 4 gallons?
\* We claim that there is none; the counterexample is the way.
EXTENDS Naturals

VARIABLES
  small,  \* gallons in the jug that holds 3
  big     \* gallons in the jug that holds 5

vars == <<small, big>>

Min(a, b) == IF a < b THEN a ELSE b

TypeOK ==
  /\ small \in 0..3
  /\ big \in 0..5

Init ==
  /\ small = 0
  /\ big = 0

FillSmall  == small' = 3 /\ big' = big
FillBig    == small' = small /\ big' = 5
EmptySmall == small' = 0 /\ big' = big
EmptyBig   == small' = small /\ big' = 0

\* Pouring goes on until one jug is empty or the other is full.
SmallToBig ==
  LET poured == Min(small, 5 - big)
  IN  /\ small' = small - poured
      /\ big' = big + poured

BigToSmall ==
  LET poured == Min(big, 3 - small)
  IN  /\ small' = small + poured
      /\ big' = big - poured

Next ==
  \/ FillSmall
  \/ FillBig
  \/ EmptySmall
  \/ EmptyBig
  \/ SmallToBig
  \/ BigToSmall

Spec == Init /\ [][Next]_vars

NotSolved == big # 4

========================
