"""When a step is executable: formulas over the current state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import Point, Step
from holdfast.front.promela.lower.channels import Channel
from holdfast.front.promela.lower.expressions import channels_of, truth_of, value_of, wanted_of
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.logic import and_, apply, equal, not_, number, or_
from holdfast.front.promela.lower.numbers import converted
from holdfast.front.promela.lower.slots import runs_of
from holdfast.front.promela.lower.world import Scope, World, control, enabled_name, priority_name
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op


@dataclass(frozen=True, slots=True, eq=False)
class Partner:
    """A receive that can take the message of a rendezvous, and when it can."""

    instance: Instance
    point: Point
    step: Step
    test: ir.Expr


def own_guard(w: World, i: Instance, step: Step, s: Scope) -> ir.Expr:
    """When the statement of a step is executable, whatever else is."""
    match step.statement:
        case tree.Condition(e):
            return TRUE if any(True for _ in runs_of(step)) else truth_of(w, e, s)
        case tree.Send(channel, _, _) as send:
            return or_(
                and_((test, send_guard(w, i, send, c, s)), send.span)
                for test, c in channels_of(w, channel, s)
            )
        case tree.Receive(channel, args, anywhere, _) as receive:
            wanted = wanted_of(w, args, s)
            return or_(
                and_((test, receive_guard(c, wanted, anywhere)), receive.span)
                for test, c in channels_of(w, channel, s)
            )
        case None if step.ends:
            return is_youngest(w, i.slot)
        case _:
            return TRUE


def send_guard(w: World, i: Instance, send: tree.Send, c: Channel, s: Scope) -> ir.Expr:
    """When a message can be sent to a channel."""
    if not c.is_rendezvous:
        return c.has_room()
    return or_(p.test for p in partners(w, i, send, c, s))


def receive_guard(c: Channel, wanted: list[tuple[int, ir.Expr]], anywhere: bool) -> ir.Expr:
    """When a message can be received from a buffered channel; a rendezvous is up to the sender."""
    if c.is_rendezvous:
        return FALSE
    last = c.capacity if anywhere and wanted else 1
    return or_(and_((c.has(n), c.matches(n, wanted))) for n in range(1, last + 1))


def is_youngest(w: World, slot: int) -> ir.Expr:
    """Whether no process has a higher pid."""
    return equal(control(slot + 1), number(0)) if slot + 1 < w.slot_count else TRUE


def message_of(w: World, send: tree.Send, c: Channel, s: Scope) -> list[ir.Expr]:
    """The fields of a message as the channel holds them; those that are not given are 0."""
    given = [converted(value_of(w, a, s), t) for a, t in zip(send.args, c.fields, strict=False)]
    return given + [number(0)] * (len(c.fields) - len(given))


def partners(
    w: World, sender: Instance, send: tree.Send, c: Channel, s: Scope
) -> Iterator[Partner]:
    """The receives of other processes that can take a message, in the order of slots."""
    message = message_of(w, send, c, s)
    for other, point, step in _receivers(w, c):
        if other.slot == sender.slot:
            continue
        scope = Scope(other, timeout=s.timeout)
        taken = _takes(w, step, c, message, scope)
        # Only other receives from the channel are tried before.
        before = [_takes(w, u, c, message, scope) for u in step.unless]
        test = and_((taken, *map(not_, before), _provided(w, other, scope)))
        if test != FALSE:
            at = equal(control(other.slot), number(point.number))
            yield Partner(other, point, step, and_((at, test)))


def _receivers(w: World, c: Channel) -> list[tuple[Instance, Point, Step]]:
    """The receives that may be from a channel, in the order of slots; found once for each."""
    known = w.receivers.get(c.number)
    if known is None:
        known = w.receivers[c.number] = [
            (i, point, step)
            for i in w.instances
            for point in i.type.automaton.points
            for step in point.steps
            if isinstance(step.statement, tree.Receive)
            and c.number in w.reach.of(step.statement.channel, i)
        ]
    return known


def _takes(w: World, step: Step, c: Channel, message: list[ir.Expr], s: Scope) -> ir.Expr:
    match step.statement:
        case tree.Receive(channel, args, _, False):
            here = or_(test for test, other in channels_of(w, channel, s) if other is c)
            wanted = wanted_of(w, args, s)
            same = (equal(message[n], value) for n, value in wanted if n < len(message))
            return and_((here, *same))
        case _:
            return FALSE


# ---- processes ----


def _provided(w: World, i: Instance, s: Scope) -> ir.Expr:
    e = i.type.tree.provided
    return TRUE if e is None else truth_of(w, e, s)


def may_run(w: World, i: Instance, s: Scope) -> ir.Expr:
    """Whether a process may move at all: as its `provided` and the priorities allow."""
    provided = _provided(w, i, s)
    if not w.has_priorities:
        return provided
    others = []
    for slot in range(w.slot_count):
        if slot == i.slot:
            continue
        name = enabled_name(slot)
        w.needed.add(name)
        higher = apply(Op.GT, ir.Name(priority_name(slot)), ir.Name(priority_name(i.slot)))
        others.append(not_(and_((higher, ir.Call(name)))))
    return and_((provided, *others))


def step_tests(w: World, i: Instance, step: Step, s: Scope) -> list[ir.Expr]:
    """What must hold for a step apart from the guard of its own statement."""
    before = [not_(own_guard(w, i, u, s)) for u in step.unless]
    return [t for t in (may_run(w, i, s), *before) if t != TRUE]


def can_move(w: World, i: Instance, point: Point, s: Scope) -> ir.Expr:
    """Whether a process at a point has a step."""
    any_step = or_(own_guard(w, i, step, s) for step in point.steps)
    return and_((any_step, may_run(w, i, s)))


def by_point(i: Instance, of: list[tuple[Point, ir.Expr]]) -> ir.Expr:
    """A formula that depends on the control point of a process."""
    arms = tuple(
        (equal(control(i.slot), number(p.number)), test) for p, test in of if test != FALSE
    )
    if all(test == TRUE for _, test in arms):
        return or_(at for at, _ in arms)
    return ir.Case(arms, FALSE)


def is_enabled(w: World, slot: int) -> ir.Expr:
    """The definition of `enabled(slot)`: a statement is executable, whatever its partner does."""
    found = []
    for i in w.slots.instances[slot]:
        s = Scope(i).without_timeout()
        tests = [
            (p, or_(_test_only(w, i, step, s) for step in p.steps)) for p in i.type.automaton.points
        ]
        found.append(and_((_provided(w, i, s), by_point(i, tests))))
    return or_(found)


def _test_only(w: World, i: Instance, step: Step, s: Scope) -> ir.Expr:
    match step.statement:
        case tree.Send(channel, _, _):
            return or_(and_((test, c.has_room())) for test, c in channels_of(w, channel, s))
        case _:
            return own_guard(w, i, step, s)


def is_timeout(w: World) -> ir.Expr:
    """The definition of `timeout`: no process can move while it is false."""
    found = []
    for i in w.instances:
        s = Scope(i).without_timeout()
        tests = [(p, can_move(w, i, p, s)) for p in i.type.automaton.points]
        found.append(by_point(i, tests))
    return not_(or_(found))


def is_stuck(w: World) -> ir.Expr:
    """That no process can move, not even by a `timeout`."""
    found = []
    for i in w.instances:
        s = Scope(i)
        tests = [(p, can_move(w, i, p, s)) for p in i.type.automaton.points]
        found.append(by_point(i, tests))
    return not_(or_(found))


def stores_of(args: tuple[nodes.ReceiveArg, ...]) -> list[tuple[int, nodes.Place]]:
    """The fields of a message that a receive stores, and where."""
    return [(n, a.place) for n, a in enumerate(args) if isinstance(a, nodes.Store)]
