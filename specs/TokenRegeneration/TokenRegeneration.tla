------------------------- MODULE TokenRegeneration --------------------------
(* A token passed among peers, which may be lost. A node that suspects so   *)
(* makes a new one with a higher epoch, after a quorum of nodes has agreed  *)
(* to ignore the tokens of lower epochs.                                    *)
EXTENDS Naturals
CONSTANTS Node, Quorum, MaxEpoch
ASSUME \A Q, R \in Quorum : Q \subseteq Node /\ Q \cap R # {}

VARIABLES floor,    \* lowest epoch that each node still respects
          wanted,   \* epoch that a node is trying to start, or 0
          holds,    \* epoch of the token that a node has, or 0
          passing,  \* tokens in the network
          requests, agreed
vars == <<floor, wanted, holds, passing, requests, agreed>>

Epoch == 1..MaxEpoch

TypeOK ==
  /\ floor \in [Node -> Epoch]
  /\ wanted \in [Node -> 0..MaxEpoch]
  /\ holds \in [Node -> 0..MaxEpoch]
  /\ passing \subseteq [to : Node, epoch : Epoch]
  /\ requests \subseteq [from : Node, epoch : Epoch]
  /\ agreed \subseteq [from : Node, to : Node, epoch : Epoch]

Init ==
  /\ floor = [n \in Node |-> 1] /\ wanted = [n \in Node |-> 0]
  /\ \E first \in Node : holds = [n \in Node |-> IF n = first THEN 1 ELSE 0]
  /\ passing = {} /\ requests = {} /\ agreed = {}

Pass(n, m) ==
  /\ holds[n] > 0 /\ n # m /\ holds' = [holds EXCEPT ![n] = 0]
  /\ passing' = passing \cup {[to |-> m, epoch |-> holds[n]]}
  /\ UNCHANGED <<floor, wanted, requests, agreed>>

Receive(t) ==
  /\ t.epoch >= floor[t.to] /\ passing' = passing \ {t}
  /\ holds' = [holds EXCEPT ![t.to] = t.epoch]
  /\ floor' = [floor EXCEPT ![t.to] = t.epoch]
  /\ UNCHANGED <<wanted, requests, agreed>>

Lose(t) ==     \* by the network, or ignored by the receiver
  /\ passing' = passing \ {t}
  /\ UNCHANGED <<floor, wanted, holds, requests, agreed>>

Suspect(n) ==
  /\ holds[n] = 0 /\ floor[n] < MaxEpoch
  /\ LET e == floor[n] + 1 IN
       /\ floor' = [floor EXCEPT ![n] = e]
       /\ wanted' = [wanted EXCEPT ![n] = e]
       /\ requests' = requests \cup {[from |-> n, epoch |-> e]}
       /\ agreed' = agreed \cup {[from |-> n, to |-> n, epoch |-> e]}
  /\ UNCHANGED <<holds, passing>>

Agree(n, r) ==
  /\ r.epoch > floor[n] /\ floor' = [floor EXCEPT ![n] = r.epoch]
  /\ agreed' = agreed \cup {[from |-> n, to |-> r.from, epoch |-> r.epoch]}
  /\ UNCHANGED <<wanted, holds, passing, requests>>

Regenerate(n, Q) ==
  /\ wanted[n] > holds[n]
  /\ \A m \in Q : [from |-> m, to |-> n, epoch |-> wanted[n]] \in agreed
  /\ holds' = [holds EXCEPT ![n] = wanted[n]]
  /\ wanted' = [wanted EXCEPT ![n] = 0]
  /\ UNCHANGED <<floor, passing, requests, agreed>>

Next ==
  \/ \E n, m \in Node : Pass(n, m)
  \/ \E t \in passing : Receive(t) \/ Lose(t)
  \/ \E n \in Node : Suspect(n)
  \/ \E n \in Node, r \in requests : Agree(n, r)
  \/ \E n \in Node, Q \in Quorum : Regenerate(n, Q)

Spec == Init /\ [][Next]_vars

\* A token is valid until a quorum ignores it.
Valid(n) == holds[n] > 0 /\ ~ \E Q \in Quorum : \A m \in Q : floor[m] > holds[n]

OneValidHolder == \A n, m \in Node : Valid(n) /\ Valid(m) => n = m
=============================================================================
