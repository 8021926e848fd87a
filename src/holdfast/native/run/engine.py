"""The native search from Python: statistics, events, states; workers are Python threads."""

from __future__ import annotations

import ctypes
import os
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, TypeAlias

from holdfast.cancellation import uninterrupted
from holdfast.interp.machine import Machine
from holdfast.interp.members import LARGEST_SET
from holdfast.ir.body import assertion_names
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.native.build.build import Program, build
from holdfast.native.emit.column import Column
from holdfast.native.emit.emit import emit_model, predicates
from holdfast.native.emit.numbering import Numbering, Permutations, number_system
from holdfast.native.run.decode import Codec
from holdfast.native.run.events import Event, Figures, Run
from holdfast.native.run.host import Host
from holdfast.native.run.interface import (
    NO_NUMBER,
    U32,
    U64,
    Options,
    RawEvent,
    RawFigures,
    RawTaken,
    functions_of,
)

_FAILED = 2
_FIRST_BUDGET = 256
_PATIENCE = 0.2
"""Seconds that a call may take before it is made shorter."""
_LOOK = 0.05
"""Seconds between two looks at workers: progress is reported four times a second."""
_PARALLEL_FROM = 512


Pause: TypeAlias = Callable[[Figures], bool] | None
Better: TypeAlias = Callable[[int], Program | None] | None


