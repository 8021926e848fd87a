"""The native search from Python: figures, events, states; workers are Python threads."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from types import TracebackType
from typing import Any

from holdfast.interp.members import largest_set
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.native.build import Program, build
from holdfast.native.decode import decoder
from holdfast.native.emit import Permutations, emit_model, numbered_texts

_U32, _U64, _POINTER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p


class _Options(ctypes.Structure):
    _fields_ = [
        ("workers", _U32),
        ("keep_going", _U32),
        ("keep_states", _U32),
        ("parallel_from", _U32),
        ("largest_set", _U64),
    ]


class _Event(ctypes.Structure):
    _fields_ = [
        ("parent", _U64),
        ("action", _U32),
        ("place", _U32),
        ("stage", _U32),
        ("what", _U32),
        ("trap", _U32),
        ("found", _U32),
    ]


class _Figures(ctypes.Structure):
    _fields_ = [
        (name, _U64)
        for name in (
            "generated",
            "distinct",
            "initial",
            "frontier",
            "expanded",
            "values",
            "bytes",
            "digest",
        )
    ] + [("depth", _U32), ("state", _U32)]


class Run(IntEnum):
    """How a search stands."""

    MORE = 0
    PARALLEL = 1
    DONE = 2
    STOPPED = 3
    TRAPPED = 4


DEADLOCK, ACTION, KEY, PREPARE = range(0x10000, 0x10004)
"""What an event is about, besides the numbers of predicates."""


@dataclass(frozen=True, slots=True)
class Event:
    """A violation or a trap: `parent` is an ordinal from 1, `place` counts successors from 1.

    Without a parent it is about an initial state; without a place about an action. `trap` is
    0 for a violation.
    """

    parent: int
    action: int
    place: int
    what: int
    trap: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a search."""

    generated: int
    distinct: int
    initial: int
    frontier: int
    expanded: int
    depth: int
    bytes: int
    digest: int


_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "holdfast_model": (_POINTER, ()),
    "engine_new": (_POINTER, (_POINTER, ctypes.POINTER(_Options))),
    "engine_free": (None, (_POINTER,)),
    "engine_start": (_U32, (_POINTER,)),
    "engine_advance": (_U32, (_POINTER, _U64)),
    "engine_expand": (None, (_POINTER, _U32)),
    "engine_settle": (None, (_POINTER, _U32)),
    "engine_merge": (_U32, (_POINTER,)),
    "engine_figures": (None, (_POINTER, ctypes.POINTER(_Figures))),
    "engine_event": (_U32, (_POINTER, ctypes.POINTER(_Event))),
    "engine_event_of": (_U32, (_POINTER, _U32, ctypes.POINTER(_Event))),
    "engine_step": (
        None,
        (_POINTER, _U64, ctypes.POINTER(_U64), ctypes.POINTER(_U32), ctypes.POINTER(_U32)),
    ),
    "engine_fired": (_U64, (_POINTER, _U32)),
    "engine_states": (ctypes.POINTER(_U64), (_POINTER,)),
    "engine_context": (_POINTER, (_POINTER, _U32)),
    "value_write": (_U64, (_POINTER, _U64, ctypes.POINTER(_U64), _U64)),
}

_BUDGET = 4096
_PARALLEL_FROM = 512


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
    ) -> None:
        self.system = system
        self.workers = workers
        self.program = program or build(emit_model(system, permutations), compiler)
        moved = tuple(dict.fromkeys(m for p in permutations for m in p))
        self._texts = numbered_texts(system, moved)
        self._call = {
            name: ctypes.CFUNCTYPE(result, *arguments)(self.program.symbol(name))
            for name, (result, arguments) in _SIGNATURES.items()
        }
        options = _Options(workers, keep_going, keep_states, _PARALLEL_FROM, largest_set())
        model = self._call["holdfast_model"]()
        self._engine: int | None = self._call["engine_new"](model, ctypes.byref(options))

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._engine is not None:
            self._call["engine_free"](self._engine)
            self._engine = None

    # ---- running ----

    def run(self, pause: Callable[[Figures], bool] | None = None) -> Run:
        """Search to the end; `pause` is called now and then, and ends the search by False."""
        state = Run(self._call["engine_start"](self._engine))
        with ThreadPoolExecutor(self.workers) as pool:
            while state in (Run.MORE, Run.PARALLEL):
                if pause is not None and not pause(self.figures()):
                    return Run.MORE
                state = Run(self._call["engine_advance"](self._engine, _BUDGET))
                if state is Run.PARALLEL:
                    self._together(pool, "engine_expand")
                    self._together(pool, "engine_settle")
                    state = Run(self._call["engine_merge"](self._engine))
        return state

    def _together(self, pool: ThreadPoolExecutor, name: str) -> None:
        function = self._call[name]
        for done in [pool.submit(function, self._engine, i) for i in range(self.workers)]:
            done.result()

    # ---- what came of it ----

    def figures(self) -> Figures:
        """The figures so far."""
        found = _Figures()
        self._call["engine_figures"](self._engine, ctypes.byref(found))
        names = Figures.__dataclass_fields__
        return Figures(**{name: getattr(found, name) for name in names})

    def event(self, what: int | None = None) -> Event | None:
        """The first event, or the first violation of one property."""
        found = _Event()
        if what is None:
            yes = self._call["engine_event"](self._engine, ctypes.byref(found))
        else:
            yes = self._call["engine_event_of"](self._engine, what, ctypes.byref(found))
        if not yes:
            return None
        return Event(found.parent, found.action, found.place, found.what, found.trap)

    def path(self, ordinal: int) -> list[int]:
        """How a state (its ordinal from 1) was reached: the places of its ancestors and its own.

        The first is a place among the initial states, each counted from 1.
        """
        places = []
        while ordinal:
            parent, action, place = _U64(), _U32(), _U32()
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

    def states(self) -> Iterator[tuple[Value, ...]]:
        """All states in the order of discovery; only if the engine was told to keep them."""
        states = self._call["engine_states"](self._engine)
        context = self._call["engine_context"](self._engine, 0)
        width = len(self.system.variables)
        decode = decoder(*self._texts)
        room = 1 << 10
        words = (_U64 * room)()
        for row in range(self.figures().distinct):
            values = []
            for column in range(width):
                value = states[row * width + column]
                size = self._call["value_write"](context, value, words, room)
                if size > room:
                    room = 2 * size
                    words = (_U64 * room)()
                    size = self._call["value_write"](context, value, words, room)
                values.append(decode(words[:size]))
            yield tuple(values)
