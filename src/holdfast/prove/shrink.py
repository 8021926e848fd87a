"""Smaller counterexamples: states closer to an initial state that are still confirmed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from holdfast.interp.step import State
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Value
from holdfast.prove.confirm import Broken, Judge, NotConfirmed
from holdfast.prove.conjuncts import Conjunct

_SECONDS = 3.0
_MOST_INITIAL = 2000


def shrink(judge: Judge, lemmas: Sequence[Conjunct], found: Broken) -> Broken:
    """The same counterexample from a simpler state, if one is found quickly."""
    until = time.monotonic() + _SECONDS
    base = _some_initial(judge)
    better: Broken | None = found
    while better is not None:
        found = better
        better = _simpler_one(judge, lemmas, found, base, until)
    return found


def _some_initial(judge: Judge) -> State | None:
    try:
        some = judge.initial_states(_MOST_INITIAL)
        return min(some, key=lambda row: sum(map(_size, row)), default=None)
    except NotConfirmed:
        return None


def _simpler_one(
    judge: Judge,
    lemmas: Sequence[Conjunct],
    found: Broken,
    base: State | None,
    until: float,
) -> Broken | None:
    for state in _simpler_states(found.before, base):
        if time.monotonic() > until:
            return None
        try:
            judge.require_lemmas(lemmas, state)
            return judge.broken_step(state, found.conjunct, found.step.action)
        except NotConfirmed:
            continue
    return None


def _simpler_states(state: State, base: State | None) -> Iterator[State]:
    """The state with a simpler value of one variable, the largest changes first."""
    for i, value in enumerate(state):
        target = None if base is None else base[i]
        if target is not None and value != target and _size(target) <= _size(value):
            yield (*state[:i], target, *state[i + 1 :])
    for i, value in enumerate(state):
        for simpler in _simpler(value, None if base is None else base[i]):
            yield (*state[:i], simpler, *state[i + 1 :])


def _simpler(value: Value, target: Value | None) -> Iterator[Value]:
    """Values that are smaller than `value`; `target` is the initial value."""
    match value:
        case FiniteSet():
            for element in ordered(value):
                yield set_of(e for e in value.elements if e != element)
        case Function():
            keys = ordered(value.domain)
            pairs = list(zip(keys, value.values, strict=True))
            for i, (key, old) in enumerate(pairs):
                wanted = _entry(target, key)
                news = [] if wanted is None or wanted == old else [wanted]
                for new in (*news, *_simpler(old, wanted)):
                    yield function_from([*pairs[:i], (key, new), *pairs[i + 1 :]])
        case _:
            return


def _entry(function: Value | None, key: Value) -> Value | None:
    if not isinstance(function, Function):
        return None
    found = dict(zip(ordered(function.domain), function.values, strict=True))
    return found.get(key)


def _size(value: Value) -> int:
    match value:
        case FiniteSet():
            return 1 + sum(map(_size, value.elements))
        case tuple():
            return 1 + sum(map(_size, value))
        case Function():
            return 1 + sum(map(_size, value.values))
        case _:
            return 1