def _next_budget(budget: int, seconds: float) -> int:
    """How many states to expand in the next call, so that it is neither long nor very short."""
    if seconds < _PATIENCE / 8:
        return min(2 * budget, 1 << 16)
    return max(budget // 2, 1) if seconds > _PATIENCE / 2 else budget


class Engine:
    """One native search; use it in a `with` statement, which frees what it holds."""

    def __init__(  # noqa: PLR0913  # what is evaluated, where and how
        self,
        system: System,
        *,
        workers: int = 1,
        keep_going: bool = False,
        keep_states: bool = False,
        permutations: Permutations = (),
        compiler: str = "auto",
        program: Program | None = None,
        machine: Machine | None = None,
        columns: Sequence[Column] = (),
        watched: int = 0,
        keep_steps: bool = False,
        exact: bool = False,
        exposed: bool = False,
        taken: Sequence[tuple[int, tuple[Value, ...]]] = (),
        numbering: Numbering | None = None,
    ) -> None:
        numbering = numbering or number_system(system, permutations, columns)
        operators = numbering.hosted
        self.system = system
        # Python computes some operators, one at a time and in the order of one worker.
        self.workers = workers = 1 if operators or exact else workers
        if program is None:
            text = emit_model(system, permutations, columns, watched, numbering=numbering)
            program = build(text, compiler)
        self.codec = Codec(numbering.strings, numbering.models)
        keep = 2 if keep_steps else int(keep_states)
        self._options = Options(
            workers, keep_going, keep, _PARALLEL_FROM, LARGEST_SET, exact, exposed
        )
        self.halted = False
        self._taken = taken
        self.host: Host | None = None
        if operators:
            self.host = Host(operators, self.codec, machine or Machine(system), self._grow)
        self._begin(program)

    def _begin(self, program: Program) -> None:
        call = functions_of(program)
        engine = call["engine_new"](call["holdfast_model"](), ctypes.byref(self._options))
        # All at once: the results of an interrupted search are still read.
        self._engine: int | None
        self.program, self._call, self._engine = program, call, engine
        self._programs = [program]
        self._finalizer = weakref.finalize(self, _free, call["engine_free"], engine, self._programs)
        if self.host is not None:
            self.call("engine_host", self.host.callback)
        if self._taken:
            self._watch_steps()

    def _watch_steps(self) -> None:
        """Evaluate columns over each step when it is taken; what C reads is kept alive here."""
        count = len(self._taken)
        first, words = [0], list[int]()
        for _, args in self._taken:
            words += [w for value in args for w in self.codec.write(value)]
            first.append(first[-1] + len(args))
        values = (U64 * (first[-1] + 1))()
        self.call("engine_arguments", (U64 * (len(words) + 1))(*words), first[-1], values)
        self._raw_taken = RawTaken(
            count=count,
            words=count // 64 + 1,
            columns=(U32 * count)(*(column for column, _ in self._taken)),
            first=(U64 * (count + 1))(*first),
            args=values,
        )
        self.call("engine_taken", ctypes.byref(self._raw_taken))

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free what the engine holds."""
        self._finalizer()
        self._engine = None

    def call(self, name: str, *args: Any) -> Any:
        """Call a function of the runtime on this engine."""
        return self._call[name](self._engine, *args)

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the runtime that needs no engine."""
        return self._call[name]

    def spread(self, *args: Any) -> None:
        """The runtime's `engine_spread`, which needs no engine."""
        self._call["engine_spread"](*args)

    def _grow(self, count: int, marks: Any, lengths: Any) -> None:
        self._call["engine_strings"](self._engine, count, marks, lengths)

    # ---- running ----

    def run(self, pause: Pause = None, better: Better = None) -> Run:
        """Search to the end; `pause` is called periodically; if it returns False, the search stops.

        If `better`, called with the length of the queue, returns a program, the search continues
        in that code of the same model.
        """
        budget = _FIRST_BUDGET
        with ThreadPoolExecutor(self.workers) as pool:
            state = self._start(pool, pause, better)
            while state in (Run.MORE, Run.PARALLEL):
                if self.halted or (pause is not None and not pause(self.figures())):
                    return Run.MORE
                program = None if better is None else better(self.figures().frontier)
                if program is not None:
                    self._adopt(program)
                began = time.monotonic()
                state = self._alone(pool, pause, "engine_advance", budget)
                budget = _next_budget(budget, time.monotonic() - began)
                if state is Run.PARALLEL and not self.halted:
                    if not self._expand(pool, pause, better):
                        return Run.MORE
                    self._together(pool, "engine_settle", None)
                    self._together(pool, "engine_place", None)
                    state = Run(self.call("engine_merge"))
        return state

    def _start(self, pool: ThreadPoolExecutor, pause: Pause, better: Better) -> Run:
        """The initial states: again from the first in faster code, unless Python took part."""
        found: list[Program] = []

        def go_on(figures: Figures) -> bool:
            program = None if better is None or self.host is not None else better(0)
            if program is not None:
                found.append(program)
            return not found and (pause is None or pause(figures))

        state = self._alone(pool, go_on, "engine_start")
        if not found:
            return state
        free = self._finalizer
        self._begin(found[0])
        free()
        self.halted = False
        return self._alone(pool, pause, "engine_start")

    def _expand(self, pool: ThreadPoolExecutor, pause: Pause, better: Better) -> bool:
        """All workers on one level, part of it perhaps in faster code; False if stopped."""
        found: list[Program] = []

        def go_on(figures: Figures) -> bool:
            program = None if better is None or found else better(figures.frontier)
            if program is not None:
                found.append(program)
                self.call("engine_rest", 1)
            return pause is None or pause(figures)

        done = self._together(pool, "engine_expand", go_on)
        if not done or not found:
            return done
        self._adopt(found[0])
        self.call("engine_rest", 0)
        return self._together(pool, "engine_expand", pause)

    def _adopt(self, program: Program) -> None:
        """Continue in other code; present data was laid out by the code so far."""
        call = functions_of(program)
        # Memory of one C library must not be freed by another.
        if os.name != "nt" and call["engine_layout"]() == self._call["engine_layout"]():
            self._programs.append(program)
            self.program, self._call = program, call
            self.call("engine_adopt", call["holdfast_model"]())

    def _alone(self, pool: ThreadPoolExecutor, pause: Pause, name: str, *args: int) -> Run:
        """One worker; `pause` can stop even a step that takes minutes."""
        work = pool.submit(self.call, name, *args)
        self._wait({work}, pause)
        self._raise_what_python_raised()
        return Run.MORE if self.halted else Run(work.result())

    def _together(self, pool: ThreadPoolExecutor, name: str, pause: Pause) -> bool:
        """All workers at once; False if `pause` did not let them finish."""
        work = {pool.submit(self.call, name, i) for i in range(self.workers)}
        self._wait(work, pause)
        for each in work:
            each.result()
        return not self.halted

    def _wait(self, pending: set[Future[Any]], pause: Pause) -> None:
        try:
            while pending and not self.halted:
                pending = wait(pending, _LOOK).not_done
                self.halted = bool(pending) and pause is not None and not pause(self.figures())
        finally:
            # Also when the user interrupts: no worker may run when the engine is freed.
            with uninterrupted():
                self._halt(pending)

    def _halt(self, pending: set[Future[Any]]) -> None:
        """Stop what still runs, in C and in Python."""
        if pending:
            self.call("engine_halt")
        while wait(pending, _PATIENCE).not_done:
            if self.host is not None:
                self.host.interrupt()

    def _raise_what_python_raised(self) -> None:
        if self.host is not None and self.host.error is not None:
            raise self.host.error

    def seen(self, which: int) -> bool:
        """Whether a watched formula was true in some state, or could not be evaluated."""
        return bool(self.call("engine_seen", which))

    def stored(self, which: int) -> int | None:
        """The least number that a store truncated; None if it truncated none."""
        least: int = self.call("engine_stored", which)
        return None if least == NO_NUMBER else least

    def failed(self, which: int) -> bool:
        """Whether a watched formula could not be evaluated in some state."""
        return bool(self.call("engine_seen", which) & _FAILED)

    def level(self) -> int:
        """The level of the current state, from 1; for operators of Python."""
        level: int = self._call["engine_level"](self._engine)
        return level

    # ---- what came of it ----

    def figures(self) -> Figures:
        """The statistics so far."""
        found = RawFigures()
        self._call["engine_figures"](self._engine, ctypes.byref(found))
        names = Figures.__dataclass_fields__
        return Figures(**{name: getattr(found, name) for name in names})

    def event(self, what: int | None = None) -> Event | None:
        """The first event, or the first violation of one property."""
        found = RawEvent()
        if what is None:
            yes = self._call["engine_event"](self._engine, ctypes.byref(found))
        else:
            yes = self._call["engine_event_of"](self._engine, what, ctypes.byref(found))
        if not yes:
            return None
        return Event(found.parent, found.action, found.place, found.what, found.trap, found.stage)

    def trap(self) -> Event | None:
        """The first trap."""
        return self.event(len(predicates(self.system)) + len(assertion_names(self.system)) + 1)

    def violations(self, what: int) -> int:
        """The number of violations of one property."""
        found = RawEvent()
        self.call("engine_event_of", what, ctypes.byref(found))
        return int(found.found)

    def steps(self) -> list[tuple[int, int, int]]:
        """All steps between kept states in order: from, to, action; if they were kept."""
        room = self.call("engine_step_count")
        words = (U64 * (3 * room + 1))()
        count = self.call("engine_steps", words)
        row = words[: 3 * count]
        return list(zip(row[::3], row[1::3], row[2::3], strict=True))

    def path(self, ordinal: int) -> list[int]:
        """How a state (its ordinal from 1) was reached: the positions of its ancestors and its own.

        The first is a position among the initial states; all are counted from 1.
        """
        places = []
        while ordinal:
            parent, action, place = U64(), U32(), U32()
            self._call["engine_step"](
                self._engine,
                ordinal - 1,
                ctypes.byref(parent),
                ctypes.byref(action),
                ctypes.byref(place),
            )
            places.append(place.value)
            ordinal = parent.value
        return places[::-1]

    def fired(self, action: int) -> int:
        """How many states an action has generated."""
        count: int = self._call["engine_fired"](self._engine, action)
        return count

    def found(self) -> list[int]:
        """By action: how many states it was the first to reach."""
        counts = (U64 * (len(self.system.actions) + 1))()
        self.call("engine_found", counts)
        return counts[:-1]

    def counts(self, number: int) -> list[int]:
        """The counters of the code, as many as it has."""
        counts = (U64 * number)()
        self.call("engine_counts", counts)
        return counts[:]

    def states(self, chosen: Iterable[int] | None = None) -> Iterator[tuple[Value, ...]]:
        """States in the order of discovery, or some by number; if the engine keeps states."""
        states = self._call["engine_states"](self._engine)
        context = self._call["engine_context"](self._engine, 0)
        width = len(self.system.variables)
        decode = self.codec.read
        # States share most of their values.
        known: dict[int, Value] = {}
        room = 1 << 10
        words = (U64 * room)()
        for row in range(self.call("engine_kept")) if chosen is None else chosen:
            values = []
            for column in range(width):
                value = states[row * width + column]
                found = known.get(value)
                if found is not None:
                    values.append(found)
                    continue
                size = self._call["value_write"](context, value, words, room)
                if size > room:
                    room = 2 * size
                    words = (U64 * room)()
                    size = self._call["value_write"](context, value, words, room)
                known[value] = found = decode(words[:size])
                values.append(found)
            yield tuple(values)


def _free(free: Callable[[int], None], engine: int, programs: list[Program]) -> None:
    """The engine is freed before the code that it runs."""
    free(engine)
    programs.clear()
