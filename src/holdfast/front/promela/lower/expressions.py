"""Expressions of the model as numbers and as formulas over the variables of the system."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela.expression_nodes import ChannelTest, Predefined
from holdfast.front.promela.lower import numbers
from holdfast.front.promela.lower.channels import Channel
from holdfast.front.promela.lower.folding import bounds
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.layout import Leaf, split
from holdfast.front.promela.lower.logic import and_, apply, demand, equal, if_, not_, number, or_
from holdfast.front.promela.lower.memory import nested, read_tuple
from holdfast.front.promela.lower.numbers import Num, literal, of_truth
from holdfast.front.promela.lower.world import (
    LAST,
    TIMEOUT,
    Scope,
    World,
    control,
    enabled_name,
    priority_name,
)
from holdfast.ir import expr as ir
from holdfast.ir.expr import TRUE
from holdfast.ir.ops import Op
from holdfast.source import Diagnostic, Span, SpecError


def value_of(w: World, e: nodes.Expr, s: Scope) -> Num:
    """An expression as a number."""
    match e:
        case nodes.Number(value) | nodes.MtypeConstant(_, value):
            return literal(value, e.span)
        case nodes.Variable() | nodes.Index() | nodes.Field():
            return _read(w, e, s, s.instance)
        case nodes.PredefinedVariable(which):
            return _predefined(w, which, s, e.span)
        case nodes.Unary("-", operand):
            return numbers.negate(value_of(w, operand, s), e.span)
        case nodes.Unary("~", operand):
            return numbers.complement(value_of(w, operand, s), e.span)
        case nodes.Binary(op, left, right) if op not in ("&&", "||") and not numbers.is_comparison(
            op
        ):
            return numbers.combine(op, value_of(w, left, s), value_of(w, right, s), e.span)
        case nodes.Conditional(test, yes, no):
            chosen = truth_of(w, test, s)
            return numbers.choose(chosen, value_of(w, yes, s), value_of(w, no, s), e.span)
        case nodes.Run():
            assert s.created is not None, "the step knows which process it creates"
            return literal(s.created, e.span)
        case nodes.TestChannel(ChannelTest.LEN, channel):
            return _by_channel(w, channel, s, lambda c: Num(c.length(), 0, c.capacity))
        case nodes.PcValue(pid):
            return _by_slot(w, pid, s, lambda slot: _spin_point(w, slot, e.span))
        case nodes.Priority(pid):
            return _by_slot(w, pid, s, lambda slot: Num(ir.Name(priority_name(slot)), 0, 255))
        case nodes.RemoteVariable():
            return _remote_variable(w, e, s)
        case _:
            return of_truth(truth_of(w, e, s), e.span)


def truth_of(w: World, e: nodes.Expr, s: Scope) -> ir.Expr:
    """An expression as a formula: that it is not 0."""
    match e:
        case nodes.Unary("!", operand):
            return not_(truth_of(w, operand, s), e.span)
        case nodes.Binary("&&", left, right):
            return and_((truth_of(w, left, s), truth_of(w, right, s)), e.span)
        case nodes.Binary("||", left, right):
            return or_((truth_of(w, left, s), truth_of(w, right, s)), e.span)
        case nodes.Binary(op, left, right) if numbers.is_comparison(op):
            return numbers.compare(op, value_of(w, left, s), value_of(w, right, s), e.span)
        case nodes.Conditional(test, yes, no):
            chosen = truth_of(w, test, s)
            return if_(chosen, truth_of(w, yes, s), truth_of(w, no, s), e.span)
        case nodes.PredefinedVariable(Predefined.TIMEOUT):
            return _timeout(w, s, e.span)
        case nodes.PredefinedVariable(Predefined.NON_PROGRESS):
            return not_(at_label(w, "progress"))
        case nodes.TestChannel(test, channel) if test is not ChannelTest.LEN:
            return _test_channel(w, test, channel, s)
        case nodes.Poll():
            return _poll(w, e, s)
        case nodes.Enabled(pid):
            found = _by_slot(w, pid, s, lambda slot: of_truth(_enabled(w, slot)))
            return _not_zero(found, e.span)
        case nodes.RemoteLabel():
            return _remote_label(w, e, s)
        case _:
            return _not_zero(value_of(w, e, s), e.span)


def _not_zero(value: Num, span: Span) -> ir.Expr:
    match value.expr:
        case ir.If(test, ir.Literal(1), ir.Literal(0)):
            return test
        case _:
            return numbers.compare("!=", value, literal(0), span)


# ---- variables ----


def place_of(w: World, place: nodes.Place, s: Scope) -> tuple[tuple[ir.Expr, ...], list[ir.Expr]]:
    """The indices of a place, and the formulas that they are inside their arrays."""
    path, index_exprs = split(place)
    leaf = w.statics.leaves[path]
    at = [value_of(w, i, s) for i in index_exprs]
    inside = []
    for i, size in zip(at, leaf.sizes, strict=True):
        parts = [numbers.compare("<=", literal(0), i, place.span)]
        parts.append(numbers.compare("<", i, literal(size), place.span))
        known = and_(parts, place.span)
        if known != TRUE:
            message = f"an index of `{leaf.symbol.name}` is outside its {size} elements"
            inside.append(demand(known, message, place.span))
    return tuple(i.expr for i in at), inside


def _read(w: World, place: nodes.Place, s: Scope, owner: Instance | None) -> Num:
    """The value of a place of a process; its indices are evaluated in the scope."""
    path, _ = split(place)
    slot = None if owner is None else owner.slot
    constants = {} if owner is None else owner.constants
    known = w.statics.known(place, slot, constants) if owner is s.instance else None
    if known is not None:
        return literal(known, place.span)
    leaf = w.statics.leaves[path]
    cell = w.memory.cells.get((slot if leaf.symbol.proctype is not None else None, path))
    at, inside = place_of(w, place, s)
    if cell is None:
        value = _declared_channel(w, leaf, at, slot)
    else:
        value = w.memory.read(cell, at, s.before)
    if inside:
        # The error names the array; nothing is read then.
        value = if_(and_(inside), value, number(0), place.span)
    # What a macro gives is at the use of the macro, whose text is not that of the variable.
    shown = leaf.symbol.name in place.span.text
    return Num(_located(value, place.span) if shown else value, *bounds(leaf.type))


def _declared_channel(w: World, leaf: Leaf, at: tuple[ir.Expr, ...], slot: int | None) -> ir.Expr:
    """An element of an array of channels that is never stored to, at an index of the state."""
    of = {n: number(w.statics.initial(leaf, n, slot, {}) or 0) for n in leaf.places()}
    return read_tuple(nested(leaf.sizes, of), at)


def _located(e: ir.Expr, span: Span) -> ir.Expr:
    return ir.Name(e.name, span=span) if isinstance(e, ir.Name) else e


def _predefined(w: World, which: Predefined, s: Scope, span: Span) -> Num:
    match which:
        case Predefined.PID:
            return literal(s.slot or 0, span)
        case Predefined.LAST:
            return Num(ir.Name(LAST, span=span), 0, max(w.slot_count - 1, 0))
        case Predefined.PROCESSES if s.slot is not None and s.slot == s.created:
            return literal(s.slot + 1, span)  # a process that begins is the youngest
        case Predefined.PROCESSES:
            return process_count(w)
        case _:
            e = nodes.PredefinedVariable(which, span=span)
            return of_truth(truth_of(w, e, s), span)


def process_count(w: World) -> Num:
    """The number of live processes."""
    count = literal(0)
    for slot in range(w.slot_count):
        alive = apply(Op.NE, control(slot), number(0))
        count = numbers.choose(alive, literal(slot + 1), count)
    return count


def _timeout(w: World, s: Scope, span: Span) -> ir.Expr:
    if s.timeout is not None:
        return s.timeout
    w.needed.add(TIMEOUT)
    return ir.Call(TIMEOUT, span=span)


def at_label(w: World, kind: str) -> ir.Expr:
    """Whether a process is at a label that begins with `accept`, `end` or `progress`."""
    return or_(
        equal(control(i.slot), number(p.number))
        for i in w.instances
        for p in i.type.automaton.points
        if p.has_label(kind)
    )


# ---- other processes ----


def _by_slot(w: World, pid: nodes.Expr, s: Scope, of: Callable[[int], Num]) -> Num:
    """A number that depends on a process; 0 if there is none with this pid."""
    wanted = value_of(w, pid, s)
    found = literal(0)
    for slot in reversed(range(w.slot_count)):
        chosen = numbers.compare("==", wanted, literal(slot), pid.span)
        found = numbers.choose(chosen, of(slot), found, pid.span)
    return found


def _spin_point(w: World, slot: int, span: Span) -> Num:
    """Spin's number of the control point of a process."""
    found = literal(0)
    for i in w.slots.instances[slot]:
        for p in i.type.automaton.points:
            known = i.type.spin_point(p)
            if known is None:
                message = "`pc_value` is not supported where Spin's numbers are not known"
                raise SpecError(Diagnostic("unsupported", message, span))
            at = equal(control(slot), number(p.number))
            found = numbers.choose(at, literal(known), found, span)
    return found


