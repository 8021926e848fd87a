"""Every code that a diagnostic can carry, listed once.

A code is stable: scripts filter on it and the documentation has an entry for it. `sany`
is the number of the same error in the TLA+ tools, if they have one. Keep each table
sorted by part and then by name.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """What a code means, and SANY's number for it."""

    meaning: str
    sany: int | None = None


_FILES = {
    "bad-encoding": Code("a file that is not UTF-8 text"),
    "no-algorithm": Code("a file without a PlusCal algorithm where one is required"),
}

SYNTAX = {
    "bad-character": Code("a character that no token starts with"),
    "junction-column": Code("a token left of, or under, the bullet of the list it belongs to"),
    "label-changes-meaning": Code("a label inside an operator expression that regroups it"),
    "missing-end": Code("a module without its closing line of equal signs"),
    "no-module": Code("a file in which no module begins"),
    "precedence-conflict": Code("two operators whose precedence ranges overlap, unparenthesised"),
    "syntax": Code("text that does not fit the grammar"),
    "too-deep": Code("an expression nested beyond the limit"),
    "unclosed-bracket": Code("a bracket that is never closed"),
    "unclosed-comment": Code("a comment that is never closed"),
    "unclosed-string": Code("a string that is not closed on its line"),
}

_PLUSCAL = {
    "pcal-argument-count": Code("a macro or procedure called with too many or too few arguments"),
    "pcal-assignment": Code("something other than `variable := value` where one is assigned"),
    "pcal-default-name": Code("the name `defaultInitValue` declared by the algorithm itself"),
    "pcal-double-assignment": Code("a variable assigned twice in one step"),
    "pcal-duplicate-label": Code("a statement with two labels"),
    "pcal-either-without-or": Code("an `either` with a single branch"),
    "pcal-empty-block": Code("a statement list without a statement"),
    "pcal-label-in-macro": Code("a label inside a macro"),
    "pcal-label-in-with": Code("a label inside a `with`, whose body is one step"),
    "pcal-leave-in-with": Code("a statement after `goto`, `call` or `return` inside a `with`"),
    "pcal-macro-target": Code("a macro that assigns to an argument which is not a variable"),
    "pcal-missing-begin": Code("statements without the `begin` before them"),
    "pcal-missing-label": Code("a statement that must have a label"),
    "pcal-missing-semicolon": Code("two statements or declarations without a `;` between them"),
    "pcal-mixed-syntax": Code("the C-syntax in an algorithm in the P-syntax, or the reverse"),
    "pcal-no-variables": Code("an algorithm whose translation has no variable"),
    "pcal-options": Code("a malformed `PlusCal options` statement"),
    "pcal-order": Code("a part of an algorithm that comes too late"),
    "pcal-outside-module": Code(
        "an algorithm before the module, where its translation has no effect"
    ),
    "pcal-procedure-variable": Code("a procedure's variable initialised by `\\in`"),
    "pcal-redefined": Code("a label, variable, macro, procedure or process declared twice"),
    "pcal-renamed": Code("a name of the algorithm that is changed in its translation"),
    "pcal-reserved-label": Code("`Done` or `Error` as a label"),
    "pcal-return-outside": Code("a `return` outside a procedure"),
    "pcal-self": Code("`self` in a process that is declared with `=`"),
    "pcal-shadowed-parameter": Code("a `with` in a macro that binds the macro's parameter"),
    "pcal-stale": Code("a translation in the file that differs from its algorithm"),
    "pcal-syntax": Code("text that does not fit the grammar of PlusCal"),
    "pcal-unclosed": Code("an algorithm or a translation whose end is missing"),
    "pcal-undeclared": Code("an assignment to something that is not a variable of the algorithm"),
    "pcal-unknown-label": Code("a `goto` to a label that does not exist"),
    "pcal-unknown-macro": Code("a call of a macro that is not defined before it"),
    "pcal-unknown-procedure": Code("a call of a procedure that does not exist"),
    "pcal-unreachable": Code("statements after a loop that never ends"),
    "pcal-while-in-with": Code("a `while` inside a `with`, whose body is one step"),
}

