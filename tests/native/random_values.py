"""Random values and sets, and what the interpreter computes of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from holdfast.interp import members, sets
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value, boolean, model_value
from tests.native.words import GIVEN, TEXTS, decode, encode


def atom(r: random.Random, kind: int) -> Value:
    match kind:
        case 0:
            return r.randint(-3, 6)
        case 1:
            return r.choice(TEXTS[:5])
        case 2:
            return model_value(r.choice(TEXTS[5:8]))
        case 3:
            return boolean(r.random() < 0.5)
        case _:
            return model_value(r.choice(TEXTS[5:]))


def random_value(r: random.Random, depth: int, kind: int | None = None) -> Value:
    """A value whose parts are often of one kind, so that most can be compared."""
    while True:
        try:
            return _any_value(r, depth, kind)
        except EvalError:
            pass


def _any_value(r: random.Random, depth: int, kind: int | None) -> Value:
    if kind is None:
        kind = r.choice((0, 0, 1, 2, 3, 4)) if r.random() < 0.9 else None
    own = r.randint(0, 4) if kind is None else kind
    if depth == 0 or r.random() < 0.25:
        return atom(r, own)
    several = [random_value(r, depth - 1, kind) for _ in range(r.randint(0, 4))]
    match r.randint(0, 4):
        case 0 | 1:
            return set_of(several)
        case 2:
            return tuple(several)
        case 3:
            return record_of(dict(zip(r.sample(TEXTS[:4], len(several)), several, strict=True)))
        case _:
            keys = [random_value(r, depth - 1 if r.random() < 0.2 else 0, own) for _ in several]
            return function_from(list(zip(keys, several, strict=True)))


def random_set(r: random.Random, depth: int = 2) -> Any:
    """A set, often a lazy one."""
    while True:
        try:
            return _any_set(r, depth)
        except EvalError:
            pass


def _any_set(r: random.Random, depth: int) -> Any:
    match r.randint(0, 11) if depth else r.choice((0, 0, 1)):
        case 0:
            return set_of([atom(r, 0) for _ in range(r.randint(0, 4))])
        case 1:
            return sets.interval(r.randint(-1, 3), r.randint(0, 3))
        case 2:
            return sets.subsets(random_set(r, 0))
        case 3:
            return sets.function_set(random_set(r, 0), random_set(r, depth - 1))
        case 4:
            return sets.record_set("b", random_set(r, 0), "a", random_set(r, depth - 1))
        case 5:
            return sets.product([random_set(r, 0), random_set(r, depth - 1)])
        case 6:
            return GIVEN[r.randint(0, 3)]
        case 7:
            from holdfast.interp.given_sets import Sequences

            return Sequences(random_set(r, depth - 1))
        case 8:
            return sets.union(random_set(r, depth - 1), random_set(r, depth - 1))
        case 9:
            return set_of([random_value(r, 1, 0) for _ in range(r.randint(0, 4))])
        case 10:
            return set_of([random_value(r, 2, 2) for _ in range(r.randint(0, 4))])
        case _:
            return set_of([set_of([atom(r, 0)]), set_of([atom(r, 0), atom(r, 0)])])


def small(value: Any) -> bool:
    """Whether a set is small enough to be enumerated here; those without end are."""
    try:
        # A copy, because a lazy set remembers that it was listed, and then comes in order.
        return bool(members.size(decode(encode(value))) <= 300)
    except EvalError as error:
        return error.code == "eval-not-enumerable"


def expected(compute: Callable[[], Any]) -> Any:
    """What the interpreter says; "trap" where it raises."""
    try:
        return compute()
    except EvalError:
        return "trap"