def _enabled(w: World, slot: int) -> ir.Expr:
    w.needed.add(enabled_name(slot))
    return ir.Call(enabled_name(slot))


def _of_type(w: World, proctype: str) -> list[Instance]:
    return [i for i in w.instances if i.type.name == proctype]


def _remote_label(w: World, e: nodes.RemoteLabel, s: Scope) -> ir.Expr:
    found = []
    wanted = None if e.pid is None else value_of(w, e.pid, s)
    for i in _of_type(w, e.proctype):
        point = i.type.automaton.labels.get(e.label)
        if point is None:
            continue
        at = equal(control(i.slot), number(point.number), e.span)
        if wanted is not None:
            at = and_((numbers.compare("==", wanted, literal(i.slot), e.span), at), e.span)
        found.append(at)
    return or_(found, e.span)


def _remote_variable(w: World, e: nodes.RemoteVariable, s: Scope) -> Num:
    """A variable of another process: of that with the pid, or of the first one of the type."""
    wanted = None if e.pid is None else value_of(w, e.pid, s)
    found = literal(0, e.span)
    for i in reversed(_of_type(w, e.proctype)):
        numbers_of = [p.number for p in i.type.automaton.points]
        low, high = number(min(numbers_of)), number(max(numbers_of))
        here = apply(Op.LE, low, control(i.slot)), apply(Op.LE, control(i.slot), high)
        test = and_(here, e.span)
        if wanted is not None:
            test = and_((numbers.compare("==", wanted, literal(i.slot), e.span), test), e.span)
        found = numbers.choose(test, _read(w, e.place, s, i), found, e.span)
    return found


