---- MODULE EWD840Proof ----
\* Why termination is detected at last: a round with a white token finds nobody to blame, so
\* that nothing behind the token is active or black.
EXTENDS EWD840

NothingBehind ==
  \/ \A n \in Node : tokenAt < n => ~active[n] /\ color[n] = "white"
  \/ \E n \in 0..tokenAt : color[n] = "black"
  \/ tokenColor = "black"

\* Once all nodes are passive, no round but the first leaves a black node behind the token.
BlackBehind == \E n \in Node : tokenAt < n /\ color[n] = "black"

============================
