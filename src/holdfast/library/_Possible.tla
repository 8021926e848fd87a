---- MODULE _Possible ----
\* Standard module: how often the expressions that should be possible were true.
LOCAL INSTANCE Naturals
LOCAL INSTANCE TLC
LOCAL INSTANCE TLCExt

\* TRUE; counts under `name` that the expression is true.
_Track(expr, name) ==
  LET Counted(counts, holds) ==
        LET old == IF name \in DOMAIN counts THEN counts[name] ELSE 0
        IN  (name :> IF holds THEN old + 1 ELSE old) @@ counts
  IN  TLCSet("s:_possible", Counted(TLCGetOrDefault("s:_possible", <<>>), expr))

\* For each name, how often its expression was true.
_Counts == TLCGetOrDefault("s:_possible", <<>>)

\* Whether the expression of this name was ever true; prints all counts if it was not.
_CheckName(name) ==
  (name \in DOMAIN _Counts /\ _Counts[name] > 0) \/ (PrintT(_Counts) /\ FALSE)

\* TRUE; prints all counts.
_PrintCounts == PrintT(_Counts)

====
