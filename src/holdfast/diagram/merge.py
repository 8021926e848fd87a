"""Coarser quotients that still prove the claims: fewer predicates, then larger cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from holdfast.cancellation import tick
from holdfast.diagram.explicit import Instance
from holdfast.diagram.quotient import Cube, Quotient, members_of, quotient, valuations

Proves: TypeAlias = Callable[[Quotient], bool]


def without_needless(
    instance: Instance, predicates: Sequence[str], needed: Iterable[str], proves: Proves
) -> tuple[str, ...]:
    """Predicates that suffice to prove the claims; the last ones are left out first."""
    kept = tuple(predicates)
    fixed = frozenset(needed)
    for predicate in reversed(predicates):
        tick()
        fewer = tuple(p for p in kept if p != predicate)
        if predicate not in fixed and proves(quotient(instance, valuations(instance, fewer))):
            kept = fewer
    return kept


def merged(
    instance: Instance, cubes: Sequence[Cube], needed: Iterable[str], proves: Proves
) -> tuple[Cube, ...]:
    """Larger cubes, of which every state is in one, that still prove the claims.

    The predicates of the claims stay known in each. The cubes that have most in common are merged
    first; of several orders the one with the fewest cubes wins.
    """
    fixed = frozenset(needed)
    orders = (_most_common_first, _largest_first)
    found = [_merged_in_order(instance, tuple(cubes), fixed, proves, order) for order in orders]
    return min(found, key=len)


_Order: TypeAlias = Callable[[Cube, int], tuple[int, int]]


def _most_common_first(common: Cube, absorbed: int) -> tuple[int, int]:
    return -len(common), -absorbed


def _largest_first(common: Cube, absorbed: int) -> tuple[int, int]:
    return -absorbed, -len(common)


def _merged_in_order(
    instance: Instance,
    cubes: tuple[Cube, ...],
    fixed: frozenset[str],
    proves: Proves,
    order: _Order,
) -> tuple[Cube, ...]:
    refused: set[frozenset[tuple[str, bool]]] = set()
    while True:
        for fewer in _merges(instance, cubes, fixed, order, refused):
            tick()
            if proves(quotient(instance, fewer)):
                cubes = fewer
                break
        else:
            return cubes


def _merges(
    instance: Instance,
    cubes: tuple[Cube, ...],
    fixed: frozenset[str],
    order: _Order,
    refused: set[frozenset[tuple[str, bool]]],
) -> Iterable[tuple[Cube, ...]]:
    """The ways to merge some cubes into the literals that they have in common."""
    members = [members_of(cube, instance) for cube in cubes]
    options: dict[frozenset[tuple[str, bool]], tuple[tuple[int, int], list[int]]] = {}
    for one, other in combinations(cubes, 2):
        literals = frozenset(one.items() & other.items())
        if literals in options or literals in refused:
            continue
        if any(one[p] != other[p] for p in fixed):
            continue
        common: Cube = MappingProxyType(dict(literals))
        states = members_of(common, instance)
        inside = [i for i, each in enumerate(members) if each & states]
        if all(not members[i] & ~states for i in inside):
            options[literals] = order(common, len(inside)), inside
    for literals, (_, inside) in sorted(options.items(), key=lambda item: item[1][0]):
        refused.add(literals)
        place = {p: v for p, v in cubes[inside[0]].items() if (p, v) in literals}
        rest = [cube for i, cube in enumerate(cubes) if i not in inside[1:]]
        rest[inside[0]] = MappingProxyType(place)
        yield tuple(rest)
