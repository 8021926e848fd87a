---- MODULE LockServiceProof ----
\* Why two clients never have the lock: there is one lock, and it is at the server, granted,
\* held or released. The lemmas go through the pairs of these.
EXTENDS LockService

OneGrant == \A m, n \in grants : m = n
OneRelease == \A m, n \in releases : m = n

GrantedIsNotHeld == grants = {} \/ holders = {}
GrantedIsNotReleased == grants = {} \/ releases = {}
HeldIsNotReleased == holders = {} \/ releases = {}

KeptIsNotGranted == atServer => grants = {}
KeptIsNotHeld == atServer => holders = {}
KeptIsNotReleased == atServer => releases = {}

IndInv ==
  /\ Mutex
  /\ OneGrant
  /\ OneRelease
  /\ GrantedIsNotHeld
  /\ GrantedIsNotReleased
  /\ HeldIsNotReleased
  /\ KeptIsNotGranted
  /\ KeptIsNotHeld
  /\ KeptIsNotReleased

\* Every state of the right type in which IndInv holds, reachable or not.
IndInit == TypeOK /\ IndInv

=================================
