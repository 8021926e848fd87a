---- MODULE Option ----
\* Apalache module: values that may be missing.
EXTENDS Apalache, Variants

\* The value `x`.
Some(x) == Variant("Some", x)

\* No value.
None == Variant("None", UNIT)

\* Whether there is a value.
IsSome(o) == VariantTag(o) = "Some"

\* Whether there is no value.
IsNone(o) == VariantTag(o) = "None"

\* caseSome of the value if there is one, otherwise caseNone(UNIT).
OptionCase(o, caseSome(_), caseNone(_)) ==
  IF IsSome(o) THEN caseSome(VariantGetUnsafe("Some", o)) ELSE caseNone(UNIT)

\* f(v) for the value v; the result may be missing.
OptionFlatMap(f(_), o) == OptionCase(o, f, LAMBDA unit : None)

\* The value f(v) for the value v.
OptionMap(f(_), o) == OptionFlatMap(LAMBDA v : Some(f(v)), o)

\* The value if there is one, otherwise the default.
OptionGetOrElse(o, default) == OptionCase(o, LAMBDA v : v, LAMBDA unit : default)

\* The sequence with the value, or the empty sequence.
OptionToSeq(o) == OptionCase(o, LAMBDA v : <<v>>, LAMBDA unit : <<>>)

\* The set with the value, or the empty set.
OptionToSet(o) == OptionCase(o, LAMBDA v : {v}, LAMBDA unit : {})

\* Some element of the set, or no value if it is empty.
OptionGuess(s) == IF s = {} THEN None ELSE Some(Guess(s))

\* The value of the function at the value.
OptionFunApp(f, o) == OptionMap(LAMBDA v : f[v], o)

\* The function with values that are missing in the set `undefined`.
OptionPartialFun(f, undefined) ==
  [x \in DOMAIN f \union undefined |-> IF x \in undefined THEN None ELSE Some(f[x])]

====
