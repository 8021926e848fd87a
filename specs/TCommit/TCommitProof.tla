---- MODULE TCommitProof ----
\* Why no two resource managers disagree: the property is inductive as it stands, because
\* whoever commits sees that nobody has aborted, and whoever aborts that nobody has committed.
EXTENDS TCommit

IndInv == TCConsistent

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TCTypeOK /\ IndInv

=============================
