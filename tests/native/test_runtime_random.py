"""Random graphs through the C search, against the same search in a few lines of Python."""

from __future__ import annotations

import ctypes
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from holdfast.ir.ranks import ranked_by
from tests.native.queue_model import (
    RUN_DONE,
    RUN_STOPPED,
    RUN_TRAPPED,
    figures,
    first_event,
    run,
)
from tests.native.runtime_library import Event, Model, Runtime, word
from tests.native.words import RANKS

pytestmark = pytest.mark.native

DEADLOCK, ACTION = 0x10000, 0x10001
INVARIANTS, CONSTRAINTS, ACTION_CONSTRAINTS, STEPS = 2, 1, 1, 1
TRAP = 9


@dataclass
class Graph:
    """What each action leads to, and where what fails; a None among them is a trap."""

    initial: list[int]
    edges: dict[tuple[int, int], list[int | None]]
    bad: list[dict[int, bool | None]]
    outside: dict[int, bool | None]
    forbidden: set[tuple[int, int]]
    wrong: dict[tuple[int, int], bool | None]


def random_graph(r: random.Random) -> Graph:
    nodes = range(r.choice((5, 30, 150)))
    traps = r.random() < 0.3
    rare = r.choice((0.0, 0.02))

    def truth(chance: float) -> bool | None:
        return None if traps and r.random() < 0.01 else r.random() < chance

    edges: dict[tuple[int, int], list[int | None]] = {}
    for node in nodes:
        for action in range(2):
            found: list[int | None] = [r.choice(nodes) for _ in range(r.randint(0, 3))]
            if traps and r.random() < 0.01:
                found.append(None)
            edges[node, action] = found
    steps = [(a, b) for (a, _), found in edges.items() for b in found if b is not None]
    return Graph(
        [r.choice(nodes) for _ in range(r.randint(1, 3))],
        edges,
        [{n: truth(rare) for n in nodes} for _ in range(INVARIANTS)],
        {n: truth(0.05) for n in nodes},
        {s for s in steps if r.random() < 0.05},
        {s: truth(rare) for s in steps},
    )


@dataclass
class Found:
    """What a search has found: an event is (parent, action, place, stage), what, trap."""

    distinct: list[int] = field(default_factory=list)
    generated: int = 0
    depth: int = 0
    events: list[tuple[tuple[int, int, int, int], int, int]] = field(default_factory=list)

    def state(self, keep_going: bool) -> int:
        if any(trap for _, _, trap in self.events):
            return RUN_TRAPPED
        return RUN_STOPPED if self.events else RUN_DONE


class Reference:
    """The search of check/explore.py, level by level."""

    def __init__(self, graph: Graph, deadlock: bool, keep_going: bool) -> None:
        self.graph, self.deadlock, self.keep_going = graph, deadlock, keep_going
        self.found, self.next = Found(), list[int]()

    def note(self, where: tuple[int, int, int], stage: int, what: int, trap: int) -> None:
        self.found.events.append(((*where, stage), what, trap))

    def meet(self, node: int, before: int | None, where: tuple[int, int, int]) -> None:
        g, first = self.graph, INVARIANTS
        inside = not g.outside[node]
        if g.outside[node] is None:
            return self.note(where, 0, first, TRAP)
        if inside and before is not None:
            inside = (before, node) not in g.forbidden
        new = inside and node not in self.found.distinct
        if new:
            self.found.distinct.append(node)
            self.next.append(node)
        for i, bad in enumerate(g.bad if new or not inside else ()):
            if bad[node] is None:
                return self.note(where, 2 + i, i, TRAP)
            if bad[node]:
                self.note(where, 2 + i, i, 0)
        wrong = g.wrong[before, node] if before is not None else False
        if wrong is not False:
            stage, what = 2 + INVARIANTS, first + CONSTRAINTS + ACTION_CONSTRAINTS
            self.note(where, stage, what, 0 if wrong else TRAP)
        return None

    def expand(self, node: int) -> None:
        parent, place, moved = self.found.distinct.index(node) + 1, 0, False
        for action in range(2):
            found = self.graph.edges[node, action]
            for successor in found:
                moved = True
                if successor is None:
                    self.note((parent, action, 0), 0, ACTION, TRAP)
                else:
                    place += 1
                    self.meet(successor, node, (parent, action, place))
            self.found.generated += 0 if None in found else len(found)
        if not moved and self.deadlock:
            self.note((parent, 2, 0), 3 + INVARIANTS, DEADLOCK, 0)

    def run(self) -> Found:
        for place, node in enumerate(self.graph.initial, 1):
            self.found.generated += 1
            self.meet(node, None, (0, 0, place))
        while self.next:
            self.found.depth += 1
            stops = not self.keep_going or any(trap for _, _, trap in self.found.events)
            if self.found.events and stops:
                break
            level, self.next = self.next, []
            for node in level:
                self.expand(node)
        self.found.events.sort()
        return self.found


