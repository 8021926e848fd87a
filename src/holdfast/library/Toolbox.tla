---- MODULE Toolbox ----
\* Standard module: the error trace in which a trace expression is evaluated.
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets
LOCAL INSTANCE TLC

\* The states of the error trace, as records of the variables.
\* builtin
_TETrace == CHOOSE t \in [{n \in Nat : n > 0} -> STRING] : TRUE

\* The position in the error trace, from 1 to its length.
_TEPosition ==
  LET last == Cardinality(DOMAIN _TETrace)
      here == TLCGet("level")
  IN  IF here >= last THEN last ELSE IF here = 0 THEN 1 ELSE here

====
