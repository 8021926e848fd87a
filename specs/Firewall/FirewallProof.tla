---- MODULE FirewallProof ----
\* Why the firewall works: its list contains nobody else than those written to.
EXTENDS Firewall

AllowedWereContacted == \A n \in allowed : WasContacted(n)

IndInv ==
  /\ OnlyContactedGetIn
  /\ AllowedWereContacted

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

==============================
