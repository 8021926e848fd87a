---- MODULE SimpleAtomicProof ----
\* Why somebody sees a flag: flags stay up, so the last one to look sees one.
EXTENDS SimpleAtomic

FlagStaysUp == \A p \in Process : pc[p] # "raise" => flag[p] = 1

IndInv ==
  /\ SomebodySawAFlag
  /\ FlagStaysUp

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==================================
