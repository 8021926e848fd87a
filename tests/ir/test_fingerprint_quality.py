"""States that are alike have fingerprints that are not: no two agree, every bit is fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product

import pytest

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.fingerprint import MASK, fingerprint, mix
from holdfast.ir.values import Value, boolean, model_value

BITS: tuple[Value, ...] = (0, 1, boolean(True))
NODES = [model_value(f"n{i}") for i in range(6)]


def counters() -> Iterator[Value]:
    """Six small counters."""
    yield from product(range(5), repeat=6)


def phases() -> Iterator[Value]:
    """A function from nodes to words, and who has voted."""
    words = ("idle", "prepared", "done")
    votes = [set_of(c) for size in range(3) for c in combinations(NODES, size)]
    for row in product(words, repeat=6):
        pairs = list(zip(NODES, row, strict=True))
        yield from ((function_from(pairs), vote) for vote in votes[:12])


def messages() -> Iterator[Value]:
    """Sets of up to three records that differ in one field or two."""
    sent = [
        function_from([("kind", k), ("ballot", b), ("from", n)])
        for k in ("1a", "1b", "2a")
        for b in range(4)
        for n in NODES[:3]
    ]
    for size in range(4):
        yield from ((set_of(c),) for c in combinations(sent, size))


def queues() -> Iterator[Value]:
    """Two sequences of truth values and small numbers."""
    rows: list[tuple[Value, ...]] = [r for n in range(6) for r in product(BITS, repeat=n)]
    for a in rows[:120]:
        yield from ((a, b) for b in rows[-120:])


FAMILIES = [counters, phases, messages, queues]


@pytest.mark.parametrize("family", FAMILIES)
def test_structured_states_do_not_collide(family: Callable[[], Iterator[Value]]) -> None:
    marks = [fingerprint(state) for state in family()]
    assert len(set(marks)) == len(marks) > 7_000


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("shift", [0, 20, 58])
def test_any_few_bits_are_spread_evenly(family: Callable[[], Iterator[Value]], shift: int) -> None:
    counts = Counter(fingerprint(state) >> shift & 63 for state in family())
    expected = counts.total() / 64
    deviation = sum((counts[i] - expected) ** 2 / expected for i in range(64))
    # Chi-square with 63 degrees of freedom: beyond 120 by chance once in a hundred thousand.
    assert deviation < 120


@pytest.mark.parametrize("family", FAMILIES)
def test_neighbours_differ_in_half_of_the_bits(family: Callable[[], Iterator[Value]]) -> None:
    marks = [fingerprint(state) for state in family()]
    flips = [0] * 64
    for a, b in pairwise(marks):
        for bit in range(64):
            flips[bit] += (a ^ b) >> bit & 1
    assert all(abs(count / (len(marks) - 1) - 0.5) < 0.03 for count in flips)


def test_each_bit_of_a_word_changes_each_bit_of_its_mix() -> None:
    words = [mix(i) for i in range(400)]
    for bit in range(64):
        changed = [mix(word) ^ mix(word ^ 1 << bit) for word in words]
        for out in range(64):
            share = sum(c >> out & 1 for c in changed) / len(words)
            assert 0.35 < share < 0.65


def test_mix_loses_nothing() -> None:
    assert len({mix(i) for i in range(50_000)}) == 50_000
    assert mix(MASK) <= MASK
