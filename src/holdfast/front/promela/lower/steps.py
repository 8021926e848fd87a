"""The actions of a system: one for each slot, statement and way to execute it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from holdfast.front.promela.expression_nodes import Predefined
from holdfast.front.promela.lower.automaton import After, Point, Step
from holdfast.front.promela.lower.claims import CLAIM, LoweredClaims
from holdfast.front.promela.lower.effects import Effect, effects
from holdfast.front.promela.lower.folding import bounds
from holdfast.front.promela.lower.guards import can_move, is_enabled, own_guard
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.logic import apply, demand, equal, if_, number, or_
from holdfast.front.promela.lower.parts import Parts, short_text, statement_text
from holdfast.front.promela.lower.traces import LoweredTrace, nondeterministic
from holdfast.front.promela.lower.world import (
    EXCLUSIVE,
    LAST,
    Scope,
    World,
    control,
    enabled_name,
)
from holdfast.front.promela.types import Basic
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.account import Account, Message
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Frame:
    """The variables of the system, with the part of an action that keeps each.

    Actions that assign the same variables share the part that keeps all others.
    """

    variables: tuple[str, ...]
    kept: Mapping[str, body.Keep]
    has_exclusive: bool
    has_last: bool
    claims: LoweredClaims | None = None
    traces: tuple[LoweredTrace, ...] = ()
    shared: dict[frozenset[str], body.Sequence] = field(default_factory=dict)

    def rest(self, assigned: Iterable[str]) -> body.Sequence:
        """The part of an action that keeps all other variables."""
        key = frozenset(assigned)
        found = self.shared.get(key)
        if found is None:
            items = tuple(self.kept[v] for v in self.variables if v not in key)
            formula = ir.Apply(Op.AND, tuple(k.expr for k in items))
            found = self.shared[key] = body.Sequence(items, formula)
        return found


def make_frame(
    w: World,
    variables: tuple[str, ...],
    claims: LoweredClaims | None,
    traces: tuple[LoweredTrace, ...],
) -> Frame:
    """The frame of a system with these variables."""
    kept = {v: body.Keep(v, ir.Apply(Op.UNCHANGED, (ir.Name(v),))) for v in variables}
    return Frame(variables, kept, w.is_exclusive, Predefined.LAST in w.uses, claims, traces)


def actions(w: World, frame: Frame, parts: Parts) -> Iterator[Action]:
    """The actions of all processes, slot by slot and point by point."""
    for i in w.instances:
        for point in i.type.automaton.points:
            for step in point.steps:
                for effect in effects(w, i, step):
                    made = _action(w, frame, _Place(i, point, step), effect)
                    yield replace(made, parts=parts.of(i, step, effect))
            if point.d_step is not None:
                yield from _blocked(w, frame, i, point)
    if frame.claims is not None:
        yield _stutter(w, frame, frame.claims)


def _stutter(w: World, frame: Frame, claims: LoweredClaims) -> Action:
    """The claim moves although no process can."""
    span = w.model.span
    alive = apply(Op.NE, ir.Name(CLAIM), number(0))
    tests = (body.Test(alive, span=span), body.Test(claims.stuck, span=span))
    parts = (*tests, claims.move, frame.rest(claims.variables))
    formula = ir.Apply(Op.AND, tuple(p.expr for p in parts), span=span)
    return Action("claim", body.Sequence(parts, formula, span=span), span=claims.span)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    instance: Instance
    point: Point
    step: Step


def _action(w: World, frame: Frame, place: _Place, effect: Effect) -> Action:
    i, point, step = place.instance, place.point, place.step
    at = equal(control(i.slot), number(point.number), step.span)
    tests = [at, *_control_tests(frame, i, point), *effect.tests]
    parts: list[Body] = [body.Test(t, span=t.span or step.span) for t in tests]
    if effect.assertion is not None:
        name = f"{_located(step.span)} {short_text(step.span.text)}"
        parts.append(body.Assert(name, effect.assertion, TRUE, span=step.span))
    updates = dict(effect.updates)
    if effect.message is not None:
        for trace in frame.traces:
            parts += _observed(trace, effect.message, updates)
    if frame.has_last:
        updates[LAST] = number(effect.keeper.slot)
    parts += [_assign(v, updates[v], step.span) for v in frame.variables if v in updates]
    if frame.has_exclusive:
        parts.append(_assign(EXCLUSIVE, _next_control(w, effect, updates), step.span))
        updates[EXCLUSIVE] = TRUE
    if frame.claims is not None:
        parts.append(frame.claims.move)
        updates |= dict.fromkeys(frame.claims.variables, TRUE)
    parts.append(frame.rest(updates))
    made = _made(i, step.span, statement_text(step), parts, effect.partner)
    stores = tuple(_stores(step.span, effect.updates))
    return replace(made, account=_account(i, point, step, effect), stores=stores)


def _observed(
    trace: LoweredTrace, message: Message[ir.Expr], updates: dict[str, ir.Expr]
) -> Iterator[Body]:
    """Move a trace with an event of it."""
    moved = trace.moved(message)
    if moved is None:
        return
    span = trace.tree.span
    valid = nondeterministic(trace, moved)
    if valid != TRUE:
        yield body.Test(valid, span=span)
    yield body.Assert(trace.tree.name, moved.holds, TRUE, span=span)
    updates[trace.variable] = moved.next


_TYPES = {
    (0, 1): "a bit",
    (0, 255): "a byte",
    bounds(Basic.SHORT): "a short",
    bounds(Basic.INT): "an int",
}


def _stores(span: Span, updates: Mapping[str, ir.Expr]) -> Iterator[body.Store]:
    """The numbers that a step may truncate when it stores them."""
    found: list[tuple[ir.Expr, int, int]] = []
    for part in (part for value in updates.values() for part in ir.walk(value)):
        match part:
            case ir.Apply(Op.WRAP | Op.WRAP_SIGNED as op, (value, ir.Literal(int(width)))):
                low = 0 if op is Op.WRAP else -(2 ** (width - 1))
                if (value, low, low + 2**width - 1) not in found:
                    found.append((value, low, low + 2**width - 1))
            case _:
                pass
    for value, low, high in found:
        type_ = _TYPES.get((low, high), f"{(high - low).bit_length()} bits")
        yield body.Store(value, low, high, short_text(span.text), type_, span=span)


def _account(i: Instance, point: Point, step: Step, effect: Effect) -> Account[ir.Expr]:
    """Which process moves, its message, and what Spin's trails have of the step."""
    taken = [(i, step)]
    if effect.partner is not None and effect.received is not None:
        taken.append((effect.partner, effect.received))
    # A trail has one line for all of a deterministic step.
    inside = point.d_step is not None
    trail = tuple(
        (number(who.slot), what.number)
        for who, what in taken
        if what.number is not None and not inside
    )
    messages = () if effect.message is None else (effect.message,)
    return Account(number(i.slot), messages, trail)


