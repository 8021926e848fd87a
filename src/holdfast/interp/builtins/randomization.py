"""Module Randomization: random subsets, reproducible by the seed of the context."""

from __future__ import annotations

from math import prod
from random import Random

from holdfast.interp.arguments import natural
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError, outside
from holdfast.interp.lazy_sets import Interval
from holdfast.interp.members import as_set, listed, size
from holdfast.interp.row_sets import Rows
from holdfast.ir.construct import set_in_order, set_of
from holdfast.ir.order import ordered
from holdfast.ir.values import AnySet, Value


def random_subset(context: Context, count: Value, collection: Value) -> Value:
    """RandomSubset(count, collection); sets of functions are not enumerated for it."""
    base = as_set(collection)
    total = size(base)
    wanted = min(natural(count, "RandomSubset"), total)
    return set_of([_element(base, i) for i in _places(context.random, total, wanted)])


def _places(random: Random, total: int, wanted: int) -> list[int]:
    """Distinct numbers below `total`, which may be too large for `random.sample` of a range."""
    if total < 1 << 62:
        return random.sample(range(total), wanted)
    found: dict[int, None] = {}
    while len(found) < wanted:
        found[random.randrange(total)] = None
    return list(found)


def _element(collection: AnySet, place: int) -> Value:
    """The element at a position of the enumeration."""
    if isinstance(collection, Interval):
        return collection.low + place
    if not isinstance(collection, Rows):
        return ordered(listed(collection))[place]
    row: list[Value] = []
    columns = collection.columns()
    sizes = [size(column) for column in columns]
    for i, column in enumerate(columns):
        step = prod(sizes[i + 1 :])
        row.append(_element(column, place // step % sizes[i]))
    return collection.make(tuple(row))


def random_subsets(context: Context, count: Value, mean: Value, collection: Value) -> Value:
    """RandomSetOfSubsets(count, mean, collection)."""
    members = ordered(listed(collection))
    picks, wanted = natural(count, "RandomSetOfSubsets"), natural(mean, "RandomSetOfSubsets")
    if wanted > len(members):
        raise outside(f"RandomSetOfSubsets: {wanted} is more than the {len(members)} elements")
    return _toss(context, picks, wanted / len(members) if members else 0.0, members)


def _toss(context: Context, picks: int, chance: float, members: tuple[Value, ...]) -> Value:
    if picks.bit_length() > len(members) and picks > 1 << len(members):
        raise EvalError(
            "eval-out-of-domain", f"{picks} is more than the number of subsets, 2^{len(members)}"
        )
    toss = context.random.random
    return set_of(
        [set_in_order(tuple([e for e in members if toss() < chance])) for _ in range(picks)]
    )


TABLE: Table = {
    "Randomization!RandomSubset": random_subset,
    "Randomization!RandomSetOfSubsets": random_subsets,
}