_IOA = {
    "ioa-action-parameters": Code("an action with different parameters in two signatures"),
    "ioa-argument-count": Code("too many or too few arguments or parameters"),
    "ioa-argument-name": Code("a named argument that is unknown or given twice"),
    "ioa-assignment": Code("an assignment to something that cannot be assigned"),
    "ioa-axiom": Code("a violated axiom of I/O automata, without which steps have no meaning"),
    "ioa-bound": Code("a quantifier or comprehension whose variables are not plain names"),
    "ioa-circular": Code("a composition that contains itself"),
    "ioa-component": Code("a component that is declared or used wrongly"),
    "ioa-config": Code("a configuration file for I/O automata, which have none"),
    "ioa-constant": Code("a number in a type that is not constant, or outside its limits"),
    "ioa-decorator": Code("a decorator that is unknown, missing or repeated"),
    "ioa-duplicate": Code("something declared or listed twice"),
    "ioa-function": Code("a function that is more than one `return`"),
    "ioa-hidden": Code("a hidden action that is an output of no component"),
    "ioa-import": Code("an import of something other than `holdfast.ioa`"),
    "ioa-index": Code("a negative index, or an index that a tuple does not have"),
    "ioa-misplaced": Code("something in a part of a file where it does not belong"),
    "ioa-missing": Code("an automaton without a part that it must have"),
    "ioa-name-clash": Code("a name that another declaration or the language itself uses"),
    "ioa-no-automaton": Code("a file without an automaton"),
    "ioa-no-signature": Code("a transition whose action the signature does not have"),
    "ioa-not-enumerable": Code("a variable or argument whose possible values are not known"),
    "ioa-parameter": Code("a parameter without a value that satisfies the where-clause"),
    "ioa-parameters": Code("formal parameters without a type, or other than in the signature"),
    "ioa-range": Code("a `range` where nothing ranges over it"),
    "ioa-for-solvers": Code("a value of a type that only solvers have"),
    "ioa-recursion": Code("a function that calls itself, or one below it"),
    "ioa-syntax": Code("text that is not Python syntax"),
    "ioa-task": Code("a task with an action that the automaton does not control"),
    "ioa-temporal": Code("a temporal operator outside a property"),
    "ioa-type": Code("an expression of another type than its context requires"),
    "ioa-unassigned": Code("a local variable that may not have a value"),
    "ioa-undetermined-type": Code("a bound variable whose type nothing determines"),
    "ioa-unknown-field": Code("a field or method that a value does not have"),
    "ioa-unknown-name": Code("a name that is not declared"),
    "ioa-unknown-type": Code("an annotation that is not a type"),
    "ioa-unsupported": Code("a construct of Python that the language does not have"),
    "ioa-vacuous": Code("a where-clause that nothing satisfies"),
    "ioa-unused": Code("a local variable that is assigned and never used"),
}

_PROMELA = {
    "promela-argument-count": Code("too many or too few arguments, or fields of a message"),
    "promela-assignment": Code("an assignment to a variable that cannot be assigned"),
    "promela-break": Code("a `break` outside of a loop"),
    "promela-c-code": Code("embedded C code"),
    "promela-channel": Code("something other than a channel where one is needed"),
    "promela-channel-test": Code("a test such as `full(q)` inside a larger expression"),
    "promela-claim": Code("a claim that changes the state or sends messages"),
    "promela-config": Code("a configuration file for a Promela model, which has none"),
    "promela-constant": Code("a number that must be constant, or is outside its limits"),
    "promela-d-step": Code("a jump into or out of a `d_step`, or an `unless` inside one"),
    "promela-directive": Code("a line of the preprocessor that is malformed"),
    "promela-duplicate": Code("something declared twice"),
    "promela-else": Code("an `else` that is not the first statement of an option, or a second one"),
    "promela-empty": Code("a block or an option without a statement"),
    "promela-expansion": Code("macros or inlines that expand without end, or to too much text"),
    "promela-hidden": Code("a hidden variable, which Spin leaves out of the states"),
    "promela-include": Code("a file that cannot be included"),
    "promela-index": Code("an index of what is no array, a missing index, or one out of range"),
    "promela-jump": Code("jumps that lead back to each other, without a statement"),
    "promela-kind": Code("a name that is declared as something else"),
    "promela-label": Code("a label where none can be"),
    "promela-late-array": Code("an array of which only the first element is initialised"),
    "promela-loop": Code("a `for` or `select` with a wrong variable or range"),
    "promela-misplaced": Code("something in a place where it does not belong"),
    "promela-mtype": Code("an mtype with too many names"),
    "promela-no-process": Code("a model in which no process runs"),
    "promela-number": Code("a number outside its limits"),
    "promela-provided": Code("a `provided` that refers to something other than globals"),
    "promela-record": Code("a whole record where a number is needed, or a malformed typedef"),
    "promela-run": Code("a `run` inside a larger expression"),
    "promela-syntax": Code("text that does not fit the grammar of Promela"),
    "promela-temporal": Code("a temporal formula where an expression is needed"),
    "promela-trace": Code("a statement of a trace that is not an event"),
    "promela-type": Code("a value of another type than its context requires"),
    "promela-unknown-field": Code("a field that a record does not have"),
    "promela-unknown-label": Code("a label that does not exist"),
    "promela-unknown-name": Code("a name that is not declared, or only below"),
    "promela-width": Code("a wrong or missing number of bits"),
    "promela-write-only": Code("the variable `_` read"),
}

