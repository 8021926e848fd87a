"""All reachable states, the steps between them, and the values of formulas, in buffers.

`explore` searches without checking: invariants, properties and deadlocks of the system are
ignored, constraints, view and symmetry are those of the model. Data crosses into Python as
whole buffers, never state by state.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, TypeAlias

from holdfast.cancellation import is_over, stopped_by, tick
from holdfast.interp.machine import Machine
from holdfast.ir.body import without_assertions
from holdfast.ir.expr import Expr, Literal
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.limits import NO_LIMITS, Limits
from holdfast.native.build.cc import system_compiler
from holdfast.native.emit.column import Bits, Column
from holdfast.native.emit.numbering import Permutations
from holdfast.native.emit.reach import variables_of
from holdfast.native.emit.support import unsupported
from holdfast.native.run.decode import Codec
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Event, Figures, Run
from holdfast.native.run.interface import U32, U64
from holdfast.source import SpecError

State: TypeAlias = tuple[Value, ...]
_WORTH_CC = 50_000_000
"""From this many results on, cc is waited for."""


class Keep(IntEnum):
    """What is kept after a search."""

    NOTHING = 0
    STATES = 1
    GRAPH = 2


class Explored:
    """The result of a search; states are in the order of discovery, from 0.

    `complete` says whether all reachable states were explored. If not, either a limit was
    reached, or `event` is the step that could not be computed. `bits` are the results of
    the columns that `explore` was given, in their order.
    """

    def __init__(self, engine: Engine, run: Run, columns: Sequence[Column]) -> None:
        self._engine = engine
        self._states: list[State] | None = None
        self.complete = run is Run.DONE
        self.figures: Figures = engine.figures()
        self.event: Event | None = engine.event()
        self.bits: tuple[Bits, ...] = tuple(_answers(engine, columns))

    def __len__(self) -> int:
        """The number of kept states; those of an unfinished level are not kept."""
        return int(self._engine.call("engine_kept"))

    def states(self) -> list[State]:
        """All states as Python values; only if states were kept."""
        if self._states is None:
            self._states = list(self._engine.states())
        return self._states

    def steps(self) -> list[tuple[int, int, int]]:
        """All steps in order: from, to, and the number of the action; only of a graph."""
        return self._engine.steps()

    def ask(self, columns: Iterable[Column | Expr], compiler: str = "auto") -> tuple[Bits, ...]:
        """Evaluate more columns in the same states; only if states were kept."""
        asked, codec = _columns(columns), self._engine.codec
        work = len(self) * sum(len(column.rows) for column in asked)
        if compiler == "auto" and work > _WORTH_CC and system_compiler() is not None:
            compiler = "cc"
        engine = _asking_engine(
            self._engine.system, asked, compiler, ((*codec.texts, *codec.names),)
        )
        size = self._engine.call("engine_dump", None, 0)
        words = (U64 * (size + 1))()
        self._engine.call("engine_dump", words, size)
        _load(engine, words, size, codec)
        return tuple(_answers(engine, asked))


def explore(  # noqa: PLR0913  # what is searched, what is kept, and how
    system: System,
    keep: Keep = Keep.NOTHING,
    columns: Iterable[Column | Expr] = (),
    *,
    limits: Limits = NO_LIMITS,
    workers: int = 1,
    permutations: Permutations = (),
    compiler: str = "auto",
    machine: Machine | None = None,
) -> Explored:
    """Explore all reachable states of a system after all passes.

    `columns` are formulas over its variables, as expressions of the IR, or `Column`s with
    parameters and rows of arguments; with columns the states are kept. `permutations` are
    those of the symmetry. Raises SpecError, with the location, if generated code does not
    support something.
    """
    limits.allow("explore", "seconds", "states")
    asked = _columns(columns)
    system = _unjudged(system)
    _require_support(system, asked)
    engine = Engine(
        system,
        workers=workers,
        keep_states=keep >= Keep.STATES or bool(asked),
        keep_steps=keep is Keep.GRAPH,
        permutations=permutations,
        compiler=compiler,
        machine=machine,
        columns=asked,
    )
    started = time.monotonic()

    def pause(figures: Figures) -> bool:
        late = limits.seconds is not None and time.monotonic() - started > limits.seconds
        return (
            not late
            and not is_over()
            and (limits.states is None or figures.distinct <= limits.states)
        )

    return Explored(engine, engine.run(pause), asked)


def evaluate(
    system: System,
    states: Sequence[State],
    columns: Iterable[Column | Expr],
    compiler: str = "auto",
) -> tuple[Bits, ...]:
    """Evaluate columns in any states, reachable or not; bit i is about `states[i]`.

    Raises SpecError, with the location, if generated code does not support something.
    """
    asked = _columns(columns)
    engine = _asking_engine(_unjudged(system), asked, compiler, states)
    words = [w for state in states for value in state for w in engine.codec.write(value)]
    array = (U64 * (len(words) + 1))(*words)
    _load(engine, array, len(words), engine.codec)
    return tuple(_answers(engine, asked))


def _columns(given: Iterable[Column | Expr]) -> tuple[Column, ...]:
    return tuple(c if isinstance(c, Column) else Column(c) for c in given)


def _unjudged(system: System) -> System:
    return replace(
        without_assertions(system),
        invariants=(),
        initial_properties=(),
        step_properties=(),
        check_deadlock=False,
    )


def _require_support(system: System, columns: Sequence[Column]) -> None:
    problems = unsupported(system, tuple(column.expr for column in columns))
    if problems:
        raise SpecError(*problems)


# ---- engines that only evaluate ----


def _asking_engine(
    system: System, columns: tuple[Column, ...], compiler: str, told: Sequence[State]
) -> Engine:
    """An engine without initial states and actions, for given states.

    `told` are values whose strings and model values it must know.
    """
    still = replace(system, init=None, actions=(), constraints=(), action_constraints=(), view=None)
    still = replace(still, transient=None, may_end=None)
    _require_support(still, columns)
    engine = Engine(
        still,
        keep_states=True,
        compiler=compiler,
        columns=(*columns, Column(Literal(True), (), told)),
    )
    engine.call("engine_prepare")
    return engine


def _load(engine: Engine, words: Any, count: int, codec: Codec) -> None:
    new = engine.codec
    strings = (U32 * (len(codec.texts) + 1))(*(new.strings[t] for t in codec.texts))
    models = (U32 * (len(codec.names) + 1))(*(new.models[m.name] for m in codec.names))
    trap = engine.call("engine_load", words, count, strings, models)
    assert not trap, "states that were kept can be kept again"


# ---- columns ----


def _answers(engine: Engine, columns: Sequence[Column]) -> Iterable[Bits]:
    classes: dict[frozenset[str], tuple[Any, Any, int]] = {}
    for number, column in enumerate(columns):
        used = variables_of(column.expr, engine.system)
        known = classes.get(used)
        if known is None:
            known = classes[used] = _classes(engine, used)
        yield _answer(engine, number, column, known)


def _classes(engine: Engine, used: frozenset[str]) -> tuple[Any, Any, int]:
    """The first state of each class of states that agree on some variables, and the classes."""
    states = int(engine.call("engine_kept"))
    chosen = [i for i, v in enumerate(engine.system.variables) if v in used]
    first, number = (U64 * (states + 1))(), (U32 * (states + 1))()
    columns = (U32 * (len(chosen) + 1))(*chosen)
    count = engine.call("engine_classes", len(chosen), columns, first, number)
    return first, number, count


def _answer(engine: Engine, which: int, column: Column, classes: tuple[Any, Any, int]) -> Bits:
    first, number, count = classes
    states, rows, width = int(engine.call("engine_kept")), len(column.rows), len(column.params)
    assert all(len(row) == width for row in column.rows), "one argument for each parameter"
    words = [w for row in column.rows for value in row for w in engine.codec.write(value)]
    args = (U64 * (rows * width + 1))()
    engine.call("engine_arguments", (U64 * (len(words) + 1))(*words), rows * width, args)
    found = (ctypes.c_uint8 * (rows * count + 1))()
    with stopped_by(lambda: engine.call("engine_halt")):
        engine.call("engine_evaluate", which, count, first, width, rows, args, found)
    tick()  # a cancelled column has no result
    size = (states + 63) // 64
    holds, failed = (U64 * (rows * size + 1))(), (U64 * (rows * size + 1))()
    engine.spread(states, number, count, rows, found, holds, failed)
    return Bits(_numbers(holds, rows, size), _numbers(failed, rows, size))


def _numbers(words: Any, rows: int, size: int) -> tuple[int, ...]:
    data = memoryview(words).cast("B")
    step = 8 * size
    return tuple(int.from_bytes(data[i * step : (i + 1) * step], "little") for i in range(rows))