def _made(
    i: Instance, span: Span, text: str, parts: list[Body], partner: Instance | None = None
) -> Action:
    line, _ = span.source.position(span.start)
    formula = ir.Apply(Op.AND, tuple(p.expr for p in parts), span=span)
    args: list[ir.Expr] = [number(i.slot)]
    if partner is not None:
        args.append(number(partner.slot))
    whole = body.Sequence(tuple(parts), formula, span=span)
    return Action(f"{i.type.name}:{line} {text}", whole, (), tuple(args), span=span)


def _located(span: Span) -> str:
    line, _ = span.source.position(span.start)
    return f"line {line}:"


def _assign(variable: str, value: ir.Expr, span: Span) -> body.Assign:
    formula = ir.Apply(Op.EQ, (ir.Prime(ir.Name(variable)), value), span=span)
    return body.Assign(variable, value, formula, span=span)


# ---- exclusive control ----


def _control_tests(frame: Frame, i: Instance, point: Point) -> list[ir.Expr]:
    if not frame.has_exclusive:
        return []
    mine = equal(ir.Name(EXCLUSIVE), number(i.slot + 1))
    # All actions of a slot have this test in the same place: it is evaluated once for them.
    free = or_((equal(ir.Name(EXCLUSIVE), number(0)), mine))
    return [free] if point.d_step is None else [free, mine]


def _next_control(w: World, effect: Effect, updates: Mapping[str, ir.Expr]) -> ir.Expr:
    """Who alone may move after a step: its process inside an atomic block, if it can."""
    mine = number(effect.keeper.slot + 1)
    match effect.after:
        case After.ANY:
            return number(0)
        case After.D_STEP:
            return mine
        case After.ATOMIC:
            assert effect.rests is not None
            scope = Scope(effect.keeper).without_timeout()
            moves = can_move(w, effect.keeper, effect.rests, scope)
            return if_(_in_next_state(w, moves, updates), mine, number(0))


def _in_next_state(w: World, e: ir.Expr, updates: Mapping[str, ir.Expr]) -> ir.Expr:
    """A formula about the state after a step; variables that it keeps are as before."""
    enabled = {enabled_name(slot): slot for slot in range(w.slot_count)}

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Call(name, ()) if name in enabled:
                return ir.rewrite(rule, is_enabled(w, enabled[name]))
            case ir.Name(name) if name in updates:
                value = updates[name]
                return value if isinstance(value, ir.Literal) else ir.Prime(ir.Name(name))
            case _:
                return None

    return ir.rewrite(rule, e)


def _blocked(w: World, frame: Frame, i: Instance, point: Point) -> Iterator[Action]:
    """An error if no statement of a deterministic step is executable."""
    moves = or_(own_guard(w, i, step, Scope(i)) for step in point.steps)
    if moves == TRUE:
        return
    at = equal(control(i.slot), number(point.number), point.span)
    tests = [at, *_control_tests(frame, i, point)]
    if moves != FALSE:
        tests.append(ir.Apply(Op.NOT, (moves,)))
    tests.append(demand(FALSE, "a statement inside d_step blocks", point.span))
    parts: list[Body] = [body.Test(t, span=point.span) for t in tests]
    parts.append(frame.rest(()))
    # It is no step of the process: fairness conditions do not evaluate it.
    yield replace(_made(i, point.span, "blocks", parts), args=())
