"""Random behaviours in generated C: batches of them, on workers that are Python threads.

A behaviour depends on the seed and its number alone, so that results do not depend on the
number of workers. Each worker has an engine of its own.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, TypeAlias

from holdfast.cancellation import uninterrupted
from holdfast.interp.walks import MOST_INITIAL, Count, Tally, action_names
from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.native.build.build import Faster
from holdfast.native.emit.column import Column
from holdfast.native.emit.emit import emit_model
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Event, Run
from holdfast.native.run.interface import U32, U64, RawSimulation

_BATCH_SECONDS = 0.1
_MOST_IN_BATCH = 1 << 16
_MEMORY, _LEAST_BYTES = 256 << 20, 16 << 20
"""Interned values of all workers together, and at least of each, before they are dropped."""
_LOOK = 0.05
"""Seconds between two looks at the workers."""
_COUNTS = 4


@dataclass(frozen=True, slots=True)
class Counted:
    """A formula that is counted: about states, or about steps."""

    expr: Expr
    of_steps: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which behaviours to simulate; `behaviours` is None for as many as there is time for.

    `most_bytes` is the memory for interned values of each worker, chosen here by default.
    """

    seed: int
    depth: int
    behaviours: int | None
    workers: int
    most_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, and the number of its behaviour (0: among the initial states)."""

    event: Event
    behaviour: int


Pause: TypeAlias = Callable[[Tally], bool]


class Simulator:
    """Simulates behaviours until there are enough, something happens, or `pause` is False."""

    def __init__(
        self, system: System, counted: Sequence[Counted], wanted: Wanted, compiler: str = "auto"
    ) -> None:
        self._system, self._counted, self._wanted = system, counted, wanted
        self._columns = [Column(each.expr) for each in counted]
        self._faster = Faster(emit_model(system, (), self._columns, split=True), compiler)
        self._program = self._faster.program
        names = action_names(system)
        self._names = len(names)
        self._named = (U32 * (len(system.actions) + 1))(*(names[a.name] for a in system.actions))
        self._initial = _Initial()
        self._batches = _Batches(wanted.behaviours, self._empty())
        self._lock = threading.Lock()
        self._engines: list[Engine] = []
        self._halted = False

    def _empty(self) -> Tally:
        return Tally.empty(self._names + len(self._counted))

    @property
    def tally(self) -> Tally:
        """The counts of all behaviours so far."""
        return self._batches.tally

    @property
    def first(self) -> Happened | None:
        """The first event, if anything happened."""
        return self._batches.first

    def run(self, pause: Pause) -> None:
        """Simulate until there are enough behaviours; what came of it stays, however it ends."""
        workers = self._wanted.workers
        try:
            with ThreadPoolExecutor(workers) as pool:
                self._wait({pool.submit(self._start)}, pause)
                if not self._halted and self._initial.count and self._batches.first is None:
                    self._wait({pool.submit(self._work) for _ in range(workers)}, pause)
        finally:
            self._faster.end()
            for engine in self._engines:
                engine.close()

    def _wait(self, work: set[Future[None]], pause: Pause) -> None:
        pending = work
        try:
            while pending and not self._halted:
                pending = wait(pending, _LOOK).not_done
                self._halted = bool(pending) and not pause(self._batches.tally)
        finally:
            # Also when the user interrupts: no worker may run when its engine is freed.
            with uninterrupted():
                self._halted = self._halted or bool(pending)
                while pending:
                    self._halt()
                    pending = wait(pending, _LOOK).not_done
        for each in work:
            each.result()

    def _halt(self) -> None:
        with self._lock:
            for engine in self._engines:
                engine.call("engine_halt")

    # ---- workers ----

    def _engine(self) -> Engine:
        engine = Engine(self._system, program=self._program, columns=self._columns)
        with self._lock:
            self._engines.append(engine)
        return engine

    def _close(self, engine: Engine) -> None:
        with self._lock:
            self._engines.remove(engine)
            engine.close()

    def _start(self) -> None:
        """Compute and check the initial states."""
        engine = self._engine()
        state = engine.call("simulate_start", self._wanted.seed, MOST_INITIAL)
        figures, event = engine.figures(), engine.event()
        self._batches.tally.initial = figures.initial
        self._batches.tally.generated = figures.generated
        if event is not None:
            self._batches.first = Happened(event, 0)
        elif state == Run.DONE:
            self._initial = _initial_states(engine, min(figures.initial, MOST_INITIAL))
        self._close(engine)

    def _work(self) -> None:
        """Simulate batches of behaviours until there are no more."""
        engine, size = self._prepared(), 1
        while not self._halted and (batch := self._batches.take(size)) is not None:
            began = time.monotonic()
            self._simulate(engine, *batch)
            size = _next_size(batch[1], time.monotonic() - began)
            with self._lock:
                self._program = self._faster.better(0) or self._program
            if engine.program is not self._program:
                self._close(engine)
                engine = self._prepared()

    def _prepared(self) -> Engine:
        engine = self._engine()
        engine.call("engine_prepare")
        return engine

    def _simulate(self, engine: Engine, first: int, count: int) -> None:
        width = self._names + len(self._counted)
        counts = (U64 * (_COUNTS * width + 1))()
        of_steps = (ctypes.c_uint8 * (len(self._counted) + 1))(*(c.of_steps for c in self._counted))
        initial, wanted = self._initial, self._wanted
        raw = RawSimulation(
            seed=wanted.seed,
            first=first,
            count=count,
            depth=wanted.depth,
            most_bytes=wanted.most_bytes or max(_MEMORY // wanted.workers, _LEAST_BYTES),
            initials=initial.count,
            begins=initial.begins,
            words=initial.words,
            names=self._names,
            named=self._named,
            columns=len(self._counted),
            of_steps=of_steps,
            counts=counts,
        )
        engine.call("simulate_run", ctypes.byref(raw))
        rows = [Count(*counts[i * _COUNTS : (i + 1) * _COUNTS]) for i in range(width)]
        figures = (raw.behaviours, raw.states, raw.generated, raw.longest, raw.stuck, raw.squares)
        tally = Tally(rows, *figures, raw.digest)
        event = engine.event() if raw.failed else None
        happened = None if event is None else Happened(event, raw.failed)
        self._batches.finish(first, tally, happened)


def _next_size(size: int, seconds: float) -> int:
    """How many behaviours the next batch has, so that it is neither long nor very short."""
    if seconds < _BATCH_SECONDS / 2:
        return min(2 * size, _MOST_IN_BATCH)
    return max(size // 2, 1) if seconds > 2 * _BATCH_SECONDS else size


@dataclass(frozen=True, slots=True)
class _Initial:
    """The initial states to choose from, as words, and where each begins."""

    count: int = 0
    begins: Any = None
    words: Any = None


def _initial_states(engine: Engine, count: int) -> _Initial:
    room = engine.call("simulate_initial", None, None, 0)
    begins, words = (U64 * (count + 1))(), (U64 * (room + 1))()
    engine.call("simulate_initial", begins, words, room)
    return _Initial(count, begins, words)


class _Batches:
    """Hands out numbers of behaviours, and adds up what came of them.

    Behaviours after the first event are not counted, whoever has simulated them already: so the
    result does not depend on the number of workers.
    """

    def __init__(self, most: int | None, tally: Tally) -> None:
        self.tally = tally
        self.first: Happened | None = None
        self._most = most
        self._next = 1
        self._running: set[int] = set()
        self._finished: dict[int, Tally] = {}
        self._lock = threading.Lock()

    def take(self, size: int) -> tuple[int, int] | None:
        """The number of the first behaviour of a batch, and how many there are; None at the end."""
        with self._lock:
            left = size if self._most is None else min(size, self._most + 1 - self._next)
            if left <= 0 or self.first is not None:
                return None
            first = self._next
            self._running.add(first)
            self._next += left
            return first, left

    def finish(self, number: int, tally: Tally, happened: Happened | None) -> None:
        """A batch is over; those before which nothing can happen any more are counted."""
        with self._lock:
            self._running.remove(number)
            self._finished[number] = tally
            known = self.first
            if happened is not None and (known is None or happened.behaviour < known.behaviour):
                self.first = happened
            oldest = min(self._running, default=self._next)
            for each in sorted(n for n in self._finished if n < oldest):
                done = self._finished.pop(each)
                if self.first is None or each <= self.first.behaviour:
                    self.tally.add(done)
