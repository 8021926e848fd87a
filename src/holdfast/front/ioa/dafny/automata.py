"""A primitive automaton as a module of Dafny."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.context import Context, indented, joined, line
from holdfast.front.ioa.dafny.effects import Effect
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import Scope, of_action
from holdfast.front.ioa.tree import Kind

ON_ACTIONS = "(act: Action, p: Parameter)"
ON_STATES = "(s: State, p: Parameter)"
ON_STEPS = "(s: State, act: Action, p: Parameter)"


def datatype(name: str, fields: list[str]) -> str:
    """A datatype with one constructor."""
    listed = f"({', '.join(fields)})" if fields else ""
    return f"datatype {name} = {name}{listed}"


def predicate(comment: str, head: str, requires: list[str], body: list[str]) -> list[str]:
    """A predicate or function with what it requires."""
    clauses = [f"  requires {r}" for r in requires]
    return [f"// {comment}", head, *clauses, "{", *indented(body), "}", ""]


def lemma(comment: str, head: str, requires: list[str], ensures: list[str]) -> list[str]:
    """A lemma without a proof, which is Dafny's task."""
    clauses = [f"  requires {r}" for r in requires] + [f"  ensures {e}" for e in ensures]
    return [f"// {comment}", f"lemma {head}", *clauses, "{", "}", ""]


def head_of(a: tree.Automaton | tree.Composition, to: Expressions) -> list[str]:
    """The parameters of an automaton and their where-clause."""
    fields = [f"{names.field(p.name)}: {to.context.type_text(p.type, p.span)}" for p in a.params]
    where = joined(to.conditions(a.where, Scope()), "&&", "true")
    at = "none" if a.where is None else line(a.where)
    return [
        datatype("Parameter", fields),
        "",
        *predicate(f"where of {a.name} ({at})", "predicate aut_where(p: Parameter)", [], where),
    ]