_EVALUATION = {
    "eval-assert": Code("an Assert of module TLC that is false"),
    "eval-division": Code("a division by zero, or a remainder by a number that is not positive"),
    "eval-field": Code("a field that a record does not have"),
    "eval-io": Code("a file or a command that could not be read, written or run"),
    "eval-io-not-allowed": Code("a file, a command or the environment used without permission"),
    "eval-kinds-differ": Code("a comparison of values of kinds that cannot be compared"),
    "eval-no-witness": Code("a CHOOSE whose condition no element satisfies"),
    "eval-not-a-function": Code("something other than a function where one is applied or changed"),
    "eval-not-a-number": Code("something other than an integer where one is needed"),
    "eval-not-a-sequence": Code("something other than a sequence where one is needed"),
    "eval-not-a-set": Code("something other than a set where one is needed"),
    "eval-not-a-string": Code("something other than a string where one is needed"),
    "eval-not-boolean": Code("something other than TRUE or FALSE as a formula"),
    "eval-not-enumerable": Code("a set whose elements cannot be enumerated"),
    "eval-out-of-domain": Code("an argument outside the domain of a function or operator"),
    "eval-time": Code("an evaluation that takes longer than it may"),
    "eval-too-large": Code("a set with more elements than the limit"),
    "eval-undefined": Code(
        "a variable without a state, or a TLC register or statistic that was never set"
    ),
    "eval-unsupported": Code("an operator that cannot be evaluated"),
}

_CHECKING = {
    "check-note": Code("a remark about a model or a search, not an error"),
    "native-limit": Code("a search beyond a limit that only the native engine has"),
    "native-unsupported": Code("a construct that the native engine does not support yet"),
    "trace-file": Code("a trace or log that cannot be read"),
    "trace-lanes": Code("lanes of a trace by something that it does not have"),
    "trace-variable": Code("a state of a trace whose variables are not those of the spec"),
    "why-action": Code("a query about an action that the spec does not have"),
    "why-state": Code("a query about a state that the trace does not have"),
    "why-trace": Code("a query about a trace that does not exist or belongs to another spec"),
}

