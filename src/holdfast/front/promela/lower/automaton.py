"""The control points of a process type, and the steps from each.

A point is an element that control can be at. Its steps are those of all options of a choice, also
of choices inside; a jump costs no step unless an option begins with it. Where hops lead out of an
atomic block, the step before them ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from holdfast.front.promela import tree
from holdfast.front.promela.lower.elements import (
    HOPS,
    SPECIAL,
    Chain,
    Element,
    Graph,
    Kind,
    build_graph,
)
from holdfast.source import Diagnostic, Span, SpecError


class After(Enum):
    """Who may move after a step."""

    ANY = "any process"
    ATOMIC = "the same process, if it can"
    D_STEP = "the same process, which must"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A step of a process: a statement, and where it leads.

    `statement` is None if the process ends, or jumps where that is a step. `rests` is where the
    sender of a rendezvous inside an atomic block is after it: jumps out of the block come later.
    `unless` are steps that are tried before, of which none may be executable: the escapes, in a
    deterministic step the options before it, and for `else` all that come before it. `number` is
    that of Spin's trails, if it is known; a deterministic step has one for all its statements.
    """

    statement: tree.Statement | None
    span: Span
    target: Point | None
    after: After
    unless: tuple[Step, ...] = ()
    rests: Point | None = None
    number: int | None = None

    @property
    def ends(self) -> bool:
        """Whether it is the end of the process."""
        return self.target is None


@dataclass(slots=True, eq=False)
class Point:
    """A control point; `number` differs from those of all other points of the model.

    `d_step` is the location of the deterministic step that it is inside of.
    """

    number: int
    span: Span
    labels: frozenset[str]
    is_end: bool
    d_step: Span | None
    steps: tuple[Step, ...] = ()
    element: Element | None = field(default=None, repr=False)

    @property
    def is_compound(self) -> bool:
        """Whether it is before a choice or a block."""
        return self.element is not None and bool(self.element.parts)

    def has_label(self, kind: str) -> bool:
        """Whether a label begins with `accept`, `end` or `progress`."""
        assert kind in SPECIAL
        return any(label.startswith(kind) for label in self.labels)


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """The control points of one process type or claim, the initial one first."""

    points: tuple[Point, ...]
    labels: dict[str, Point | None]
    """The point that each label is at, None if control can never be there."""
    elements: tuple[Element, ...]

    @property
    def start(self) -> Point:
        """The initial point."""
        return self.points[0]


def build_automaton(
    body: tree.Statements,
    span: Span,
    first_number: int,
    visible: frozenset[str] = frozenset(),
    trail: Mapping[int, int] = MappingProxyType({}),
) -> Automaton:
    """The automaton of a body, its points numbered in the order of the text."""
    graph = build_graph(body, span, visible, trail)
    return _Builder(graph, first_number).build()


@dataclass(frozen=True, slots=True, eq=False)
class _Option:
    """A step before its target has a point; `before` are those of the same d_step."""

    element: Element
    before: tuple[_Option, ...] = ()


class _Builder:
    def __init__(self, graph: Graph, first_number: int) -> None:
        self.graph = graph
        self.first_number = first_number
        self.points: dict[int, Point] = {}
        self.pending: list[Element] = []

    def build(self) -> Automaton:
        start = self._point(_hunt(self.graph.first, self.graph.first.atomic))
        while self.pending:
            element = self.pending.pop()
            self.points[id(element)].steps = self._steps(element)
        order = {id(e): i for i, e in enumerate(self.graph.elements)}
        points = sorted(self.points.values(), key=lambda p: order[id(p.element)])
        points = [start, *(p for p in points if p is not start)]
        for number, p in enumerate(points, self.first_number):
            p.number = number
        labels = {name: self.points.get(id(e)) for name, e in self.graph.labels.items()}
        return Automaton(tuple(points), labels, self.graph.elements)

    def _point(self, element: Element) -> Point:
        found = self.points.get(id(element))
        if found is None:
            inside = element.d_step
            found = Point(
                0,
                element.span,
                frozenset(element.labels),
                element.kind is Kind.END,
                None if inside is None else inside.span,
                element=element,
            )
            self.points[id(element)] = found
            self.pending.append(element)
        return found

    # ---- the steps from a point ----

    def _steps(self, element: Element) -> tuple[Step, ...]:
        options = list(_options(element))
        groups = _escapes(options, element.escapes)
        made: list[Step] = []
        for group in (*groups, options):
            earlier = tuple(made)
            own: dict[int, Step] = {}
            for option in group:
                step = self._step(option, earlier, own)
                own[id(option)] = step
                made.append(step)
        return tuple(made)

    def _step(self, option: _Option, earlier: tuple[Step, ...], own: dict[int, Step]) -> Step:
        e = option.element
        unless = earlier
        if option.before:
            unless += tuple(own[id(o)] for o in option.before)
        elif isinstance(e.statement, tree.Else) and e.d_step is None:
            unless += tuple(own.values())
        number = e.number if e.d_step is None else e.d_step.number
        if e.kind is Kind.END:
            return Step(None, e.span, None, After.ANY, unless, number=number)
        target, after = _landing(e)
        rests = None
        if isinstance(e.statement, tree.Send) and e.atomic and e.d_step is None:
            rests = self._point(_hunt(_next(e), True))
        return Step(e.statement, e.span, self._point(target), after, unless, rests, number)


