"""Event traces: automata that move with each send and receive of the channels in them.

A `trace` must match all sends to channels that it sends to, and all receives likewise; at the end
of an execution that leaves processes behind it must be complete. A `notrace` must not be matched to
its end; the first event that it does not match ends it. A message that is only read is no event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import After, Automaton, Point, Step, build_automaton
from holdfast.front.promela.lower.expressions import value_of
from holdfast.front.promela.lower.logic import and_, demand, equal, if_, not_, number, or_
from holdfast.front.promela.lower.walk import subexprs
from holdfast.front.promela.lower.world import Scope, World
from holdfast.ir import expr as ir
from holdfast.ir.account import Message
from holdfast.ir.expr import FALSE, TRUE
from holdfast.source import Diagnostic, Span, SpecError

Direction = Literal["send", "receive"]


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """What a step does to a trace: its next point, what it must satisfy, and what is an error."""

    next: ir.Expr
    holds: ir.Expr
    valid: ir.Expr


@dataclass(frozen=True, slots=True, eq=False)
class LoweredTrace:
    """A `trace` or `notrace`, with the number of each channel that it is about."""

    w: World
    tree: tree.Claim
    automaton: Automaton
    scope: frozenset[tuple[Direction, int]]

    @property
    def variable(self) -> str:
        """The variable of its control point."""
        return self.tree.name

    @property
    def start(self) -> int:
        """Its initial point."""
        return self.automaton.start.number

    def is_complete(self) -> ir.Expr:
        """Whether it is at its end, or at a label that begins with `end`."""
        points = (p for p in self.automaton.points if p.is_end or p.has_label("end"))
        return or_((*map(self._at, points), equal(ir.Name(self.variable), self._dead)))

    def moved(self, message: Message[ir.Expr]) -> Moved | None:
        """What a message does; None if it is no event."""
        channel = message.channel
        assert isinstance(channel, ir.Literal)
        kinds: tuple[Direction, ...] = ("send", "receive")
        if message.kind != "exchange":
            kinds = ("send",) if message.kind == "send" else ("receive",)
        found: Moved | None = None
        for kind in kinds:
            if (kind, channel.value) in self.scope and not message.stays:
                found = self._event(found, kind, channel, message.fields)
        return found

    def _at(self, p: Point) -> ir.Expr:
        return equal(ir.Name(self.variable), number(p.number), p.span)

    @property
    def _dead(self) -> ir.Expr:
        """Where a `notrace` is that has not matched: at its end, if there is one, as in Spin."""
        return number(next((p.number for p in self.automaton.points if p.is_end), 0))

    def _event(
        self,
        before: Moved | None,
        kind: Direction,
        channel: ir.Literal,
        fields: Sequence[ir.Expr],
    ) -> Moved:
        """One event; `before` is the event before it in the same step."""
        current = ir.Name(self.variable) if before is None else before.next
        # A trace stays where it does not match, as in Spin.
        following: ir.Expr = current if self.tree.kind == "trace" else self._dead
        matched: list[ir.Expr] = []
        ended: list[ir.Expr] = []
        twice: list[ir.Expr] = []
        for p in reversed(self.automaton.points):
            at = equal(current, number(p.number), p.span)
            found = [(s, self._matches(s, kind, channel, fields)) for s in p.steps if not s.ends]
            for step, test in reversed(found):
                assert step.target is not None
                here = and_((at, test))
                following = if_(here, number(step.target.number), following)
                matched.append(here)
                ended += [here] if step.target.is_end else []
            twice += [and_((at, a, b)) for (_, a), (_, b) in combinations(found, 2)]
        holds = or_(matched) if self.tree.kind == "trace" else not_(or_(ended))
        valid = not_(or_(twice))
        if before is not None:
            holds, valid = and_((before.holds, holds)), and_((before.valid, valid))
        return Moved(following, holds, valid)

    def _matches(
        self, step: Step, kind: Direction, channel: ir.Literal, fields: Sequence[ir.Expr]
    ) -> ir.Expr:
        found, number_, wanted = _event_of(self.w, step)
        if found != kind or number_ != channel.value:
            return FALSE
        return and_(equal(fields[n], value) for n, value in wanted if n < len(fields))


def nondeterministic(trace: LoweredTrace, moved: Moved) -> ir.Expr:
    """A test that is an error if two events of the trace match."""
    if moved.valid == TRUE:
        return TRUE
    message = f"two events of the `{trace.tree.kind}` match"
    return demand(moved.valid, message, trace.tree.span)


def lower_trace(w: World, claim: tree.Claim) -> LoweredTrace:
    """A trace; raises SpecError if it has other statements than sends and receives."""
    automaton = build_automaton(claim.body, claim.span, 1)
    for p in automaton.points:
        if p.has_label("accept") or p.has_label("progress"):
            raise _unsupported("a label `accept` or `progress` in a trace", p.span)
    steps = [s for p in automaton.points for s in p.steps if not s.ends]
    scope = frozenset((kind, channel) for kind, channel, _ in (_event_of(w, s) for s in steps))
    return LoweredTrace(w, claim, automaton, scope)


def _event_of(w: World, step: Step) -> tuple[Direction, int, list[tuple[int, ir.Expr]]]:
    """The direction, channel and fields of an event."""
    if step.after is not After.ANY or step.unless:
        raise _unsupported("anything but sequences and choices in a trace", step.span)
    match step.statement:
        case tree.Send(channel, args, False):
            return "send", _channel(w, channel), list(_sent(w, args))
        case tree.Receive(channel, received, False, False):
            return "receive", _channel(w, channel), list(_received(w, received))
        case _:
            raise _unsupported("anything but a plain send or receive in a trace", step.span)


def _channel(w: World, e: nodes.Expr) -> int:
    held = value_of(w, e, Scope()).expr
    if isinstance(held, ir.Literal) and isinstance(held.value, int):
        return held.value
    raise _unsupported("a channel in a trace that is not always the same", e.span)


def _sent(w: World, args: Sequence[nodes.Expr]) -> Iterator[tuple[int, ir.Expr]]:
    for n, e in enumerate(args):
        if not _is_any(e):
            yield n, _constant(w, e)


def _received(w: World, args: Sequence[nodes.ReceiveArg]) -> Iterator[tuple[int, ir.Expr]]:
    for n, arg in enumerate(args):
        match arg:
            case nodes.Match(e):
                yield n, _constant(w, e)
            case nodes.Ignore():
                pass
            case nodes.Store(place):
                raise _unsupported("a variable in a trace", place.span)


def _is_any(e: nodes.Expr) -> bool:
    return isinstance(e, nodes.PredefinedVariable) and e.which is nodes.Predefined.ANY


def _constant(w: World, e: nodes.Expr) -> ir.Expr:
    if any(map(_is_any, subexprs(e))):
        raise _unsupported("`_` inside an expression", e.span)
    found = value_of(w, e, Scope()).expr
    if not isinstance(found, ir.Literal):
        raise _unsupported("a variable in a trace", e.span)
    return found


def _unsupported(what: str, span: Span) -> SpecError:
    return SpecError(Diagnostic("unsupported", f"{what} is not supported", span))
