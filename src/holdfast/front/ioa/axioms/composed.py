"""A transition of a component in the whole system: what is known when it is taken."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.candidates import Candidate, Candidates
from holdfast.front.ioa.axioms.setting import Setting
from holdfast.front.ioa.compose.instances import Instance, for_all, leaves
from holdfast.front.ioa.compose.logic import implies, or_
from holdfast.front.ioa.compose.members import membership
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op


def in_composition(
    setting: Setting, leaf: Instance, t: tree.Transition, chosen: tuple[Candidate, ...]
) -> Candidates:
    """The candidates for a component, its indices and an action of it."""
    automaton = leaf.automaton
    assert isinstance(automaton, tree.Automaton)
    found = with_indices(setting, leaf)
    scope = leaf.scope().with_arguments(t.params, tuple(c.variable for c in chosen))
    entries = [a for a in automaton.signature if (a.name, a.kind) == (t.name, t.kind)]
    where = or_([setting.lower(e.where, scope) for e in entries])
    return found.having(*chosen).knowing(setting.lower(automaton.where, leaf.scope()), where)


def with_indices(setting: Setting, instance: Instance) -> Candidates:
    """The candidates for a component and the indices of the sequences that it belongs to."""
    bounds = [c.bound for c in _path(setting.instance, instance) if c.bound is not None]
    pairs = list(zip(instance.indices, bounds, strict=True))
    indices = [Candidate(i.name, b.name, b.type, b.span) for i, b in pairs]
    inside = [ir.Apply(Op.IN, (ir.Name(i.name), i.domain)) for i, _ in pairs]
    return setting.candidates.having(*indices).knowing(*inside)


def _path(root: Instance, leaf: Instance) -> Iterator[tree.Component]:
    """The components on the way to an instance."""
    for name in leaf.path:
        root = next(c for c in root.children if c.path[-1] == name)
        assert root.component is not None
        yield root.component


def possible(setting: Setting, action: str, names: tuple[str, ...]) -> Iterator[ir.Expr]:
    """That whoever controls the action can perform it."""
    for leaf in leaves(setting.instance):
        m = membership(leaf, action, names, setting.lowering)
        if m.controlled:
            moves = or_([move.precondition for move in m.moves_as(*m.controlled)])
            yield for_all(leaf.indices, implies(m.condition(*m.controlled), moves), None)
