---- MODULE LoglessReconfig ----
\* LoglessReconfig with a mistake: the new members may be quite different from the old ones.
EXTENDS Naturals, FiniteSets

CONSTANTS
  Server,
  MaxTerm,    \* terms and versions grow for ever; the search stops at these
  MaxVersion

ASSUME IsFiniteSet(Server) /\ MaxTerm \in Nat /\ MaxVersion \in Nat

VARIABLES
  term,        \* the latest term that each server knows of
  role,        \* "primary" or "secondary"
  config,      \* the members of the configuration that each server has
  version,     \* its version
  configTerm   \* its term

vars == <<term, role, config, version, configTerm>>

TypeOK ==
  /\ term \in [Server -> Nat]
  /\ role \in [Server -> {"primary", "secondary"}]
  /\ config \in [Server -> SUBSET Server]
  /\ version \in [Server -> Nat]
  /\ configTerm \in [Server -> Nat]

Init ==
  /\ term = [s \in Server |-> 0]
  /\ role = [s \in Server |-> "secondary"]
  /\ \E C \in SUBSET Server : C # {} /\ config = [s \in Server |-> C]
  /\ version = [s \in Server |-> 1]
  /\ configTerm = [s \in Server |-> 0]

------------------------------------------------------------------------------

Quorums(C) == {Q \in SUBSET C : Cardinality(Q) * 2 > Cardinality(C)}

QuorumsOverlap(C, D) == \A P \in Quorums(C), Q \in Quorums(D) : P \intersect Q # {}

\* The configuration of s is newer than that of t.
IsNewer(s, t) ==
  \/ configTerm[s] > configTerm[t]
  \/ configTerm[s] = configTerm[t] /\ version[s] > version[t]

IsSame(s, t) == configTerm[s] = configTerm[t] /\ version[s] = version[t]

\* A quorum has the configuration of s and is in its term.
IsCommitted(s) ==
  \E Q \in Quorums(config[s]) : \A t \in Q : IsSame(s, t) /\ term[t] = term[s]

------------------------------------------------------------------------------

\* Server t hears of the term of s.
LearnTerm(s, t) ==
  /\ term[s] > term[t]
  /\ term' = [term EXCEPT ![t] = term[s]]
  /\ role' = [role EXCEPT ![t] = "secondary"]
  /\ UNCHANGED <<config, version, configTerm>>

\* Server t takes over the configuration of s.
LearnConfig(s, t) ==
  /\ role[t] = "secondary"
  /\ IsNewer(s, t)
  /\ config' = [config EXCEPT ![t] = config[s]]
  /\ version' = [version EXCEPT ![t] = version[s]]
  /\ configTerm' = [configTerm EXCEPT ![t] = configTerm[s]]
  /\ UNCHANGED <<term, role>>

\* The servers in Q elect s. None of them may have a newer configuration or know a later term.
\* The new primary moves its configuration to the new term.
BecomePrimary(s, Q) ==
  /\ Q \in Quorums(config[s])
  /\ s \in Q
  /\ \A t \in Q : term[t] <= term[s] /\ (IsNewer(s, t) \/ IsSame(s, t))
  /\ term' = [t \in Server |-> IF t \in Q THEN term[s] + 1 ELSE term[t]]
  /\ role' =
       [t \in Server |-> IF t = s THEN "primary" ELSE IF t \in Q THEN "secondary" ELSE role[t]]
  /\ configTerm' = [configTerm EXCEPT ![s] = term[s] + 1]
  /\ UNCHANGED <<config, version>>

\* A primary changes the members to C. Its configuration must have arrived at a quorum, and
\* must not differ too much from the new one.
Reconfigure(s, C) ==
  /\ role[s] = "primary"
  /\ configTerm[s] = term[s]
  /\ IsCommitted(s)
  /\ s \in C
  /\ config' = [config EXCEPT ![s] = C]
  /\ version' = [version EXCEPT ![s] = @ + 1]
  /\ configTerm' = [configTerm EXCEPT ![s] = term[s]]
  /\ UNCHANGED <<term, role>>

Next ==
  \/ \E s, t \in Server : LearnTerm(s, t) \/ LearnConfig(s, t)
  \/ \E s \in Server, S \in SUBSET Server : BecomePrimary(s, S) \/ Reconfigure(s, S)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

OnePrimaryPerTerm ==
  \A s, t \in Server : role[s] = "primary" /\ role[t] = "primary" /\ term[s] = term[t] => s = t

SmallNumbers == \A s \in Server : term[s] <= MaxTerm /\ version[s] <= MaxVersion

================================
