---- MODULE SimpleRegularProof ----
\* Why somebody sees a flag: the last one to look looks at a flag that is up, without doubt.
EXTENDS SimpleRegular

RaisedBeforeLooking == \A p \in Process : pc[p] \in {"look", "done"} => flag[p] = {1}

IndInv ==
  /\ SomebodySawAFlag
  /\ RaisedBeforeLooking

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

===================================
