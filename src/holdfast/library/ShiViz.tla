---- MODULE ShiViz ----
\* Community module: an error trace with vector clocks, for a space-time diagram.
LOCAL INSTANCE Integers
LOCAL INSTANCE Json
INSTANCE Toolbox

\* The processes whose control state changed in the step to state `i`.
LOCAL Movers(i) ==
  LET Control(n) == _TETrace[n].pc
  IN  {p \in DOMAIN Control(i - 1) : Control(i - 1)[p] /= Control(i)[p]}

\* The process that took the last step, at state `i`.
LOCAL HostAt(i) ==
  LET RECURSIVE Back(_)
      Back(n) == IF n = 1 THEN "--"
                 ELSE IF Movers(n) = {} THEN Back(n - 1) ELSE CHOOSE p \in Movers(n) : TRUE
  IN  Back(i)

\* The process that took the last step.
Host == HostAt(_TEPosition)

\* For each process, the number of its steps up to this state, as a JSON object.
Clock ==
  LET RECURSIVE Count(_, _)
      Count(p, i) == IF i = 1 THEN 0 ELSE Count(p, i - 1) + (IF HostAt(i) = p THEN 1 ELSE 0)
  IN  ToJsonObject([p \in DOMAIN _TETrace[_TEPosition].pc |-> Count(p, _TEPosition)])

====
