from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from holdfast.interp.functions import RuleFunction
from holdfast.interp.sets import interval, subsets
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.fingerprint import KEY, MASK, argument, element, fingerprint, mix, pair
from holdfast.ir.values import EMPTY_SET, FALSE, TRUE, Value, model_value
from tests.ir.any_values import pairs


@given(pairs)
def test_fingerprints_are_equal_exactly_where_values_are(two: tuple[Value, Value]) -> None:
    assert (fingerprint(two[0]) == fingerprint(two[1])) == (two[0] == two[1])


def test_the_definition_can_be_followed_by_hand() -> None:
    one, two = mix(KEY["integer"] ^ 1), mix(KEY["integer"] ^ 2)
    assert fingerprint(1) == one
    assert fingerprint(-1) == mix(KEY["integer"] ^ MASK)
    members = (mix(KEY["element"] ^ one) + mix(KEY["element"] ^ two)) & MASK
    assert fingerprint(set_of([1, 2])) == mix(KEY["set"] ^ members)
    first = mix((mix(KEY["argument"] ^ one) + two) & MASK)
    assert fingerprint((2,)) == mix(KEY["function"] ^ first)


def test_fingerprints_do_not_change_between_versions() -> None:
    known = [
        fingerprint(v)
        for v in (TRUE, 7, 1 << 70, "holdfast", model_value("m"), set_of([1, "a"]), (1, (2,)))
    ]
    assert known == [
        4419728253591536008,
        8308676023618408101,
        1146407864550600491,
        5038963132517012276,
        7249424066634146675,
        9797470180458046947,
        11418131167597288283,
    ]


def test_how_a_value_is_held_does_not_matter() -> None:
    table = function_from([(2, 4), (1, 3)])
    assert fingerprint((3, 4)) == fingerprint(table)
    assert fingerprint(interval(1, 3)) == fingerprint(set_of([3, 1, 2]))
    assert fingerprint(RuleFunction(interval(1, 2), lambda n: n)) == fingerprint((1, 2))
    base = set_of([1, 2])
    assert fingerprint(subsets(base)) == fingerprint(
        set_of([EMPTY_SET, base, set_of([1]), set_of([2])])
    )


def test_a_set_can_be_hashed_step_by_step() -> None:
    total = (element(1) + element("a")) & MASK
    assert fingerprint(set_of([1, "a"])) == mix(KEY["set"] ^ total)
    without = (total - element(1)) & MASK
    assert fingerprint(set_of(["a"])) == mix(KEY["set"] ^ without)


def test_a_function_can_be_hashed_step_by_step() -> None:
    f = function_from([("a", 1), ("b", 2)])
    total = (pair("a", 1) + pair("b", 2) - pair("b", 2) + pair("b", 3)) & MASK
    assert fingerprint(f) != fingerprint(function_from([("a", 1), ("b", 3)]))
    assert fingerprint(function_from([("a", 1), ("b", 3)])) == mix(KEY["function"] ^ total)


def test_each_bit_of_the_input_changes_half_of_the_output() -> None:
    # Over 64 input bits and 256 words, each output bit flips about every second time.
    flips = [0] * 64
    words = [mix(i) for i in range(256)]
    for word, bit in itertools.product(words, range(64)):
        changed = mix(word) ^ mix(word ^ (1 << bit))
        for out in range(64):
            flips[out] += changed >> out & 1
    total = len(words) * 64
    assert all(0.47 < count / total < 0.53 for count in flips)


def test_a_changed_value_changes_half_of_the_bits() -> None:
    distances = []
    for i in range(500):
        before = fingerprint((i, set_of([i, i + 1]), "a"))
        after = fingerprint((i, set_of([i, i + 2]), "a"))
        distances.append((before ^ after).bit_count())
    assert 31 < sum(distances) / len(distances) < 33


def test_structured_values_do_not_collide() -> None:
    # Small tuples, sets, records and functions over few atoms, as the states of a spec are.
    atoms: list[Value] = [FALSE, TRUE, *range(-2, 6), "a", "b", "ab", model_value("a"), EMPTY_SET]
    made: list[Value] = list(atoms)
    made += itertools.product(atoms, repeat=3)
    made += [set_of(c) for c in itertools.combinations(atoms, 4)]
    made += [record_of({"a": x, "b": y, "c": z}) for x, y, z in itertools.product(atoms, repeat=3)]
    made += [
        function_from([(0, x), (1, y), (2, z)]) for x, y, z in itertools.product(atoms, repeat=3)
    ]
    made += itertools.product(range(12), repeat=4)
    made += [(EMPTY_SET, x) for x in made[:2000]]
    made += [set_of([x]) for x in made[:2000]]
    assert len({fingerprint(v) for v in made}) == len(set(made))
    assert len(set(made)) > 30_000


def _functions(size: int) -> list[int]:
    """The fingerprints of all functions from 0..size-1 to 0..9, from tables as an engine has."""
    arguments = [argument(place) for place in range(size)]
    values = [fingerprint(digit) for digit in range(10)]
    terms = [[mix((a + f) & MASK) for f in values] for a in arguments]
    sums = [0]
    for row in terms:
        sums = [(total + term) & MASK for total in sums for term in row]
    return [mix(KEY["function"] ^ total) for total in sums]


def test_tables_give_the_fingerprints_of_the_values() -> None:
    listed = _functions(3)
    assert listed[275] == fingerprint(function_from(enumerate((2, 7, 5))))


def test_half_a_fingerprint_collides_no_more_than_chance_allows() -> None:
    marks = _functions(5)
    expected = len(marks) ** 2 / 2**33
    for half in ({m & 0xFFFFFFFF for m in marks}, {m >> 32 for m in marks}):
        assert len(marks) - len(half) <= 10 * expected


@pytest.mark.slow
def test_a_million_functions_do_not_collide() -> None:
    marks = _functions(6)
    assert len(set(marks)) == len(marks) == 1_000_000
