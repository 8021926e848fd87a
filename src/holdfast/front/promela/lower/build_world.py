"""The analyses of a model, in order: automata, slots, channels, variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import build_automaton
from holdfast.front.promela.lower.instances import Instance, ProcessType
from holdfast.front.promela.lower.layout import Leaf, Path, leaves, split
from holdfast.front.promela.lower.memory import Memory
from holdfast.front.promela.lower.reach import find_reach
from holdfast.front.promela.lower.slots import Allowed, Slots, find_slots
from holdfast.front.promela.lower.statics import Statics
from holdfast.front.promela.lower.trail_numbers import trail_numbers
from holdfast.front.promela.lower.walk import exprs_in, statements_in, subexprs
from holdfast.front.promela.lower.world import World
from holdfast.front.promela.types import Basic


def build_world(model: tree.Model, allowed: Allowed, claims: Sequence[tree.Claim] = ()) -> World:
    """Everything that is known about a model before it is lowered, and about some claims of it."""
    statics = Statics(model)
    types = _types(model, statics)
    slots = find_slots(types, statics, allowed)
    for found in slots.instances:
        for i in found:
            statics.make_channels(i.slot, f"{i.name}.", i.type.leaves)
    reach = find_reach(statics, slots)
    memory = _memory(model, statics, slots)
    _add_claims(memory, claims, statics)
    exprs = [e for top in _exprs(model) for e in subexprs(top)]
    uses = frozenset(e.which for e in exprs if isinstance(e, nodes.PredefinedVariable))
    return World(model, statics, types, slots, memory, reach, uses, _has_priorities(model, exprs))


def _types(model: tree.Model, statics: Statics) -> tuple[ProcessType, ...]:
    made: list[ProcessType] = []
    visible: dict[str, set[str]] = {}
    for top in _exprs(model):
        for e in subexprs(top):
            if isinstance(e, nodes.RemoteLabel):
                visible.setdefault(e.proctype, set()).add(e.label)
    trail = trail_numbers(model) or {}
    number = 1
    for p in model.proctypes:
        labels = frozenset(visible.get(p.name, ()))
        automaton = build_automaton(p.body, p.span, number, labels, trail)
        number += len(automaton.points)
        params = tuple(leaf for d in p.params for leaf in leaves(d, statics.typedefs))
        local = tuple(leaf for d in p.locals for leaf in leaves(d, statics.typedefs))
        made.append(ProcessType(p, automaton, params, (*params, *local), trail.get(id(p))))
    return tuple(made)


def _exprs(model: tree.Model) -> Iterator[nodes.Expr]:
    for body in (*(p.body for p in model.proctypes), *(c.body for c in model.claims)):
        for s in statements_in(body):
            yield from exprs_in(s)
    for p in model.proctypes:
        if p.provided is not None:
            yield p.provided
    for formula in model.ltl:
        yield from _held(formula.formula)


def _held(formula: tree.Ltl) -> Iterator[nodes.Expr]:
    match formula:
        case tree.Holds(e):
            yield e
        case tree.LtlUnary(_, operand):
            yield from _held(operand)
        case tree.LtlBinary(_, left, right):
            yield from _held(left)
            yield from _held(right)


def _has_priorities(model: tree.Model, exprs: list[nodes.Expr]) -> bool:
    declared = any(p.priority is not None for p in model.proctypes)
    statements = (s for p in model.proctypes for s in statements_in(p.body))
    used = any(isinstance(s, tree.SetPriority) for s in statements)
    return (
        declared
        or used
        or any(isinstance(e, nodes.Priority) for e in exprs)
        or any(isinstance(e, nodes.Run) and e.priority is not None for e in exprs)
    )


# ---- variables ----


def _memory(model: tree.Model, statics: Statics, slots: Slots) -> Memory:
    dynamic = set(_dynamic(model, statics, slots))
    memory = Memory()
    for d in model.globals:
        for leaf in leaves(d, statics.typedefs):
            if not _is_constant_channel(leaf, statics):
                memory.add(None, "", leaf, (None, leaf.key) in dynamic)
    for found in slots.instances:
        for i in found:
            for leaf in i.type.leaves:
                known = leaf.type is Basic.CHAN and leaf.symbol in i.constants
                if not known and not _is_constant_channel(leaf, statics):
                    is_dynamic = (i.slot, leaf.key) in dynamic
                    memory.add(i.slot, f"{i.name}.", leaf, is_dynamic)
    return memory


def _add_claims(memory: Memory, claims: Sequence[tree.Claim], statics: Statics) -> None:
    for claim in claims:
        for d in claim.locals:
            for leaf in leaves(d, statics.typedefs):
                memory.add(None, f"{claim.name}.", leaf, is_dynamic=bool(leaf.sizes))


def _is_constant_channel(leaf: Leaf, statics: Statics) -> bool:
    return leaf.channel is not None and leaf.key not in statics.stored


def _dynamic(
    model: tree.Model, statics: Statics, slots: Slots
) -> Iterator[tuple[int | None, Path]]:
    """The arrays that have an index which is not known."""
    instances = [i for found in slots.instances for i in found]
    for i in instances:
        for point in i.type.automaton.points:
            for step in point.steps:
                if step.statement is not None:
                    for e in exprs_in(step.statement):
                        yield from _dynamic_in(e, i, statics, instances)
        tops = [leaf.initial for leaf in i.type.leaves if leaf.initial is not None]
        tops += [e for leaf in i.type.leaves for e in leaf.elements]
        tops += [i.type.tree.provided] if i.type.tree.provided is not None else []
        for e in tops:
            yield from _dynamic_in(e, i, statics, instances)
    for c in model.claims:
        for s in statements_in(c.body):
            for e in exprs_in(s):
                yield from _dynamic_in(e, None, statics, instances)
    for formula in model.ltl:
        for e in _held(formula.formula):
            yield from _dynamic_in(e, None, statics, instances)


def _dynamic_in(
    top: nodes.Expr, i: Instance | None, statics: Statics, instances: list[Instance]
) -> Iterator[tuple[int | None, Path]]:
    slot = None if i is None else i.slot
    constants = {} if i is None else i.constants
    for e in subexprs(top):
        place = e.place if isinstance(e, nodes.RemoteVariable) else e
        if not isinstance(place, nodes.Index | nodes.Field):
            continue
        path, indices = split(place)
        if all(statics.fold(x, slot, constants) is not None for x in indices):
            continue
        if isinstance(e, nodes.RemoteVariable):
            yield from ((o.slot, path) for o in instances if o.type.name == e.proctype)
        else:
            yield (slot if path[0].proctype is not None else None), path