# ---- channels ----


def channels_of(w: World, e: nodes.Expr, s: Scope) -> list[tuple[ir.Expr, Channel]]:
    """The channels that an expression can denote, and the formula that it denotes each."""
    held = value_of(w, e, s)
    found = sorted(w.reach.of(e, s.instance) - {0})
    return [
        (numbers.compare("==", held, literal(n), e.span), w.channel(n))
        for n in found
        if n in w.statics.channels.by_number
    ]


def is_channel(w: World, e: nodes.Expr, s: Scope) -> ir.Expr:
    """Whether an expression denotes a channel at all."""
    if 0 not in w.reach.of(e, s.instance):
        return TRUE
    return or_(test for test, _ in channels_of(w, e, s))


def _by_channel(w: World, e: nodes.Expr, s: Scope, of: Callable[[Channel], Num]) -> Num:
    known = is_channel(w, e, s)
    found = literal(0)
    for test, channel in reversed(channels_of(w, e, s)):
        found = numbers.choose(test, of(channel), found, e.span)
    if known == TRUE:
        return found
    valid = demand(known, "the variable holds no channel", e.span)
    return Num(if_(valid, found.expr, number(0), e.span), found.low, found.high)


def _test_channel(w: World, test: ChannelTest, channel: nodes.Expr, s: Scope) -> ir.Expr:
    def of(c: Channel) -> Num:
        match test:
            case ChannelTest.EMPTY:
                return of_truth(c.is_empty())
            case ChannelTest.NONEMPTY:
                return of_truth(not_(c.is_empty()))
            case ChannelTest.FULL:
                return of_truth(not_(c.has_room()))
            case _:
                return of_truth(c.has_room())

    return _not_zero(_by_channel(w, channel, s, of), channel.span)


def wanted_of(w: World, args: Sequence[nodes.ReceiveArg], s: Scope) -> list[tuple[int, ir.Expr]]:
    """The fields of a message that a receive compares, and the values that they must have."""
    return [
        (i, value_of(w, a.value, s).expr) for i, a in enumerate(args) if isinstance(a, nodes.Match)
    ]


def _poll(w: World, e: nodes.Poll, s: Scope) -> ir.Expr:
    wanted = wanted_of(w, e.args, s)

    def of(c: Channel) -> Num:
        if c.is_rendezvous:
            return literal(0)
        last = c.capacity if e.anywhere and wanted else 1
        found = (and_((c.has(n), c.matches(n, wanted))) for n in range(1, last + 1))
        return of_truth(or_(found, e.span))

    return _not_zero(_by_channel(w, e.channel, s, of), e.span)
