---- MODULE TLCExt ----
\* Standard module: assertions for tests, registers, and access to the run.
LOCAL INSTANCE TLC
LOCAL INSTANCE Integers

\* Whether a = b; prints both if they differ.
AssertEq(a, b) == a = b \/ (PrintT("Assertion failed") /\ PrintT(a) /\ PrintT(b) /\ FALSE)

\* Whether the evaluation of `exp` fails, with the message `err`.
\* builtin
AssertError(err, exp) == err = CHOOSE message \in STRING : TRUE

\* The register `key`, or `defaultVal` if it was never set.
\* builtin
TLCGetOrDefault(key, defaultVal) == CHOOSE v : TRUE

\* The register `key` before it is set to Op(register, val).
TLCGetAndSet(key, Op(_, _), val, defaultVal) ==
  LET old == TLCGetOrDefault(key, defaultVal)
  IN  CHOOSE v \in {old} : TLCSet(key, Op(old, val))

\* The states from an initial state to this one, as records of the variables.
\* builtin
Trace == CHOOSE t : TRUE

\* The counterexample as a graph, a record of `state` and `action`.
\* builtin
CounterExample == CHOOSE g : TRUE

\* The states of a counterexample as a sequence of records.
\* builtin
ToTrace(CE) == CHOOSE t : TRUE

\* The model value with this name.
\* builtin
TLCModelValue(str) == CHOOSE v : ToString(v) = str

\* TRUE; evaluates the expression later, for the states of the chosen behaviour only.
\* builtin
TLCDefer(expression) == TRUE

\* The value itself.
TLCNoOp(val) == val

\* Whether `exp` holds; if not, the user is asked whether to take the step.
\* builtin
PickSuccessor(exp) == exp \/ CHOOSE b \in BOOLEAN : TRUE

\* The expression, evaluated once for each value of `closure`.
\* builtin
TLCCache(expression, closure) == expression

\* The lower 32 bits of the fingerprint of a value.
\* builtin
TLCFP(var) == CHOOSE i \in Int : TRUE

\* The value of the definition with this name.
\* builtin
TLCEvalDefinition(definitionName) == CHOOSE v : TRUE

====
