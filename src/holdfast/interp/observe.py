"""Observes terms in states with the interpreter (`ir/observation.py`).

`native/runtime/observe.c` does the same in C; this is the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import gcd
from operator import mul

from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.observation import Observation, Observed, Scene, widen
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Value,
)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A term in one state."""

    values: frozenset[int] = frozenset()
    undefined: bool = False
    failed: bool = False


class Observer:
    """Observes states with the interpreter."""

    def __init__(self, machine: Machine, observation: Observation) -> None:
        self.machine = machine
        self.observation = observation
        self.found = Observed([Scene(None, None)])
        self._scenes: dict[tuple[int, Value], Scene] = {}

    def observe(self, state: State, kept: bool) -> None:
        """Observe a state that is checked."""
        if kept:
            self.found.states += 1
        else:
            self.found.outside += 1
        seen = [self._seen(term, state) for term in self.observation.terms]
        self._note(self.found.scenes[0], seen)
        for number, control in enumerate(self.observation.controls):
            scene = self._scene(number, control, state)
            if scene is not None:
                self._note(scene, seen)

    def _seen(self, term: Expr, state: State) -> _Seen:
        """The instances of a term."""
        try:
            value = self.machine.value(term, state)
            value = canonical(value) if isinstance(value, LazySet) else value
        except EvalError as error:
            # Outside the domain of a function: the condition is part of the relation.
            outside = error.code in ("eval-out-of-domain", "eval-field")
            return _Seen(undefined=outside, failed=not outside)
        if isinstance(value, FiniteSet):
            return _Seen(frozenset(numbers_of(value.elements)))
        values = frozenset(numbers_of((value,)))
        is_atom = not isinstance(value, tuple | Function | LazyFunction)
        return _Seen(values, undefined=not values and is_atom)

    def _scene(self, number: int, control: Expr, state: State) -> Scene | None:
        try:
            value = self.machine.value(control, state)
        except EvalError:
            return None
        if not isinstance(value, int | str | Boolean | ModelValue):
            return None
        scene = self._scenes.get((number, value))
        if scene is None:
            scene = self._scenes[number, value] = Scene(number, value)
            self.found.scenes.append(scene)
        return scene

    def _note(self, scene: Scene, seen: list[_Seen]) -> None:
        scene.states += 1
        ranges: list[tuple[int, int, int]] = []
        for a, sight in enumerate(seen):
            values = sight.values
            if not values:
                _count(scene.absent, a, True)
                _count(scene.undefined, a, sight.undefined)
                _count(scene.failed, a, sight.failed)
                continue
            low, high = min(values), max(values)
            ranges.append((a, low, high))
            widen(scene.ranges, a, low, high)
            first = scene.first.setdefault(a, low)
            scene.step[a] = gcd(scene.step.get(a, 0), *(v - first for v in values))
        for i, (a, low, high) in enumerate(ranges):
            for b, least, most in ranges[i + 1 :]:
                widen(scene.differences, (a, b), low - most, high - least)
                if not seen[a].values.isdisjoint(seen[b].values):
                    scene.equal.add((a, b))
                if self.observation.sums:
                    widen(scene.sums, (a, b), low + least, high + most)
        if self.observation.triples and scene.control is None:
            self._note_triples(scene, ranges)
        self._note_weighted(scene, seen)

    def _note_weighted(self, scene: Scene, seen: list[_Seen]) -> None:
        for number, each in enumerate(self.observation.weighted):
            instances = [seen[t].values for t in each.terms]
            if all(len(some) == 1 for some in instances):
                values = [value for some in instances for value in some]
                total = each.offset + sum(map(mul, each.factors, values))
                widen(scene.weighted, number, total, total)
                if total == 0:
                    scene.zero.add(number)

    def _note_triples(self, scene: Scene, ranges: list[tuple[int, int, int]]) -> None:
        for i, (a, low, high) in enumerate(ranges):
            for b, least, most in ranges[i + 1 :]:
                for c, down, up in ranges:
                    if c not in (a, b):
                        key = a, b, c
                        widen(scene.triples, key, low + least - up, high + most - down)


def _count(counts: dict[int, int], term: int, yes: bool) -> None:
    if yes:
        counts[term] = counts.get(term, 0) + 1


def numbers_of(values: Iterable[Value]) -> Iterator[int]:
    """The integers among some values, with Booleans as 0 and 1."""
    for value in values:
        if isinstance(value, Boolean):
            yield int(value.truth)
        elif isinstance(value, int):
            yield value