def _options(e: Element) -> list[_Option]:
    """The steps from an element, in the order in which they are tried."""
    match e.kind:
        case Kind.CHOICE:
            found = [o for part in e.parts for o in _options(_start(part.first))]
        case Kind.BLOCK | Kind.ATOMIC | Kind.D_STEP:
            found = _options(_start(e.parts[0].first))
        case Kind.UNLESS:
            found = _options(_start(e.parts[0].first))
        case _:
            return [_Option(e)]
    if e.d_step is None and e.kind is not Kind.D_STEP:
        return found
    # A deterministic step takes the first option that is executable.
    made: list[_Option] = []
    for option in found:
        made.append(_Option(option.element, tuple(made)))
    return made


def _escapes(options: list[_Option], own: list[Chain]) -> list[list[_Option]]:
    """The escapes from a point, each a group of steps, the outermost first.

    `own` are the escapes of the point itself. At a block or choice that begins with an `unless`,
    the escape of the latter takes no precedence over those around it, nor they over it: so Spin.
    """
    groups: list[list[_Option]] = []
    known: set[int] = set()
    for option in options:
        if option.element.kind is Kind.JOIN:
            continue  # what ends a choice is not interrupted
        for chain in reversed(option.element.escapes):
            first = _hunt(chain.first, option.element.atomic)
            if id(first) in known:
                continue
            known.add(id(first))
            group = _options(first)
            if chain not in own:
                for inner in tuple(group):
                    around = [_hunt(c.first, inner.element.atomic) for c in inner.element.escapes]
                    group += [o for e in around if id(e) not in known for o in _options(e)]
                    known.update(map(id, around))
            groups.append(group)
    return list(reversed(groups))


def _start(e: Element) -> Element:
    """Where an option or a block begins: joins are passed, jumps are not."""
    while True:
        if e.kind is Kind.JOIN and e.next is not None:
            e = e.next
        elif e.kind is Kind.UNLESS:
            e = e.parts[0].first
        else:
            return e


def _next(e: Element) -> Element:
    found = e.target if e.kind is Kind.GOTO else e.next
    assert found is not None, "the end of the process follows everything"
    return found


def _hunt(e: Element, atomic: bool) -> Element:
    """Where control comes to rest: after hops, which do not lead out of an atomic block."""
    passed: set[int] = set()
    while e.kind in HOPS or e.kind is Kind.UNLESS:
        if id(e) in passed:
            raise SpecError(Diagnostic("promela-jump", "this jump leads back to itself", e.span))
        passed.add(id(e))
        following = _hunt(e.parts[0].first, atomic) if e.kind is Kind.UNLESS else _next(e)
        if atomic and not following.atomic:
            return e
        e = following
    return e


def _landing(e: Element) -> tuple[Element, After]:
    """Where a step leads, and who may move then; hops out of an atomic block are part of it."""
    if e.d_step is not None:
        target = _hunt(_next(e), False)
        if target.d_step is e.d_step:
            return target, After.D_STEP
        e = e.d_step
    atomic = e.atomic
    target = _hunt(_next(e), atomic)
    passed: set[int] = set()
    while target.kind in HOPS:
        if id(target) in passed:
            raise SpecError(Diagnostic("promela-jump", "this jump leads back to itself", e.span))
        passed.add(id(target))
        atomic = target.atomic
        target = _hunt(_next(target), atomic)
    if target.kind is Kind.UNLESS:
        target = _hunt(target.parts[0].first, False)
    return target, After.ATOMIC if atomic else After.ANY
