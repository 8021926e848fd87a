"""A file of I/O automata as a text of Dafny: a module of types, and one for each automaton.

The lemmas `..._proof?` are the axioms of I/O automata and, for the root automaton, bounded model
checking and induction. Every predicate requires the where-clause, and those about steps require
the invariants, so that Dafny also verifies that all operations are defined in reachable states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.automata import AutomatonModule, lemma, predicate
from holdfast.front.ioa.dafny.compositions import CompositionModule
from holdfast.front.ioa.dafny.context import Context, constraint, indented, line
from holdfast.front.ioa.dafny.definedness import Definedness, defined_name
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import of_function
from holdfast.front.ioa.types import Type


def dafny_text(file: tree.File, root: str, k: int = 0) -> str:
    """The root automaton and its components in Dafny, with lemmas for `k` steps."""
    automata = {a.name: a for a in file.automata}
    used = tuple(dict.fromkeys(_components(automata, root)))
    context = Context(file)
    functions = _functions(context)
    fields = _action_fields([automata[n] for n in used])
    modules: list[str] = []
    for name in used:
        a = automata[name]
        rows = (
            AutomatonModule(a, context, fields).rows()
            if isinstance(a, tree.Automaton)
            else CompositionModule(a, automata, context).rows()
        )
        if name == root:
            rows += _runs(a, k)
        modules += [f"module {names.identifier(name)} {{", "  import opened Types", ""]
        modules += [*indented(rows)[:-1], "}", ""]
    declared = [*_types(context), *_actions(context, [automata[n] for n in used], fields)]
    shared = [row for rows in context.shared.values() for row in (*rows, "")]
    inside = [*declared, "", *shared, *functions]
    return "\n".join(["module Types {", *indented(inside)[:-1], "}", "", *modules])


def _components(
    automata: Mapping[str, tree.Automaton | tree.Composition], name: str
) -> Iterator[str]:
    """An automaton after all those that it consists of."""
    a = automata[name]
    if isinstance(a, tree.Composition):
        for c in a.components:
            yield from _components(automata, c.automaton)
    yield name


def _types(context: Context) -> list[str]:
    rows: list[str] = []
    for name, t in context.file.types:
        rows.append(_declaration(context, name, t))
    return rows


def _declaration(context: Context, name: str, t: Type) -> str:
    declared = names.identifier(name)
    span = context.file.span
    match t:
        case types.Enum(own, members) if own == name:
            return f"datatype {declared} = {' | '.join(map(names.identifier, members))}"
        case types.Record(own, fields) if own == name:
            listed = ", ".join(f"{names.field(f)}: {context.type_text(x, span)}" for f, x in fields)
            return f"datatype {declared} = {declared}({listed})"
        case types.IntRange(own) | types.IntEnum(own) if own == name:
            return f"type {declared} = {constraint(t)}"
        case _:
            return f"type {declared} = {context.type_text(t, span)}"


def _functions(context: Context) -> list[str]:
    """The functions of the file, each with the predicate that is true where it is defined."""
    to = Expressions(context)
    definedness = Definedness(to)
    rows: list[str] = []
    for f in context.file.functions:
        scope = of_function(f)
        params = ", ".join(
            f"{scope.locals[p.name]}: {context.type_text(p.type, p.span)}" for p in f.params
        )
        tests = definedness.of_function(f, scope)
        requires: list[str] = []
        if tests:
            head = f"predicate {defined_name(f.name)}({params})"
            body = [f"({t}) &&" for t in tests[:-1]] + [f"({tests[-1]})"]
            rows += predicate(f"where {f.name} is defined ({line(f)})", head, [], body)
            requires = [f"{defined_name(f.name)}({', '.join(scope.locals.values())})"]
        head = f"function {names.identifier(f.name)}({params})"
        head += f": {context.type_text(f.result, f.span)}"
        body = [to.expected(f.body, f.result, scope)]
        rows += predicate(f"function {f.name} ({line(f)})", head, requires, body)
    return rows


def _action_fields(
    automata: list[tree.Automaton | tree.Composition],
) -> dict[tuple[str, str], str]:
    """The names of the parameters of actions: Dafny wants one type for all of one name."""
    found = [
        (s.name, p)
        for a in automata
        if isinstance(a, tree.Automaton)
        for s in a.signature
        for p in s.params
    ]
    fields: dict[tuple[str, str], str] = {}
    for action, p in found:
        alone = all(q.type == p.type for _, q in found if q.name == p.name)
        name = names.field(p.name)
        fields[action, p.name] = name if alone else f"{names.field(action)}'{name}"
    return fields


def _actions(
    context: Context,
    automata: list[tree.Automaton | tree.Composition],
    fields: Mapping[tuple[str, str], str],
) -> list[str]:
    """The one type of all actions."""
    cases: dict[str, str] = {}
    for a in automata:
        for s in a.signature if isinstance(a, tree.Automaton) else ():
            listed = ", ".join(
                f"{fields[s.name, p.name]}: {context.type_text(p.type, p.span)}" for p in s.params
            )
            constructor = names.identifier(s.name)
            cases[s.name] = f"{constructor}({listed})" if listed else constructor
    return [f"datatype Action = {' | '.join(cases.values()) or 'none'}"]


def _runs(a: tree.Automaton | tree.Composition, k: int) -> list[str]:
    """Bounded model checking up to `k` steps, and the induction step over `k` + 1 steps.

    The lemma about a state assumes the invariants in the states before it, which the lemmas
    before it establish: there, all operations are defined.
    """
    at = ", ".join(f"{i.name} {line(i)}" for i in a.invariants) or line(a)
    rows: list[str] = []
    for n in range(k + 1):
        rows += lemma(
            f"invariants of {a.name} after {n} steps ({at})",
            f"bmc_{n}_proof?({_run(n)})",
            ["aut_where(p)", "initially(s0, p)", *_steps(n)],
            [f"invariant_of(s{n}, p)"],
        )
    rows += lemma(
        f"induction step for the invariants of {a.name} ({at})",
        f"induction_proof?({_run(k + 1)})",
        ["aut_where(p)", *_steps(k + 1)],
        [f"invariant_of(s{k + 1}, p)"],
    )
    return rows


def _run(n: int) -> str:
    steps = "".join(f", a{i}: Action, s{i}: State" for i in range(1, n + 1))
    return f"s0: State{steps}, p: Parameter"


def _steps(n: int) -> list[str]:
    return [f"invariant_of(s{i}, p) && transitions(s{i}, a{i + 1}, s{i + 1}, p)" for i in range(n)]
