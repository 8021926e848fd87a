"""The state graph of a native search, and the lassos in it, in buffers.

States and steps are numbered from 0; sets of them are bits of a number.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.cancellation import stopped_by, tick
from holdfast.ir.values import Value
from holdfast.native.run.engine import Engine
from holdfast.native.run.interface import U32, U64, RawFound, RawGraph

_MOST_WORK = 30_000_000
"""Visits of nodes after which the search for a shorter lasso ends."""
_EVERY_LOOP = 2**32 - 1
MOST_MARKS = 1024
MOST_NODES = 2**31
"""The limit of states times nodes of a tableau: C numbers them in 32 bits."""


class NoValue(Exception):
    """A formula cannot be evaluated in this state, or over this step."""

    def __init__(self, place: int) -> None:
        super().__init__(f"place {place}")
        self.place = place


@dataclass(frozen=True, slots=True)
class ProductSearch:
    """The tables of a search for a lasso; see `runtime/lassos.c`.

    At most MOST_MARKS marks; `of_states`, `of_steps` and `still` have the places of each of the
    first. `atoms` of them choose a row of the tableau. `edges`: by row and node, pairs of the next
    node and bits of the other marks. A condition is a pair of marks, bad and good; `bad` None
    is one of every loop.
    """

    of_states: Sequence[int]
    of_steps: Sequence[int]
    still: Sequence[int]
    atoms: int
    bits: int
    edges: Sequence[Sequence[tuple[int, int]]]
    starts: Sequence[bool]
    conditions: Sequence[tuple[int | None, int]]


class NativeStateGraph:
    """The states and steps that an engine has kept; it must stay open.

    `taken` is the number of columns that were evaluated when steps were taken. If it `stutters`,
    steps that change nothing are left out: every state has one. Otherwise a state without
    successors has a step to itself.
    """

    def __init__(self, engine: Engine, taken: int = 0, stutters: bool = True) -> None:
        self.engine, self.stutters = engine, stutters
        self.states = int(engine.call("engine_kept"))
        self.initial = min(engine.figures().initial, self.states)
        room = int(engine.call("engine_step_count")) + self.states * (not stutters)
        self._first, self._target = (U64 * (self.states + 2))(), (U32 * (room + 1))()
        self._words = taken // 64 + 1
        self._taken = (U64 * (room * self._words + 1))() if taken else None
        where = self._first, self._target
        if self._taken is None:
            self.steps = int(engine.call("engine_graph", *where, stutters))
        else:
            self.steps = int(engine.call("engine_graph_taken", *where, self._taken))

    def taken_steps(self, number: int) -> int:
        """The steps over which a column was true when they were taken."""
        if self.engine.call("engine_untaken"):
            raise NoValue(0)
        bits = (U64 * (self.steps // 64 + 1))()
        column = self.engine.function("taken_column")
        column(self.steps, self._taken, self._words, number, bits)
        return _number(bits)

    def first(self) -> Sequence[int]:
        """By state, its first step; then the number of steps."""
        return self._first[: self.states + 1]

    def target(self) -> Sequence[int]:
        """By step, the state that it leads to."""
        return self._target[: self.steps]

    # ---- truth ----

    def true_states(self, column: int, args: Sequence[Value]) -> int:
        """The states in which a formula is true; raises NoValue where it has no value."""
        bits = (U64 * (self.states // 64 + 1))()
        self._evaluate("engine_true_states", column, args, bits)
        return _number(bits)

    def true_steps(self, column: int, args: Sequence[Value], only: int | None = None) -> int:
        """The steps over which a formula is true, perhaps only those from some states."""
        bits = (U64 * (self.steps // 64 + 1))()
        chosen = None if only is None else _words(only, self.states)
        where = self._first, self._target, chosen
        self._evaluate("engine_true_steps", column, args, bits, *where)
        return _number(bits)

    def _evaluate(
        self, function: str, column: int, args: Sequence[Value], bits: Any, *where: Any
    ) -> None:
        engine = self.engine
        words = [w for value in args for w in engine.codec.write(value)]
        values = (U64 * (len(args) + 1))()
        engine.call("engine_arguments", (U64 * (len(words) + 1))(*words), len(args), values)
        stop = (U64 * 1)()
        with stopped_by(lambda: stop.__setitem__(0, 1)):
            failed = engine.call(function, column, values, *where, stop, bits)
        tick()
        if failed:
            raise NoValue(failed - 1)

    # ---- lassos ----

    def shortest_lasso(
        self, search: ProductSearch, shorter_than: int | None
    ) -> tuple[tuple[int, ...], int, bool] | None:
        """The states of a lasso, the place it returns to, and whether it is shortest."""
        raw, found = self._raw(search), RawFound()
        raw.shorter_than = shorter_than or 0
        stop = (U64 * 1)()
        raw.stop = stop
        find, free = self.engine.function("find_lasso"), self.engine.function("lasso_free")
        try:
            with stopped_by(lambda: stop.__setitem__(0, 1)):
                find(ctypes.byref(raw), ctypes.byref(found))
            tick()
            if not found.length:
                return None
            return tuple(found.states[: found.length]), found.loop, bool(found.shortest)
        finally:
            free(ctypes.byref(found))

    def _raw(self, search: ProductSearch) -> RawGraph:
        first, to, kept = [0], [], []
        for each in search.edges:
            to += [node for node, _ in each]
            kept += [marks for _, marks in each]
            first.append(len(to))
        words = 1 + (len(search.of_states) + search.bits) // 64
        kept = [
            k << len(search.of_states) >> 64 * i & (2**64 - 1) for k in kept for i in range(words)
        ]
        bad = [_EVERY_LOOP if b is None else b for b, _ in search.conditions]
        good = [g for _, g in search.conditions]
        of_steps = None
        if any(search.of_steps):
            of_steps = self._marks(search.of_steps, self.steps, words)
        return RawGraph(
            states=self.states,
            initial=self.initial,
            first=self._first,
            target=self._target,
            words=words,
            of_states=self._marks(search.of_states, self.states, words),
            of_steps=of_steps,
            still=self._marks(search.still, self.states, words),
            atoms=(1 << search.atoms) - 1,
            bits=search.bits,
            loops=self._taken is not None or not self.stutters,
            stutters=self.stutters,
            edges=(U32 * len(first))(*first),
            next=(U32 * (len(to) + 1))(*to),
            kept=(U64 * (len(kept) + 1))(*kept),
            starts=(ctypes.c_uint8 * (len(search.starts) + 1))(*search.starts),
            conditions=len(good),
            bad=(U32 * (len(bad) + 1))(*bad),
            good=(U32 * (len(good) + 1))(*good),
            most_work=_MOST_WORK,
        )

    def _marks(self, places: Sequence[int], size: int, words: int) -> Any:
        marks = (U64 * (size * words + 1))()
        add = self.engine.function("add_mark")
        for number, bits in enumerate(places):
            if bits:
                add(size, _words(bits, size), words, number, marks)
        return marks


def _words(bits: int, size: int) -> Any:
    count = size // 64 + 1
    return (U64 * count).from_buffer_copy(bits.to_bytes(8 * count, "little"))


def _number(words: Any) -> int:
    return int.from_bytes(memoryview(words).cast("B"), "little")