class CModel:
    """The graph as a model whose functions are Python's."""

    def __init__(self, graph: Graph, deadlock: bool) -> None:
        self.graph = graph
        self.runtime: Runtime
        self.model = Model(variables=1, actions=2, check_deadlock=deadlock)
        self.model.invariants, self.model.constraints = INVARIANTS, CONSTRAINTS
        self.model.action_constraints, self.model.step_properties = ACTION_CONSTRAINTS, STEPS
        none, number = ctypes.c_void_p, ctypes.c_uint32
        self.functions: list[Any] = [
            ctypes.CFUNCTYPE(None, none)(self.init),
            ctypes.CFUNCTYPE(None, none, number)(self.action),
            ctypes.CFUNCTYPE(number, none, number)(self.predicate),
        ]
        for name, function in zip(("init", "action", "predicate"), self.functions, strict=True):
            setattr(self.model, name, ctypes.cast(function, ctypes.c_void_p).value)

    def emit(self, context: int, nodes: list[int | None]) -> None:
        for node in nodes:
            if node is None:
                self.runtime.c.trap(word(context), TRAP)
                return
            place = _Frame.from_address(context)
            place.next[0] = node << 3 | 1
            place.missing = 0
            self.runtime.c.emit_state(word(context))
            place.next[0] = 0
            place.missing = 1

    def init(self, context: int) -> None:
        self.emit(context, list(self.graph.initial))

    def action(self, context: int, action: int) -> None:
        node = _Frame.from_address(context).now[0] >> 3
        self.emit(context, self.graph.edges[node, action])

    def predicate(self, context: int, which: int) -> int:
        frame, g = _Frame.from_address(context), self.graph
        node = frame.now[0] >> 3
        if which < INVARIANTS:
            bad = g.bad[which][node]
        elif which == INVARIANTS:
            bad = g.outside[node]
        elif which == INVARIANTS + 1:
            bad = (node, frame.next[0] >> 3) in g.forbidden
        else:
            bad = g.wrong[node, frame.next[0] >> 3]
        if bad is None:
            self.runtime.c.trap(word(context), TRAP)
        return not bad


class _Frame(ctypes.Structure):
    _fields_ = (
        ("now", ctypes.POINTER(word)),
        ("next", ctypes.POINTER(word)),
        ("missing", ctypes.c_uint32),
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_a_random_graph_is_searched_as_in_python(workers: int) -> None:
    r = random.Random(workers)
    for _ in range(60):
        graph, deadlock, keep_going = random_graph(r), r.random() < 0.5, r.random() < 0.5
        wanted = Reference(graph, deadlock, keep_going).run()
        made = CModel(graph, deadlock)
        with ranked_by(RANKS):
            made.runtime = Runtime(
                None, made.model, workers=workers, keep_going=keep_going, parallel_from=2
            )
        state = run(made.runtime, workers, budget=r.choice((1, 3, 1000)))
        found = figures(made.runtime)
        assert state == wanted.state(keep_going)
        assert (found.distinct, found.generated, found.depth) == (
            len(wanted.distinct),
            wanted.generated,
            wanted.depth,
        )
        event = first_event(made.runtime)
        assert bool(event.found) == bool(wanted.events)
        if wanted.events:
            assert _event(event) == wanted.events[0]
        for what in (0, 1, INVARIANTS + 2, DEADLOCK):
            known = [e for e in wanted.events if e[1:] == (what, 0)]
            yes = made.runtime.c.engine_event_of(made.runtime.engine, what, ctypes.byref(event))
            assert yes == len(known)
            assert not yes or _event(event) == known[0]
        made.runtime.close()


def _event(e: Event) -> tuple[tuple[int, int, int, int], int, int]:
    return (e.parent, e.action, e.place, e.stage), e.what, e.trap
