---- MODULE LoglessReconfigProof ----
\* Why there is one primary per term: a configuration that could still elect one overlaps with
\* all others of that kind, so the voters of the one know the terms of the other.
EXTENDS LoglessReconfig

\* Every quorum of the configuration of s contains a server that knows a newer one, and would
\* not vote for s.
ConfigDisabled(s) == \A Q \in Quorums(config[s]) : \E t \in Q : IsNewer(t, s)

EnabledConfigsOverlap ==
  \A s, t \in Server :
    ConfigDisabled(s) \/ ConfigDisabled(t) \/ QuorumsOverlap(config[s], config[t])

EnabledConfigsKnowTerms ==
  \A s, t \in Server :
    ConfigDisabled(t) \/ \A Q \in Quorums(config[t]) : \E u \in Q : term[u] >= configTerm[s]

SameVersionSameMembers == \A s, t \in Server : IsSame(s, t) => config[s] = config[t]

PrimaryHasNewestOfTerm ==
  \A s, t \in Server : role[s] = "primary" /\ configTerm[s] = configTerm[t] => ~IsNewer(t, s)

PrimaryConfigIsOfItsTerm == \A s \in Server : role[s] = "primary" => configTerm[s] = term[s]

IndInv ==
  /\ OnePrimaryPerTerm
  /\ EnabledConfigsOverlap
  /\ EnabledConfigsKnowTerms
  /\ SameVersionSameMembers
  /\ PrimaryHasNewestOfTerm
  /\ PrimaryConfigIsOfItsTerm

=====================================
