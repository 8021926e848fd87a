---- MODULE PetersonProof ----
\* Why one process is inside at a time: of two that have yielded, the one that did so last
\* lets the other go first.
EXTENDS Peterson

WantsUnlessIdle == \A p \in Process : at[p] # "ask" => wants[p]

InsideGoesFirst ==
  \A p \in Process : at[p] = "critical" /\ at[Other(p)] \in {"wait", "critical"} => first = p

IndInv ==
  /\ MutualExclusion
  /\ WantsUnlessIdle
  /\ InsideGoesFirst

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==============================
