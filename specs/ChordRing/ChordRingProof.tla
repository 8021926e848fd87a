---- MODULE ChordRingProof ----
\* Why no member is lost: pointers never lead past the origin, and of the two successors that
\* a member knows one is alive. So the last member without a mark leads to one with a mark.
EXTENDS ChordRing

OriginIsMember == Origin \in members

OriginIsMarked == Origin \in marked

MemberHasSuccessor == \A x \in members : succ[x] # None

SuccessorNotPastOrigin == \A x \in Node : <<x, Origin, succ[x]>> \notin Between

SecondNotPastOrigin ==
  \A x \in Node : succ[x] # Origin => <<x, Origin, succ2[x]>> \notin Between

OneSuccessorLives == \A x \in members : succ[x] \in members \/ succ2[x] \in members

IndInv ==
  /\ AllConnected
  /\ OriginIsMember
  /\ OriginIsMarked
  /\ MemberHasSuccessor
  /\ SuccessorNotPastOrigin
  /\ SecondNotPastOrigin
  /\ OneSuccessorLives

===============================