_NAMES = {
    "ambiguous-extends": Code("two extended modules that define one name differently", 4800),
    "assume-prove-as-value": Code("an ASSUME ... PROVE where an expression is expected", 4355),
    "at-outside-except": Code("`@` outside the new value of an EXCEPT", 4261),
    "bad-selector": Code("a path that selects no part of a definition", 4005),
    "bad-substitution": Code("a substitution for what the module does not declare", 4242),
    "conflicting-extends": Code("a name that extended modules use for different things", 4224),
    "duplicate-declaration": Code("a name declared twice; the first declaration is used", 4801),
    "duplicate-field": Code("a record with two fields of one name", 4262),
    "duplicate-label": Code("two labels of one name in one definition", 4336),
    "duplicate-substitution": Code("two substitutions for one name", 4241),
    "field-named-like-definition": Code("a record field with the name of a definition", 4802),
    "function-arity": Code("a function applied to too many or too few arguments", 4260),
    "incomplete-name": Code("the name of an instance where a value is expected", 4203),
    "label-arity": Code("a label with too many or too few arguments", 4337),
    "label-extra-parameter": Code("a parameter of a label that is not bound around it", 4332),
    "label-in-assume": Code("a label below a NEW of an inner ASSUME", 4334),
    "label-in-except": Code("a label in an EXCEPT", 4335),
    "label-missing-parameter": Code("a label that omits a variable bound around it", 4331),
    "label-outside": Code("a label outside definitions and named steps", 4333),
    "label-repeated-parameter": Code("a label with one parameter twice", 4330),
    "lambda-arity": Code("a LAMBDA with too many or too few parameters", 4274),
    "missing-substitution": Code(
        "an INSTANCE without a substitution for a constant or variable", 4240
    ),
    "operator-arity": Code("an operator argument with the wrong number of parameters", 4271),
    "operator-expected": Code("an expression where an operator is expected", 4270),
    "recursive-arity": Code("a definition that does not fit its RECURSIVE declaration", 4292),
    "recursive-scope": Code("a RECURSIVE operator defined in an inner LET", 4293),
    "recursive-section": Code("a declaration between RECURSIVE and its definition", 4294),
    "recursive-undefined": Code("a RECURSIVE declaration without a definition", 4291),
    "redefined-builtin": Code("a definition of a built-in operator", 4202),
    "shadowed-name": Code("a declaration of a name that is visible already", 4201),
    "substitution-arity": Code(
        "an operator constant replaced by something that does not fit", 4243
    ),
    "unbound-name": Code("a name that is not declared", 4200),
    "unexpected-lambda": Code("a LAMBDA where an expression is expected", 4275),
    "unknown-label": Code("a path to a label that does not exist", 4004),
    "unused-definition": Code("a LOCAL or LET definition that is never used"),
    "wrong-arity": Code("an operator with too many or too few arguments", 4204),
}

_MODULES = {
    "circular-modules": Code("a cyclic dependency between modules", 4222),
    "duplicate-module": Code("two modules of one name", 4223),
    "missing-module": Code("a module that cannot be found", 4220),
    "module-name": Code("a module in a file of another name", 4221),
}

_LEVELS = {
    "level-always": Code("`[]` before an action that is not `[A]_v`", 4310),
    "level-applied-argument": Code(
        "an operator argument applied to an argument of too high a level", 4273
    ),
    "level-argument": Code("an operand whose level is too high", 4205),
    "level-assume": Code("an assumption that is not constant", 4206),
    "level-bound": Code("a temporal formula as the set of a bound", 4315),
    "level-bound-action": Code("a temporal formula quantified over an action-level set", 4314),
    "level-eventually": Code("`<>` before an action that is not `<<A>>_v`", 4311),
    "level-leads-to": Code("an action as operand of `~>` or `-+->`", 4312),
    "level-mixed": Code("an action and a temporal formula joined by one operator", 4313),
    "level-new-bound": Code("a temporal formula as the set of a NEW", 4356),
    "level-operator-argument": Code("an operator argument that accepts only lower levels", 4272),
    "level-pick-bound": Code("a temporal PICK whose set is not constant", 4354),
    "level-prime": Code("a primed expression primed again", 4205),
    "level-proof-case": Code("a CASE that is not constant below a temporal goal", 4353),
    "level-proof-step": Code(
        "a TAKE, WITNESS or HAVE that is not constant below a temporal goal", 4352
    ),
    "level-substituted-argument": Code("a substituted operator applied beyond its level", 4247),
    "level-substituted-operator": Code(
        "a substituted operator that accepts only lower levels", 4246
    ),
    "level-substitution": Code("a substitution of too high a level", 4245),
    "recursive-prime": Code("a recursive operator that primes its parameter", 4290),
    "substitution-not-leibniz": Code("a substituted operator that is not Leibniz", 4244),
}

_PROOFS = {
    "bad-fact": Code("something cited or hidden that is not a fact", 4357),
    "named-implicit-step": Code("a name for a step `<*>` or `<+>`", 4350),
    "not-a-definition": Code("an entry of DEF that is not a definition", 4200),
    "step-not-expression": Code("a step that is not a formula, used as one", 4351),
}

