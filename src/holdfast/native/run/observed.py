"""What a native search observed of the terms in its states, as the interpreter describes it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from holdfast.ir.observation import Observation, Observed, Scene
from holdfast.ir.values import Value
from holdfast.native.emit.column import Column
from holdfast.native.emit.column import Observed as ObservedColumns
from holdfast.native.run.engine import Engine
from holdfast.native.run.interface import U64

_MOST_SCENES = 4096
_BEYOND = 1 << 61
"""A difference or sum of values is smaller; a greater number is that of no value."""


def observed_columns(observation: Observation) -> ObservedColumns:
    """What generated code observes."""
    terms = tuple(Column(e) for e in (*observation.terms, *observation.controls))
    return ObservedColumns(
        terms,
        len(observation.controls),
        observation.sums,
        observation.triples,
        observation.weighted,
    )


def read_observed(engine: Engine, observation: Observation) -> Observed:
    """What all workers observed, together."""
    found = Observed([Scene(None, None)])
    known: dict[tuple[int | None, Value | None], Scene] = {(None, None): found.scenes[0]}
    for worker in range(engine.workers):
        states, outside = U64(), U64()
        count = engine.call("engine_scenes", worker, ctypes.byref(states), ctypes.byref(outside))
        found.states += states.value
        found.outside += outside.value
        found.too_many |= count > _MOST_SCENES
        for number in range(min(count, _MOST_SCENES)):
            raw = engine.call("engine_scene", worker, number).contents
            scene = _scene(engine, raw, observation)
            key = scene.control, scene.value
            if key in known:
                known[key].merge(scene)
            else:
                known[key] = scene
                found.scenes.append(scene)
    return found


def _scene(engine: Engine, raw: Any, observation: Observation) -> Scene:
    n = len(observation.terms)
    control = raw.control - 1 if raw.control else None
    value = None if control is None else engine.codec.read([raw.value])
    scene = Scene(control, value, raw.states)
    for a, (low, high) in enumerate(zip(raw.low[:n], raw.high[:n], strict=True)):
        if low <= high:
            scene.ranges[a] = low, high
            scene.first[a], scene.step[a] = raw.first[a], raw.step[a]
    scene.absent = {a: count for a, count in enumerate(raw.absent[:n]) if count}
    scene.undefined = {a: count for a, count in enumerate(raw.undefined[:n]) if count}
    scene.failed = {a: count for a, count in enumerate(raw.failed[:n]) if count}
    scene.differences = dict(_differences(n, raw.least[: n * n], raw.most[: n * n]))
    scene.equal = set(_equal(n, raw.equal[: n * n]))
    if observation.sums:
        scene.sums = dict(_sums(n, raw.least_sum[: n * n], raw.most_sum[: n * n]))
    if observation.triples and control is None:
        least, most = raw.least_triple[: n**3], raw.most_triple[: n**3]
        scene.triples = dict(_triples(n, least, most))
    for i in range(len(observation.weighted)):
        if raw.least_of[i] <= raw.most_of[i]:
            scene.weighted[i] = raw.least_of[i], raw.most_of[i]
            if raw.zero[i]:
                scene.zero.add(i)
    return scene


def _differences(
    n: int, least: list[int], most: list[int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for a in range(n):
        for b in range(a + 1, n):
            if least[a * n + b] < _BEYOND:
                yield (a, b), (least[a * n + b], most[a * n + b])


def _equal(n: int, equal: list[int]) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(n) for b in range(a + 1, n) if equal[a * n + b])


def _sums(
    n: int, least: list[int], most: list[int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """A pair was added when one of its terms had changed, in the row of that term."""
    for a in range(n):
        for b in range(a + 1, n):
            low = min(least[a * n + b], least[b * n + a])
            if low < _BEYOND:
                yield (a, b), (low, max(most[a * n + b], most[b * n + a]))


def _triples(
    n: int, least: list[int], most: list[int]
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int]]]:
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(n):
                at = (a * n + b) * n + c
                if c not in (a, b) and least[at] < 2 * _BEYOND:
                    yield (a, b, c), (least[at], most[at])
