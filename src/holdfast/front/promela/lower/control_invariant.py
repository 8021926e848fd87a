"""What holds of a process inside an atomic sequence, for proofs.

A process has exclusive control only at points to which steps inside such a sequence lead. At a
point that is reached only by steps that keep control, and whose statement cannot block, it does
have control. If all these steps are conditions, one of them is still true there: no other process
has moved since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from holdfast.front.promela.lower.automaton import After
from holdfast.front.promela.lower.effects import Effect, effects
from holdfast.front.promela.lower.guards import can_move
from holdfast.front.promela.lower.logic import and_, apply, equal, not_, number, or_
from holdfast.front.promela.lower.memory import Updates
from holdfast.front.promela.lower.world import EXCLUSIVE, Scope, World, control, control_name
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op


@dataclass(slots=True)
class _Arrivals:
    """How a process comes to a point: whether it always keeps control, and what held then."""

    keeps: bool = True
    conditions: list[ir.Expr] | None = field(default_factory=list)


def control_invariants(w: World, initial: Updates) -> Iterator[ir.Expr]:
    """For each slot, that its process is alone at some points, and what holds at them."""
    if not w.is_exclusive:
        return
    found = _arrivals(w, initial)
    for slot in range(w.slot_count):
        alone = equal(ir.Name(EXCLUSIVE), number(slot + 1))
        yield or_((not_(alone), _at(slot, (p for at, p in _kept(w) if at == slot))))
        own = {point: a for (at, point), a in found.items() if at == slot and point and a.keeps}
        if not own:
            continue
        yield apply(Op.IMPLIES, _at(slot, own), alone)
        broken = [
            and_((equal(control(slot), number(point)), not_(or_(a.conditions))))
            for point, a in sorted(own.items())
            if a.conditions and TRUE not in a.conditions
        ]
        if broken:
            yield apply(Op.NOT, or_(broken))


def _at(slot: int, points: Iterable[int]) -> ir.Expr:
    """The process in a slot is at one of some points."""
    known = tuple(number(point) for point in sorted(set(points)))
    return apply(Op.IN, control(slot), apply(Op.SET, *known)) if known else FALSE


def _kept(w: World) -> Iterator[tuple[int, int]]:
    """The slots and points at which a process may have exclusive control."""
    for effect in _all_effects(w):
        if effect.after is not After.ANY and effect.rests is not None:
            yield effect.keeper.slot, effect.rests.number


def _all_effects(w: World) -> Iterator[Effect]:
    for i in w.instances:
        for point in i.type.automaton.points:
            for step in point.steps:
                yield from effects(w, i, step)


def _arrivals(w: World, initial: Updates) -> dict[tuple[int, int], _Arrivals]:
    """All ways to come to each point of each slot."""
    found: dict[tuple[int, int], _Arrivals] = {}
    slots = {control_name(slot): slot for slot in range(w.slot_count)}
    for name, slot in slots.items():
        found[slot, _point(initial[name])] = _Arrivals(False, None)
    for effect in _all_effects(w):
        for name in slots.keys() & effect.updates.keys():
            at = slots[name], _point(effect.updates[name])
            _arrive(w, effect, at[0], found.setdefault(at, _Arrivals()))
    return found


def _arrive(w: World, effect: Effect, slot: int, arrivals: _Arrivals) -> None:
    keeps = slot == effect.keeper.slot and _keeps_control(w, effect)
    arrivals.keeps = arrivals.keeps and keeps
    if arrivals.conditions is None:
        return
    held = and_(effect.tests)
    changed = {*effect.updates, EXCLUSIVE}
    reads = {p.name for p in ir.walk(held) if isinstance(p, ir.Name)}
    calls = any(isinstance(p, ir.Call) for p in ir.walk(held))
    if calls or reads & changed or _can_fail(held):
        arrivals.conditions = None
    else:
        arrivals.conditions.append(held)


def _keeps_control(w: World, effect: Effect) -> bool:
    """Whether the process has exclusive control after a step, in every state."""
    match effect.after:
        case After.ANY:
            return False
        case After.D_STEP:
            return True
        case After.ATOMIC:
            assert effect.rests is not None
            scope = Scope(effect.keeper).without_timeout()
            return can_move(w, effect.keeper, effect.rests, scope) == TRUE


def _can_fail(e: ir.Expr) -> bool:
    """Whether the evaluation of a formula may be an error, as that of an index outside an array."""
    return any(isinstance(p, ir.Apply) and p.op in (Op.BUILTIN, Op.INDEX) for p in ir.walk(e))


def _point(e: ir.Expr) -> int:
    assert isinstance(e, ir.Literal)
    assert isinstance(e.value, int)
    return e.value
