"""One automaton with arbitrary parameters: the names of its parts, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.axioms.candidates import INDEX, Candidate, Candidates
from holdfast.front.ioa.compose.instances import Instance, instantiate, leaves
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op


@dataclass(frozen=True, slots=True)
class Setting:
    """An automaton of a file, its instance with arbitrary parameters, and the candidates.

    `candidates` are the parameters and the state variables; known is the where-clause.
    """

    file: tree.File
    automaton: tree.Automaton | tree.Composition
    lowering: ExprLowering
    instance: Instance
    candidates: Candidates

    @property
    def scope(self) -> Scope:
        """The meaning of the names of the automaton."""
        return self.instance.scope()

    def lower(self, e: tree.Expr | None, scope: Scope | None = None) -> ir.Expr:
        """A formula of the automaton; one that is missing is true."""
        return ir.TRUE if e is None else self.lowering.lower(e, scope or self.scope)

    def instance_again(self, copy: str) -> Instance:
        """The same instance with other names for the indices of its sequences of components."""
        return _instantiate(self.file, self.automaton, self.lowering, copy)


def setting_of(
    file: tree.File,
    automaton: tree.Automaton | tree.Composition,
    values: Mapping[str, ir.Expr] | None = None,
) -> Setting:
    """An automaton with arbitrary parameters, except those that are given."""
    states = automaton.states if isinstance(automaton, tree.Automaton) else ()
    lowering = ExprLowering({*(v.name for v in states), *(f.name for f in file.functions)})
    params = [Candidate(parameter(p), p.name, p.type, p.span) for p in automaton.params]
    instance = _instantiate(file, automaton, lowering, "")
    variables = [v for leaf in leaves(instance) for v in _variables(leaf)]
    made = lowering.definitions(file)
    candidates = Candidates((*params, *variables), (), made, tuple(_strings(file)))
    setting = Setting(file, automaton, lowering, instance, candidates)
    fixed = [
        ir.Apply(Op.EQ, (c.name, values[c.shown]))
        for c in params
        if values is not None and c.shown in values
    ]
    where = setting.lower(automaton.where)
    return replace(setting, candidates=candidates.knowing(*fixed, where))


def parameter(p: tree.Declared) -> str:
    """The variable for a parameter."""
    return f"parameter {p.name}"


def _variables(leaf: Instance) -> Iterator[Candidate]:
    assert isinstance(leaf.automaton, tree.Automaton)
    domains = tuple(i.domain for i in leaf.indices)
    for v in leaf.automaton.states:
        name = leaf.qualified(v.name)
        yield Candidate(name, name, v.type, v.span, domains)


def arguments(action: str, params: tuple[tree.Declared, ...]) -> tuple[Candidate, ...]:
    """The arguments of an action as candidates."""
    return tuple(Candidate(f"{action} {p.name}", p.name, p.type, p.span) for p in params)


def _instantiate(
    file: tree.File,
    automaton: tree.Automaton | tree.Composition,
    lowering: ExprLowering,
    copy: str,
) -> Instance:
    taken: set[str] = set()

    def fresh(name: str) -> str:
        new = f"{INDEX}{name}{copy}"
        while new in taken:
            new += "_"
        taken.add(new)
        return new

    parameters = {p.name: ir.Name(parameter(p), span=p.span) for p in automaton.params}
    lower, set_of = lowering.lower, lowering.set_of
    return instantiate(file, automaton.name, lower, set_of, fresh, parameters)


def _strings(file: tree.File) -> Iterator[str]:
    """The strings in the order in which they are ranked."""
    for _, t in file.types:
        if isinstance(t, types.Enum):
            yield from t.members
        if isinstance(t, types.Record):
            yield from (name for name, _ in t.fields)
