"""What a step does: tests, next values and assertions, for each way to execute it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower import numbers
from holdfast.front.promela.lower.automaton import After, Point, Step
from holdfast.front.promela.lower.channels import Channel
from holdfast.front.promela.lower.expressions import (
    channels_of,
    is_channel,
    place_of,
    truth_of,
    value_of,
    wanted_of,
)
from holdfast.front.promela.lower.folding import bounds
from holdfast.front.promela.lower.guards import (
    is_youngest,
    message_of,
    partners,
    step_tests,
    stores_of,
)
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.layout import Leaf, split
from holdfast.front.promela.lower.logic import and_, apply, demand, equal, not_, number, or_, tuple_
from holdfast.front.promela.lower.memory import Updates
from holdfast.front.promela.lower.numbers import Num, converted, literal
from holdfast.front.promela.lower.slots import lack_of, runs_of
from holdfast.front.promela.lower.world import (
    Scope,
    World,
    control,
    control_name,
    priority_name,
)
from holdfast.ir import expr as ir
from holdfast.ir.account import Message
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.source import Diagnostic, SpecError


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One way to execute a step.

    `keeper` is the process that keeps control, if it can, and `after` how; a partner takes part in
    a rendezvous.
    """

    tests: tuple[ir.Expr, ...]
    updates: Updates
    keeper: Instance
    after: After
    rests: Point | None
    """The point of the keeper afterwards."""
    partner: Instance | None = None
    assertion: ir.Expr | None = None
    message: Message[ir.Expr] | None = None
    received: Step | None = None
    """The step of the partner."""


def effects(w: World, i: Instance, step: Step) -> Iterator[Effect]:
    """All ways to execute a step; the test of the control point is not among their tests."""
    s = Scope(i)
    tests = step_tests(w, i, step, s)
    for effect in _effects(w, i, step, s):
        found = tuple(t for t in (*tests, *effect.tests) if t != TRUE)
        if FALSE not in found:
            yield replace(effect, tests=found)


def _moved(i: Instance, step: Step, tests: list[ir.Expr], updates: Updates) -> Effect:
    target = step.target
    updates = {control_name(i.slot): number(target.number if target else 0), **updates}
    return Effect(tuple(tests), updates, i, step.after, target)


def _effects(w: World, i: Instance, step: Step, s: Scope) -> Iterator[Effect]:
    match step.statement:
        case tree.Send() as send:
            yield from _send(w, i, step, send, s)
        case tree.Receive() as receive:
            yield from _receive(w, i, step, receive, s)
        case tree.Assertion(e):
            yield replace(_moved(i, step, [], {}), assertion=truth_of(w, e, s))
        case tree.SetPriority(pid, value):
            yield _moved(i, step, [], _prioritise(w, pid, value, s))
        case tree.Assign() | tree.Condition() as statement:
            if any(True for _ in runs_of(step)):
                yield from _create(w, i, step, s)
            else:
                yield _moved(i, step, *_simple(w, statement, s))
        case None if step.ends:
            yield _moved(i, step, [is_youngest(w, i.slot)], _reset(w, i))
        case _:
            yield _moved(i, step, [], {})


def _simple(
    w: World, statement: tree.Assign | tree.Condition, s: Scope
) -> tuple[list[ir.Expr], Updates]:
    if isinstance(statement, tree.Condition):
        return [truth_of(w, statement.expr, s)], {}
    updates: Updates = {}
    return assign(w, statement, s, updates), updates


def assign(w: World, statement: tree.Assign, s: Scope, updates: Updates) -> list[ir.Expr]:
    """Execute an assignment; the result are tests that indices are inside their arrays."""
    return _store(w, statement.target, value_of(w, statement.value, s), s, updates)


def _store(w: World, place: nodes.Place, value: Num, s: Scope, updates: Updates) -> list[ir.Expr]:
    """Store a number at a place; the result are tests that indices are inside their arrays."""
    path, _ = split(place)
    leaf = w.statics.leaves[path]
    cell = w.memory.cells[s.slot if leaf.symbol.proctype is not None else None, path]
    at, inside = place_of(w, place, s)
    w.memory.store(cell, at, converted(value, leaf.type), updates, place.span)
    return inside


