"""Messages between lanes, found in the states of a trace.

A message is an element that a step adds to a set, a sequence or a bag. Who removes it has received
it. Who needs it has read it: the step is impossible without it, in a smallest set of messages that
still allows the step. Only what passes between two lanes is drawn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from holdfast.cancellation import tick
from holdfast.explore.actors import Acted
from holdfast.explore.elements import Moved, Path, moved_elements, part_at, queues_between, without
from holdfast.explore.opened import Opened
from holdfast.explore.steps import state_mapping
from holdfast.explore.wire import Arrow
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Record, Value

MOST_STEPS_READ = 300
"""In a longer trace, only what removes a message has received it."""
_MOST_UNREAD = 40
_LONGEST = 80
_KINDS = ("type", "mtype", "kind", "tag")
_SENDERS = ("src", "source", "from", "frm", "sender", "msource", "mfrom")
_RECEIVERS = ("dst", "dest", "to", "receiver", "target", "mdest", "mto")


@dataclass(slots=True)
class _Sent:
    """A message on its way: where it is, who sent it in which row, and who has received it."""

    path: Path
    element: Value
    lane: int
    row: int
    received: dict[int, int] = field(default_factory=dict)
    gone: bool = False

    @property
    def has_passed(self) -> bool:
        """Whether another lane has received it."""
        return any(lane != self.lane for lane in self.received)


def arrows_of(
    model: Opened, steps: Sequence[Acted], lanes: Sequence[int], names: Sequence[str]
) -> list[Arrow]:
    """The messages of a trace; step i is in row i + 1."""
    found = _Messages(model, steps, lanes)
    for at, step in enumerate(steps):
        tick()
        found.follow(at, step)
    passed = Counter(m.path[0] for m in found.sent if m.has_passed)
    sent = Counter(m.path[0] for m in found.sent)
    # Of a variable whose elements mostly stay with who adds them, they are no messages.
    drawn = [
        m
        for m in found.sent
        if m.has_passed or (m.path[0] in passed and 2 * passed[m.path[0]] >= sent[m.path[0]])
    ]
    return [arrow for message in drawn for arrow in _arrows(model, message, names)]


class _Messages:
    """Follows the elements of collections through a trace."""

    def __init__(self, model: Opened, steps: Sequence[Acted], lanes: Sequence[int]) -> None:
        self.model = model
        self.lanes = lanes
        self.reads = len(steps) <= MOST_STEPS_READ
        self.sent: list[_Sent] = []
        self._on_the_way: dict[tuple[Path, Value], deque[_Sent]] = {}
        self.queues = frozenset(
            path
            for step in steps
            for name, was, now in zip(
                model.system.variables, step.before, step.taken.state, strict=True
            )
            for path in queues_between((name,), was, now)
        )

    def _moved(self, before: State, after: State, name: str) -> Iterator[Moved]:
        at = self.model.system.variables.index(name)
        return moved_elements((name,), before[at], after[at], self.queues)

    def follow(self, at: int, step: Acted) -> None:
        """Record what a step receives, reads and sends."""
        lane, row = self.lanes[at], at + 1
        moved = [
            each
            for name in self.model.system.variables
            for each in self._moved(step.before, step.taken.state, name)
        ]
        for each in moved:
            if each.sign == "-":
                self._receive(each, lane, row)
        if self.reads:
            self._read(step, lane, row)
        for each in moved:
            if each.sign == "+":
                message = _Sent(each.path, each.element, lane, row)
                self.sent.append(message)
                self._on_the_way.setdefault((each.path, each.element), deque()).append(message)

    def _receive(self, moved: Moved, lane: int, row: int) -> None:
        pending = self._on_the_way.get((moved.path, moved.element))
        if pending:
            message = pending.popleft()
            message.gone = True
            message.received.setdefault(lane, row)

    def _read(self, step: Acted, lane: int, row: int) -> None:
        """Mark the messages of others that the step needs."""
        unread = [m for m in self.sent if not m.gone and m.lane != lane and lane not in m.received][
            -_MOST_UNREAD:
        ]
        unread = [m for m in unread if self._is_in_set(step.before, m)]
        if not unread or step.taken.action is None:
            return
        needed = list(unread)
        # The newest first: of several messages that would do, the oldest are taken as read.
        for message in reversed(unread):
            rest = [m for m in needed if m is not message]
            dropped = [m for m in unread if m not in rest]
            if self._is_possible(step, dropped):
                needed = rest
        for message in needed:
            message.received.setdefault(lane, row)

    def _is_in_set(self, state: State, message: _Sent) -> bool:
        found = part_at(state_mapping(self.model, state)[str(message.path[0])], message.path[1:])
        return isinstance(found, FiniteSet) and message.element in found.elements

    def _is_possible(self, step: Acted, dropped: Sequence[_Sent]) -> bool:
        """Whether the step has the same effects if these messages are not there."""
        system = self.model.system
        removed: dict[Path, set[Value]] = {}
        for message in dropped:
            removed.setdefault(message.path, set()).add(message.element)
        state = state_mapping(self.model, step.before)
        for path, elements in removed.items():
            name = str(path[0])
            state[name] = without(state[name], path[1:], frozenset(elements))
        poorer = tuple(state[name] for name in system.variables)
        touched = {str(path[0]) for path in removed}
        action, arguments = step.taken.action, step.taken.arguments
        mover = next(m for m in self.model.machine.movers if m.action is action)
        try:
            moves = self.model.machine.moves(poorer, mover)
        except EvalError:
            return False
        return any(
            move.arguments == arguments and self._same(step, poorer, move.state, touched)
            for move in moves
        )

    def _same(self, step: Acted, before: State, after: State, touched: set[str]) -> bool:
        """Whether another step does the same: equal values, and the same elements come and go."""
        for at, name in enumerate(self.model.system.variables):
            if name not in touched:
                if after[at] != step.taken.state[at]:
                    return False
            else:
                ours = set(self._moved(step.before, step.taken.state, name))
                if ours != set(self._moved(before, after, name)):
                    return False
        return True


def _arrows(model: Opened, message: _Sent, names: Sequence[str]) -> Iterator[Arrow]:
    text = message_text(model, message.element)
    source = _named(model, message.element, _SENDERS, names)
    start = message.lane if source is None else source
    ends = {lane: row for lane, row in message.received.items() if lane != start}
    kind: Literal["message"] = "message"
    if not ends:
        yield {
            "kind": kind, "text": text, "source": start, "sent": message.row,
            "target": None, "received": None,
        }  # fmt: skip
    for lane, row in ends.items():
        yield {
            "kind": kind, "text": text, "source": start, "sent": message.row,
            "target": lane, "received": row,
        }  # fmt: skip


def _named(
    model: Opened, element: Value, fields: Sequence[str], names: Sequence[str]
) -> int | None:
    """The lane that a field of a message names."""
    for key, value in _fields(element):
        if key in fields:
            text = model.notation.show(value)
            return names.index(text) if text in names else None
    return None


def _fields(element: Value) -> list[tuple[str, Value]]:
    if not isinstance(element, Record):
        return []
    return [(str(k), v) for k, v in zip(ordered(element.domain), element.values, strict=True)]


def message_text(model: Opened, element: Value) -> str:
    """A message in few words: its type, and the other fields except sender and receiver."""
    fields = _fields(element)
    kind = next((v for k, v in fields if k in _KINDS), None)
    text = model.notation.show(element)
    if isinstance(kind, str):
        hidden = (*_KINDS, *_SENDERS, *_RECEIVERS)
        shown = [f"{k}={model.notation.show(v)}" for k, v in fields if k not in hidden]
        text = f"{kind} {', '.join(shown)}".rstrip()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."
