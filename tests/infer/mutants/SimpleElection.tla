---- MODULE SimpleElection ----
\* SimpleElection with a mistake: an acceptor promises its support again and again.
CONSTANTS
  Acceptor,
  Proposer,
  Quorum     \* sets of acceptors, any two of which overlap

ASSUME QuorumsOverlap ==
  /\ Quorum \subseteq SUBSET Acceptor
  /\ Quorum # {}
  /\ \A P, Q \in Quorum : P \intersect Q # {}

VARIABLES
  standing,  \* the proposers that have asked for promises
  promises,  \* the pairs <<acceptor, proposer>> of all promises made
  leaders    \* the proposers that have won

vars == <<standing, promises, leaders>>

TypeOK ==
  /\ standing \in SUBSET Proposer
  /\ promises \in SUBSET (Acceptor \X Proposer)
  /\ leaders \in SUBSET Proposer

Init ==
  /\ standing = {}
  /\ promises = {}
  /\ leaders = {}

IsFree(a) == \A p \in Proposer : <<a, p>> \notin promises

PromisedBy(Q, p) == \A a \in Q : <<a, p>> \in promises

Stand(p) ==
  /\ standing' = standing \union {p}
  /\ UNCHANGED <<promises, leaders>>

Promise(a, p) ==
  /\ p \in standing
  /\ promises' = promises \union {<<a, p>>}
  /\ UNCHANGED <<standing, leaders>>

Win(p, Q) ==
  /\ PromisedBy(Q, p)
  /\ leaders' = leaders \union {p}
  /\ UNCHANGED <<standing, promises>>

Next ==
  \E p \in Proposer :
    \/ Stand(p)
    \/ \E a \in Acceptor : Promise(a, p)
    \/ \E Q \in Quorum : Win(p, Q)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

OneLeader == \A p, q \in Proposer : p \in leaders /\ q \in leaders => p = q

===============================