def _prioritise(w: World, pid: nodes.Expr, value: nodes.Expr, s: Scope) -> Updates:
    chosen, new = value_of(w, pid, s), value_of(w, value, s)
    valid = and_(
        (
            numbers.compare("<=", literal(1), new, value.span),
            numbers.compare("<=", new, literal(255), value.span),
        )
    )
    checked = new.expr
    if valid != TRUE:
        right = demand(valid, "a priority is a number from 1 to 255", value.span)
        checked = ir.If(right, new.expr, number(0))
    updates: Updates = {}
    for slot in range(w.slot_count):
        here = numbers.compare("==", chosen, literal(slot), pid.span)
        alive = and_((here, apply(Op.NE, control(slot), number(0))))
        if alive != FALSE:
            old = ir.Name(priority_name(slot))
            updates[priority_name(slot)] = ir.If(alive, checked, old)
    return updates


# ---- messages ----


def _uninitialised(w: World, channel: nodes.Expr, s: Scope) -> list[ir.Expr]:
    """A test that is an error if the expression denotes no channel."""
    known = is_channel(w, channel, s)
    if known == TRUE:
        return []
    return [demand(known, "the variable holds no channel", channel.span)]


def _send(w: World, i: Instance, step: Step, send: tree.Send, s: Scope) -> Iterator[Effect]:
    valid = _uninitialised(w, send.channel, s)
    found = channels_of(w, send.channel, s)
    if valid and not found:
        yield _moved(i, step, valid, {})
    for here, c in found:
        if c.is_rendezvous:
            yield from _meet(w, i, step, here, c)
            continue
        message = message_of(w, send, c, s)
        tests = [*valid, here, c.has_room()]
        sent: Message[ir.Expr] = Message("send", number(c.number), tuple(message))
        if not send.is_sorted:
            moved = _moved(i, step, tests, {c.name: c.with_last(message)})
            yield replace(moved, message=sent)
            continue
        # Spin compares the numbers as they are before the fields truncate them.
        given = [value_of(w, a, s).expr for a, _ in zip(send.args, c.fields, strict=False)]
        for n in range(1, c.capacity + 1):
            # Before the first greater message, or after the last one.
            before = [not_(_is_greater(c, k, given)) for k in range(1, n)]
            there = [c.has(n), _is_greater(c, n, given)]
            inserted = {c.name: c.with_inserted(n, message)}
            at = replace(sent, position=number(n - 1))
            yield replace(_moved(i, step, [*tests, *there, *before], inserted), message=at)
            end = [equal(c.length(), number(n - 1))]
            appended = {c.name: c.with_last(message)}
            yield replace(_moved(i, step, [*tests, *end, *before], appended), message=sent)


def _is_greater(c: Channel, position: int, message: list[ir.Expr]) -> ir.Expr:
    """Whether a message in a channel comes after new numbers, compared field by field."""
    result: ir.Expr = FALSE
    for n in reversed(range(len(message))):
        old = c.field(position, n)
        more = apply(Op.GT, old, message[n])
        result = or_((more, and_((equal(old, message[n]), result))))
    return result


def _receive(
    w: World, i: Instance, step: Step, receive: tree.Receive, s: Scope
) -> Iterator[Effect]:
    wanted = wanted_of(w, receive.args, s)
    valid = _uninitialised(w, receive.channel, s)
    found = channels_of(w, receive.channel, s)
    if valid and not found:
        yield _moved(i, step, valid, {})
    for here, c in found:
        if c.is_rendezvous:
            continue
        last = c.capacity if receive.anywhere and wanted else 1
        for n in range(1, last + 1):
            tests = [*valid, here, c.has(n), c.matches(n, wanted)]
            tests += [not_(c.matches(k, wanted)) for k in range(1, n)]
            fields = [Num(c.field(n, k), *bounds(t)) for k, t in enumerate(c.fields)]
            updates, inside = _take(w, receive, fields, s)
            if not receive.copies:
                updates = {**updates, c.name: c.without(n)}
            taken = tuple(f.expr for f in fields)
            at = None if n == 1 else number(n - 1)
            got = Message("receive", number(c.number), taken, None, at, receive.copies)
            yield replace(_moved(i, step, [*tests, *inside], updates), message=got)


def _take(
    w: World, receive: tree.Receive, fields: list[Num], s: Scope
) -> tuple[Updates, list[ir.Expr]]:
    """Store the fields of a message, from left to right."""
    updates: Updates = {}
    tests: list[ir.Expr] = []
    for n, place in stores_of(receive.args):
        if n < len(fields):
            tests += _store(w, place, fields[n], replace(s, before=updates), updates)
    return updates, tests