_MEANING = {
    "eval-endless": Code("a definition with infinite recursion"),
    "eval-incomplete": Code("a step or initial state that does not assign every variable"),
    "eval-no-case": Code("a CASE of which no condition holds"),
    "eval-no-value": Code("a constant to which the model assigns no value"),
    "eval-pattern": Code("an element that does not fit the tuple of names bound to it"),
    "eval-symmetry": Code("a SYMMETRY that is not a set of permutations"),
    "eval-unassigned": Code("a variable read before it is assigned"),
    "eval-unbounded": Code("an unbounded quantifier or CHOOSE, which cannot be enumerated"),
    "model-missing-constant": Code("a constant to which the model assigns no value"),
    "model-no-behaviour": Code("a spec without an initial predicate and a next-state relation"),
    "model-property-form": Code("a property in a form that cannot be checked"),
    "temporal-unsupported": Code("a temporal formula in a form that is not supported"),
    "model-replacement": Code("a value or replacement for a name that cannot have one"),
    "model-string": Code("a string spelled like a model value, which it never equals"),
    "model-subscript": Code("a proof about `[][Next]_v`, where v does not have all variables"),
    "model-unknown-name": Code("a name in the configuration that the spec does not define"),
    "unsupported": Code("a construct that is not supported"),
}

_CONFIG = {
    "config-comma": Code("a comma between entries of a configuration, which TLC rejects"),
    "config-conflict": Code("SPECIFICATION together with INIT or NEXT"),
    "config-keyword": Code("a configuration without a keyword where one is required"),
    "config-missing": Code("a keyword or a constant of a configuration without its value"),
    "config-repeated": Code("something that a configuration may give only once"),
    "config-syntax": Code("text that does not fit the language of configurations"),
    "config-token": Code("characters in a configuration that are not a token"),
    "config-value": Code("a value in a configuration that is not an expression"),
}

_FORMAT = {
    "format-refused": Code("a file that cannot be formatted without changing its meaning"),
}

_SMT = {
    "smt-unknown-hypothesis": Code("an accepted hypothesis that was not proposed"),
    "smt-unsupported": Code("a construct that cannot be encoded for a solver"),
}

_PROVING = {
    "prove-nothing": Code("a proof without an invariant to prove"),
    "recheck-broken": Code("a certificate whose files are missing, changed or incomplete"),
}

_INFERENCE = {
    "mine-template": Code("a template that cannot be read, or has too many instances"),
    "infer-no-property": Code("an inference without an invariant to prove"),
}

_DIAGRAMS = {
    "claim-syntax": Code("a claim that does not fit the grammar of temporal formulas"),
    "claim-unknown-name": Code(
        "a claim about something that is no predicate or node of its diagram"
    ),
    "diagram-abstract": Code("an abstract action in a diagram that is compared with a spec"),
    "diagram-contradiction": Code("a node with a predicate and its negation"),
    "diagram-duplicate": Code("something that a diagram declares or lists twice"),
    "diagram-mapping": Code("a refinement that does not map every node of its diagram"),
    "diagram-no-initial-node": Code("a diagram without an initial node, which covers nothing"),
    "diagram-order": Code("an order that is not known to be well-founded"),
    "diagram-parameter": Code("a parameter of a diagram whose set is not constant"),
    "diagram-reserved": Code("a predicate with the name of a temporal operator"),
    "diagram-syntax": Code("text that does not fit the grammar of diagrams"),
    "diagram-unclosed": Code("a diagram or refinement without its `end`"),
    "diagram-unknown-name": Code("a node, predicate, action, ordering or diagram not declared"),
}

_TESTING = {
    "test-crash": Code("a model whose process ended without a result"),
    "test-declaration": Code("a declaration of an expected result that cannot be used"),
    "test-different": Code("a model whose result is not the expected one"),
    "test-inconclusive": Code("a model whose result is inconclusive, which was not expected"),
    "test-violation-not-found": Code("a model whose expected violation is no longer found"),
}

CODES: dict[str, Code] = {
    **_FILES,
    **SYNTAX,
    **_PLUSCAL,
    **_IOA,
    **_PROMELA,
    **_EVALUATION,
    **_CHECKING,
    **_NAMES,
    **_MODULES,
    **_LEVELS,
    **_PROOFS,
    **_MEANING,
    **_CONFIG,
    **_FORMAT,
    **_SMT,
    **_PROVING,
    **_INFERENCE,
    **_DIAGRAMS,
    **_TESTING,
}