class AutomatonModule:
    """The module of a primitive automaton; `fields` are the parameters of actions in Dafny."""

    def __init__(
        self, a: tree.Automaton, context: Context, fields: Mapping[tuple[str, str], str]
    ) -> None:
        self.a = a
        self.to = Expressions(context)
        self.fields = fields
        self.definitions = tuple(_numbered(a.transitions))

    def rows(self) -> list[str]:
        """The rows of the module, without its lemmas about runs."""
        a = self.a
        types = self.to.context.type_text
        state = [f"{names.field(v.name)}: {types(v.type, v.span)}" for v in a.states]
        initially = joined(self.to.conditions(a.initially, Scope()), "&&", "true")
        at = "none: any state" if a.initially is None else line(a.initially)
        return [
            *head_of(a, self.to),
            datatype("State", state),
            "",
            *self._signature(),
            *predicate(
                f"initially of {a.name} ({at})",
                f"predicate initially{ON_STATES}",
                ["aut_where(p)"],
                initially,
            ),
            *invariant(a, [], self.to),
            *self._transitions(),
            *self._axioms(),
        ]

    def _signature(self) -> list[str]:
        rows: list[str] = []
        for kind in Kind:
            actions = [s for s in self.a.signature if s.kind is kind]
            tests = [self._action(s) for s in actions]
            at = ", ".join(f"{s.name} {line(s)}" for s in actions) or "none"
            head = f"predicate {kind.value}{ON_ACTIONS}"
            comment = f"{kind.value} actions of {self.a.name} ({at})"
            rows += predicate(comment, head, ["aut_where(p)"], joined(tests, "||", "false"))
        return [*rows, *signature(self.a)]

    def _action(self, s: tree.Action) -> str:
        test = f"act.{names.identifier(s.name)}?"
        if s.where is None:
            return test
        return f"({test} && {self.to.operand(s.where, of_action(s, self.fields))})"

    # ---- steps ----

    def _transitions(self) -> list[str]:
        rows: list[str] = []
        cases: list[str] = []
        requires = ["aut_where(p)", "invariant_of(s, p)"]
        for name, t in self.definitions:
            scope = of_action(t, self.fields)
            what = f"{t.kind.value} transition {t.name} of {self.a.name} ({line(t)})"
            tests = [f"act.{names.identifier(t.name)}? && {t.kind.value}(act, p)"]
            tests += self.to.conditions(t.precondition, scope)
            body = joined(tests, "&&", "true")
            rows += predicate(f"@pre of {what}", f"predicate pre_{name}{ON_STEPS}", requires, body)
            effect = Effect(self.to, self.a, name, t)
            new = effect.body(scope)
            rows += effect.loops
            head = f"function eff_{name}{ON_STEPS}: State"
            needs = [*requires, f"pre_{name}(s, act, p)"]
            rows += predicate(f"effect of {what}", head, needs, new)
            cases.append(f"(pre_{name}(s, act, p) && s' == eff_{name}(s, act, p))")
        head = "predicate transitions(s: State, act: Action, s': State, p: Parameter)"
        comment = f"transitions of {self.a.name} ({line(self.a)})"
        return [*rows, *predicate(comment, head, requires, joined(cases, "||", "false"))]

    # ---- axioms ----

    def _axioms(self) -> list[str]:
        rows = lemma(
            f"input, output and internal actions of {self.a.name} are disjoint ({line(self.a)})",
            f"disjoint_actions_proof?{ON_ACTIONS}",
            ["aut_where(p)"],
            [
                "!(input(act, p) && output(act, p))",
                "!(input(act, p) && internal(act, p))",
                "!(output(act, p) && internal(act, p))",
            ],
        )
        inputs = [name for name, t in self.definitions if t.kind is Kind.INPUT]
        witnesses = [
            f"if pre_{n}(s, act, p) {{ assert transitions(s, act, eff_{n}(s, act, p), p); }}"
            for n in inputs
        ]
        return [
            *rows,
            f"// {self.a.name} is input-enabled ({line(self.a)})",
            f"lemma input_enabled_proof?{ON_STEPS}",
            "  requires aut_where(p)",
            "  requires invariant_of(s, p)",
            "  requires input(act, p)",
            "  ensures exists s': State :: transitions(s, act, s', p)",
            "{",
            *indented(witnesses),
            "}",
            "",
        ]


def signature(a: tree.Automaton | tree.Composition) -> list[str]:
    """The predicate of all actions of an automaton."""
    tests = [f"{kind.value}(act, p)" for kind in Kind]
    head = f"predicate signature{ON_ACTIONS}"
    comment = f"signature of {a.name} ({line(a)})"
    return predicate(comment, head, ["aut_where(p)"], joined(tests, "||", "false"))


def invariant(
    a: tree.Automaton | tree.Composition, before: list[str], to: Expressions
) -> list[str]:
    """The conjunction of all invariants, after what those of a composition rely on."""
    tests = [(test, "") for test in before]
    for i in a.invariants:
        tests += [(c, f"  // {i.name}, {line(i)}") for c in to.conditions(i.formula, Scope())]
    rows = joined([test for test, _ in tests], "&&", "true")
    if tests:
        rows = [row + comment for row, (_, comment) in zip(rows, tests, strict=True)]
    at = ", ".join(f"{i.name} {line(i)}" for i in a.invariants) or "none"
    comment = f"invariants of {a.name} ({at})"
    return predicate(comment, f"predicate invariant_of{ON_STATES}", ["aut_where(p)"], rows)


def _numbered(transitions: tuple[tree.Transition, ...]) -> Iterator[tuple[str, tree.Transition]]:
    """The transitions with names; those of one action are numbered."""
    for t in transitions:
        alike = [other for other in transitions if other.name == t.name]
        number = next(i for i, other in enumerate(alike, 1) if other is t)
        yield names.field(t.name) + (f"'{number}" if len(alike) > 1 else ""), t