def _meet(w: World, i: Instance, step: Step, here: ir.Expr, c: Channel) -> Iterator[Effect]:
    """A rendezvous with each possible receiver, to which control passes."""
    s, send = Scope(i), step.statement
    assert isinstance(send, tree.Send)
    message = message_of(w, send, c, s)
    fields = [_bounded(e, *bounds(t)) for e, t in zip(message, c.fields, strict=True)]
    for p in partners(w, i, send, c, s):
        receive, target, rests = p.step.statement, p.step.target, step.rests or step.target
        assert isinstance(receive, tree.Receive)
        assert target is not None
        assert rests is not None
        taken, inside = _take(w, receive, fields, Scope(p.instance))
        updates = {
            control_name(i.slot): number(rests.number),
            control_name(p.instance.slot): number(target.number),
            **taken,
        }
        tests = (here, p.test, *inside)
        effect = Effect(tests, updates, p.instance, p.step.after, target, p.instance)
        met = Message("exchange", number(c.number), tuple(message), number(p.instance.slot))
        yield replace(effect, message=met, received=p.step)


def _bounded(e: ir.Expr, low: int, high: int) -> Num:
    if isinstance(e, ir.Literal) and isinstance(e.value, int):
        return literal(e.value)
    return Num(e, low, high)


# ---- processes ----


def _create(w: World, i: Instance, step: Step, s: Scope) -> Iterator[Effect]:
    """A new process, in each slot that can be the next one."""
    runs = list(runs_of(step))
    statement = step.statement
    assert statement is not None
    if len(runs) > 1:
        message = "a statement creates at most one process"
        raise SpecError(Diagnostic("unsupported", message, statement.span))
    (run,) = runs
    assert isinstance(statement, tree.Assign | tree.Condition)
    for slot in range(1, w.slot_count):
        for created in w.slots.instances[slot]:
            if created.type.name != run.proctype:
                continue
            free = [equal(control(slot), number(0)), apply(Op.NE, control(slot - 1), number(0))]
            started = _start(w, created, run, s)
            tests, updates = _simple(w, statement, replace(s, created=slot))
            yield _moved(i, step, [*free, *tests], {**updates, **started})
    if not w.slots.is_exact:
        full = apply(Op.NE, control(w.slot_count - 1), number(0))
        lack = demand(FALSE, lack_of(w.slot_count), statement.span)
        yield _moved(i, step, [full, lack], {})


def _start(w: World, i: Instance, run: nodes.Run, creator: Scope) -> Updates:
    """The variables of a new process."""
    args = [value_of(w, a, creator) for a in run.args]
    given = {leaf.key: a for leaf, a in zip(i.type.params, args, strict=False)}
    priority = run.priority or 1
    return start(w, i, given, priority)


def start(
    w: World, i: Instance, given: dict[tuple[nodes.Symbol, tuple[str, ...]], Num], priority: int
) -> Updates:
    """The variables of a process when it begins; initial values may use those before."""
    updates: Updates = {control_name(i.slot): number(i.type.automaton.start.number)}
    s = Scope(i, before=updates, created=i.slot)
    for leaf in i.type.leaves:
        cell = w.memory.cells.get((i.slot, leaf.key))
        if cell is None:
            continue
        value = given.get(leaf.key)
        if value is not None:
            of = {at: converted(value, leaf.type) for at in leaf.places()}
        else:
            of = {at: initial_value(w, leaf, at, s) for at in leaf.places()}
        updates.update(cell.values(of))
    if w.has_priorities:
        updates[priority_name(i.slot)] = number(priority)
    return updates


def initial_value(w: World, leaf: Leaf, at: tuple[int, ...], s: Scope) -> ir.Expr:
    """The initial value of a number of a variable."""
    known = w.statics.initial(leaf, at, s.slot, s.constants)
    if known is not None:
        return number(known, leaf.symbol.span)
    e = w.statics.initial_expr(leaf, at)
    assert e is not None
    return converted(value_of(w, e, s), leaf.type)


def _reset(w: World, i: Instance) -> Updates:
    """The variables of a process after it has ended."""
    updates: Updates = {}
    for leaf in i.type.leaves:
        cell = w.memory.cells.get((i.slot, leaf.key))
        if cell is not None:
            updates.update(cell.values({at: number(0) for at in leaf.places()}))
    for c in w.statics.channels.by_number.values():
        if c.slot == i.slot and not c.is_rendezvous and c.name.startswith(f"{i.name}."):
            updates[c.name] = tuple_(())
    if w.has_priorities:
        updates[priority_name(i.slot)] = number(0)
    return updates
