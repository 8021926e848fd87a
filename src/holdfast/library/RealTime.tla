---- MODULE RealTime ----
\* Standard module: bounds in real time, with a variable for the clock.
EXTENDS Reals
VARIABLE now

\* A step `<<A>>_v` comes at least `D` and at most `E` after it was enabled without one.
RTBound(A, v, D, E) ==
  LET Restart == <<A>>_v \/ ~(ENABLED <<A>>_v)'
      Run(t) == t = 0 /\ [][t' = IF Restart THEN 0 ELSE t + now' - now]_<<t, v, now>>
  IN  \EE t : /\ Run(t)
              /\ [](t <= E)
              /\ [][A => D <= t]_v

\* Time is a real number that advances in steps of its own, beyond every bound.
RTnow(v) ==
  LET Tick == now' \in {r \in Real : now < r} /\ UNCHANGED v
  IN  /\ now \in Real
      /\ [][Tick]_now
      /\ \A r \in Real : WF_now(Tick /\ r < now')

====
