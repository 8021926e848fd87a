---- MODULE TLAPS ----
\* Proof module: names that a proof cites to choose a prover, and two facts about sets.

\* SMT solvers; the argument of a name that ends in T is a time limit in seconds.
SimpleArithmetic == TRUE
SMT == TRUE
SMTT(X) == TRUE
CVC3 == TRUE
CVC3T(X) == TRUE
CVC4 == TRUE
CVC4T(X) == TRUE
Yices == TRUE
YicesT(X) == TRUE
veriT == TRUE
veriTT(X) == TRUE
Z3 == TRUE
Z3T(X) == TRUE

\* Provers for first-order and higher-order logic.
Zipper == TRUE
ZipperT(X) == TRUE
Spass == TRUE
SpassT(X) == TRUE

\* Provers for propositional temporal logic.
LS4 == TRUE
LS4T(X) == TRUE
PTL == TRUE

\* A tableau prover.
Zenon == TRUE
ZenonT(X) == TRUE
SlowZenon == TRUE
SlowerZenon == TRUE
VerySlowZenon == TRUE
SlowestZenon == TRUE

\* A proof assistant, with its tactics.
Isa == TRUE
IsaT(X) == TRUE
IsaM(X) == TRUE
IsaMT(X, Y) == TRUE
IsaWithSetExtensionality == TRUE
Auto == TRUE
SlowAuto == TRUE
SlowerAuto == TRUE
SlowestAuto == TRUE
Force == TRUE
SlowForce == TRUE
SlowerForce == TRUE
SlowestForce == TRUE
SimplifyAndSolve == TRUE
SlowSimplifyAndSolve == TRUE
SlowerSimplifyAndSolve == TRUE
SlowestSimplifyAndSolve == TRUE
Simplification == TRUE
SlowSimplification == TRUE
SlowerSimplification == TRUE
SlowestSimplification == TRUE
Blast == TRUE
SlowBlast == TRUE
SlowerBlast == TRUE
SlowestBlast == TRUE
AutoBlast == TRUE

\* Several provers, one after the other.
AllProvers == TRUE
AllProversT(X) == TRUE
AllSMT == TRUE
AllSMTT(X) == TRUE
AllIsa == TRUE
AllIsaT(X) == TRUE

\* Rules for ENABLED and \cdot.
ExpandENABLED == TRUE
ExpandCdot == TRUE
AutoUSE == TRUE
Lambdify == TRUE
ENABLEDaxioms == TRUE
LevelComparison == TRUE
EnabledWrapper(Op(_)) == FALSE
CdotWrapper(Op(_)) == FALSE

\* A fact that needs no prover.
Trivial == TRUE

\* Sets with the same elements are equal.
THEOREM SetExtensionality == \A A, B : (\A e : e \in A <=> e \in B) => A = B

\* Something is outside every set.
THEOREM NoSetContainsEverything == \A A : \E e : e \notin A

====
