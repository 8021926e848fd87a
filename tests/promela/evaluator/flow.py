"""The control points of a process and the transitions that leave them, as Spin makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tests.promela.evaluator.tree import (
    Basic,
    Block,
    Body,
    Break,
    Choice,
    Condition,
    Else,
    End,
    Goto,
    Labelled,
    Number,
    Process,
    Unless,
)

SKIP = Condition(Number(1))
SPECIAL = ("end", "accept", "progress")


Place: TypeAlias = Basic | Goto | Break | Choice | Block | Unless | None


@dataclass(eq=False, slots=True)
class Point:
    """A place in a process.

    Where the options of a choice join, `statement` is None; behind a loop, it is `Break`.
    """

    statement: Place
    number: int
    next: Point | None = None
    parts: tuple[Sequence, ...] = ()  # options; the body of a block; a body and its escape
    target: Point | None = None  # of a jump
    inside: bool = False  # in an atomic, and not its last statement
    last: bool = False  # the last statement of an atomic
    escapes: list[Sequence] = field(default_factory=list)  # the outermost first


@dataclass(eq=False, slots=True)
class Sequence:
    points: list[Point]
    joint: Point | None = None  # where a choice's options or an unless join

    @property
    def first(self) -> Point:
        return self.points[0]

    def end(self) -> Point:
        return self.joint or self.points[-1]

    def all(self) -> Iterator[Point]:
        yield from self.points
        if self.joint is not None:
            yield self.joint


Action: TypeAlias = Basic | Block  # a Block is a d_step


@dataclass(frozen=True, slots=True)
class Transition:
    """A step: what is executed, where it leads, and whether the process keeps control."""

    action: Action
    point: int
    target: int
    keeps: bool
    escapes: tuple[Point, ...] = ()
    escape: int = 0  # the first point of the escape that it belongs to


@dataclass(frozen=True, slots=True)
class Flow:
    start: int
    transitions: dict[int, tuple[Transition, ...]]
    ends: frozenset[int]  # valid end states


def make_flow(process: Process) -> Flow:
    """The control points of a process."""
    builder = _Builder()
    body = builder.sequence(process.body)
    builder.add(body, End())
    builder.resolve_jumps()
    _link_blocks(builder.points)
    _end_chains(builder.points)
    leaving = {one.number: _leaving(one) for one in builder.points}
    for number in sorted(leaving):
        leaving[number] = _with_escapes(leaving[number], leaving)
    ends = {body.points[-1].number}
    for label, point in builder.labels.items():
        if label.startswith("end"):
            ends.add(point.number)
    start = _follow(body.first, False)
    transitions = {number: tuple(found) for number, found in leaving.items()}
    return Flow(start.number, transitions, frozenset(ends))


class _Builder:
    def __init__(self) -> None:
        self.points: list[Point] = []
        self.labels: dict[str, Point] = {}
        self.leaving: list[Point] = []  # where the loops around this place end

    def point(self, statement: Place) -> Point:
        one = Point(statement, len(self.points) + 1)
        self.points.append(one)
        return one

    def append(self, sequence: Sequence, point: Point) -> None:
        if sequence.points:
            sequence.points[-1].next = point
        sequence.points.append(point)

    def add(self, sequence: Sequence, statement: Place) -> Point:
        one = self.point(statement)
        self.append(sequence, one)
        return one

    def sequence(self, body: Body) -> Sequence:
        sequence = Sequence([])
        for one in body:
            self.statement(sequence, one)
        return sequence

    def statement(self, sequence: Sequence, labelled: Labelled) -> None:
        match labelled.statement:
            case Choice() as choice:
                point = self.choice(sequence, choice)
            case Unless() as unless:
                point = self.unless(sequence, unless)
            case Block(kind, body) as block:
                inner = self.sequence(body)
                point = self.point(block)
                point.parts = (inner,)
                self.append(sequence, point)
                if kind == "atomic":
                    _make_atomic(inner)
            case Goto() | Break() as jump:
                point = self.jump(sequence, jump, labelled.labels)
            case basic:
                point = self.add(sequence, basic)
        for label in labelled.labels:
            self.labels[label] = point

    def jump(self, sequence: Sequence, jump: Goto | Break, labels: tuple[str, ...]) -> Point:
        marked = any(label.startswith(SPECIAL) for label in labels)
        skip = self.add(sequence, SKIP) if marked else None
        target = self.leaving[-1] if isinstance(jump, Break) else None
        point = self.add(sequence, Goto("break") if isinstance(jump, Break) else jump)
        point.target = target
        return skip or point

    def choice(self, sequence: Sequence, choice: Choice) -> Point:
        leave = Point(Break(), 0)
        if choice.repeats:
            self.leaving.append(leave)
        options = [self.sequence(body) for body in choice.options]
        if choice.repeats:
            self.leaving.pop()
        options.sort(key=lambda option: option.first.statement == Else())
        point, joint = self.point(choice), self.point(None)
        point.parts = tuple(options)
        for option in options:
            option.points[-1].next = joint
            option.joint = joint
        if choice.repeats:
            self.append(sequence, joint)
            leave.number = len(self.points) + 1
            self.points.append(leave)
        self.append(sequence, point)
        self.append(sequence, leave if choice.repeats else joint)
        return point

    def unless(self, sequence: Sequence, unless: Unless) -> Point:
        body, escape = self.sequence(unless.body), self.sequence(unless.escape)
        point, joint = self.point(unless), self.point(None)
        point.parts = (body, escape)
        for part in point.parts:
            part.points[-1].next = joint
            part.joint = joint
        _attach(body.points, escape)
        self.append(sequence, point)
        self.append(sequence, joint)
        return point

    def resolve_jumps(self) -> None:
        for point in self.points:
            if isinstance(point.statement, Goto) and point.target is None:
                point.target = self.labels[point.statement.label]


def _attach(points: Iterable[Point], escape: Sequence) -> None:
    """Let `escape` interrupt each of these points and what they contain."""
    for point in points:
        if escape in point.escapes:
            continue
        for inner in point.escapes:
            _attach(inner.points, escape)
        point.escapes.insert(0, escape)
        match point.statement:
            case Unless():
                _attach(point.parts[0].points, escape)
            case Choice():
                for option in point.parts:
                    _attach(option.points, escape)
            case Block(kind, _):
                inside = point.parts[0].points
                _attach(inside[:1] if kind == "d_step" else inside, escape)
            case _:
                pass


def _make_atomic(sequence: Sequence) -> None:
    _mark_inside(sequence)
    last = sequence.end()
    if isinstance(last.statement, Block) and last.statement.kind != "d_step":
        _make_atomic(last.parts[0])
    else:
        last.inside, last.last = False, True


def _mark_inside(sequence: Sequence) -> None:
    for point in sequence.all():
        point.inside = True
        if isinstance(point.statement, Block):
            if point.statement.kind == "d_step":
                continue
            point.statement = Block("", point.statement.body)
        for part in point.parts:
            _mark_inside(part)


def _link_blocks(points: list[Point]) -> None:
    """Let the last statement of each block lead to what follows the block, the outer first."""
    for point in sorted(points, key=lambda one: -one.number):
        if isinstance(point.statement, Block):
            point.parts[0].points[-1].next = point.next


def _end_chains(points: list[Point]) -> None:
    """A jump out of an atomic is its last step; a jump into one continues the chain."""
    for point in points:
        if isinstance(point.statement, Block):
            for jump in _jumps(point.parts[0]):
                assert jump.target is not None
                within = jump.target.inside or jump.target.last
                if (jump.inside or jump.last) and not within:
                    jump.inside, jump.last = False, True
                elif jump.last and within:
                    jump.inside, jump.last = True, False


def _jumps(sequence: Sequence) -> Iterator[Point]:
    """The jumps of a sequence and its choices, not those of the blocks inside it."""
    for point in sequence.points:
        if isinstance(point.statement, Goto):
            yield point
        elif not isinstance(point.statement, Block):
            for part in point.parts:
                yield from _jumps(part)


def _follow(point: Point, inside: bool) -> Point:
    """Where control is when it reaches `point`; inside an atomic no jump leaves it unseen."""
    while True:
        match point.statement:
            case Goto():
                assert point.target is not None
                reached = point.target
            case None | Break():
                if point.next is None:
                    return point
                reached = point.next
            case Unless():
                reached = _follow(point.parts[0].first, inside)
            case _:
                return point
        if inside and not reached.inside:
            return point
        point = reached


def _beginning(point: Point) -> Point:
    """The point of the first transitions of an option, block or escape."""
    while True:
        match point.statement:
            case None if point.next is not None:
                point = point.next
            case Unless():
                point = point.parts[0].first
            case _:
                return point


def _leaving(point: Point) -> list[Transition]:
    """The transitions that leave a point, without escapes."""
    match point.statement:
        case Choice():
            starts = [_beginning(option.first) for option in point.parts]
            live = [one for one in starts if one.escapes or not _is_false(one)]
            return [step for one in live for step in _leaving(one)]
        case Block(kind, _) if kind != "d_step":
            return _leaving(_beginning(point.parts[0].first))
        case Unless():
            return []
        case None | Break():
            action: Action = SKIP
            following = point.next
        case Goto():
            action, following = SKIP, point.target
        case action:
            following = point.next
    target = 0 if following is None else _follow(following, point.inside).number
    escapes = [_follow(one.first, point.inside) for one in point.escapes]
    own = () if point.statement is None else tuple(escapes)
    return [Transition(action, point.number, target, point.inside, own)]


def _is_false(point: Point) -> bool:
    return point.statement == Condition(Number(0))


def _with_escapes(own: list[Transition], leaving: dict[int, list[Transition]]) -> list[Transition]:
    """Put the transitions of escapes before those that they interrupt, the outermost first."""
    found = list(own)
    for transition in own:
        for point in reversed(transition.escapes):
            for first in leaving[point.number]:
                if all(first.point != known.point for known in found):
                    found.insert(0, replace(first, escape=point.number))
    return found
