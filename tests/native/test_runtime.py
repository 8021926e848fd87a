"""The values of the C runtime are those of the interpreter: order, equality, marks, sets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from holdfast.interp import functions, members, numbers, sets
from holdfast.ir.construct import canonical, set_of
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.order import compare, equal, ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import LazySet, Value
from tests.native.random_values import expected, random_set, random_value, small
from tests.native.runtime_library import Runtime, rounds, word
from tests.native.words import RANKS

pytestmark = pytest.mark.native


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    made = Runtime()
    with ranked_by(RANKS):
        yield made
    made.close()


def signed(order: Any) -> Any:
    return order if order == "trap" else (order > 0) - (order < 0)


def random_pair(r: random.Random) -> tuple[Value, Value]:
    kind = r.randint(0, 4)
    a = random_value(r, 3, kind)
    if r.random() < 0.15:
        return a, a
    return a, random_value(r, 3, kind if r.random() < 0.9 else None)


# ---- the tests ----


def test_values_come_back_as_they_went(runtime: Runtime) -> None:
    r = random.Random(1)
    for _ in rounds(1500):
        runtime.begin()
        value = random_value(r, 3)
        assert runtime.take(runtime.put(value)) == value


def test_the_fingerprint_is_that_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(2)
    for _ in rounds(1500):
        runtime.begin()
        value = random_value(r, 3)
        mark = expected(lambda v=value: fingerprint(canonical(v)))  # type: ignore[misc]
        found = runtime.c.value_mark(runtime.context, word(runtime.put(value)))
        if mark == "trap":
            assert runtime.state.trap
        else:
            assert (found, runtime.state.trap) == (mark, 0)


def test_the_order_is_that_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(3)
    for _ in rounds(3000):
        runtime.begin()
        a, b = random_pair(r)
        av = runtime.put(a)
        bv = av if a is b else runtime.put(b)
        order = runtime.c.value_compare(runtime.context, word(av), word(bv))
        found = "trap" if runtime.state.trap else signed(order)
        assert found == signed(expected(lambda a=a, b=b: compare(a, b))), (a, b)  # type: ignore[misc]


def test_equality_is_that_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(4)
    for _ in rounds(3000):
        runtime.begin()
        a, b = (
            random_pair(r)
            if r.random() < 0.7
            else (random_set(r), random_set(r) if r.random() < 0.7 else random_value(r, 2))
        )
        if not small(a) and not small(b):
            continue
        av = runtime.put(a)
        answer = runtime.test("value_equal", av, av if a is b else runtime.put(b))
        found = "trap" if runtime.state.trap else answer
        assert found == expected(lambda a=a, b=b: equal(a, b)), (a, b)  # type: ignore[misc]


def test_kept_values_are_one_object_each(runtime: Runtime) -> None:
    r = random.Random(5)
    known: dict[Value, int] = {}
    for _ in rounds(1500):
        runtime.begin()
        value = random_value(r, 2)
        kept = runtime.call("value_keep", word(runtime.put(value)))
        if runtime.state.trap:
            assert expected(lambda v=value: fingerprint(canonical(v))) == "trap"  # type: ignore[misc]
            continue
        assert known.setdefault(value, kept) == kept
    assert len(set(known.values())) == len(known)
    runtime.begin()
    assert all(runtime.take(v) == value for value, v in known.items())


def test_sets_have_the_elements_of_the_interpreter_in_its_order(runtime: Runtime) -> None:
    r = random.Random(6)
    for _ in rounds(1500):
        runtime.begin()
        value = random_set(r)
        if small(value):
            found = runtime.elements(runtime.put(value))
            assert found == expected(lambda v=value: list(members.elements(v))), value  # type: ignore[misc]


def test_sets_are_listed_as_by_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(7)
    for _ in rounds(1500):
        runtime.begin()
        value = random_set(r)
        if small(value):
            v = runtime.call("test_canonical", word(runtime.put(value)))
            found = "trap" if runtime.state.trap else runtime.elements(v)
            listed = expected(lambda v=value: list(ordered(members.listed(v))))  # type: ignore[misc]
            assert found == listed, value


def test_membership_is_that_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(8)
    for _ in rounds(5000):
        runtime.begin()
        collection = random_set(r)
        if not small(collection):
            continue
        value = random_value(r, 2, r.choice((0, 0, 0, 1, 2)))
        if r.random() < 0.5:
            some = expected(lambda s=collection: list(members.elements(s)))  # type: ignore[misc]
            value = r.choice(some) if some and some != "trap" else value
        elif r.random() < 0.3:
            value = random_set(r)
        if not small(value) and isinstance(value, LazySet):
            continue
        answer = runtime.test("set_contains", runtime.put(collection), runtime.put(value))
        found = "trap" if runtime.state.trap else answer
        wanted = expected(lambda s=collection, v=value: members.contains(s, v))  # type: ignore[misc]
        assert found == wanted, (collection, value)


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "set_union": sets.union,
    "set_intersection": sets.intersection,
    "set_difference": sets.difference,
}


@pytest.mark.parametrize("name", BINARY)
def test_two_sets_are_joined_as_by_the_interpreter(runtime: Runtime, name: str) -> None:
    r = random.Random(9)
    for _ in rounds(1500):
        runtime.begin()
        a, b = random_set(r), random_set(r)
        if not small(a) or not small(b):
            continue
        joined = runtime.call(name, word(runtime.put(a)), word(runtime.put(b)))
        found = "trap" if runtime.state.trap else runtime.elements(joined)
        wanted = expected(lambda a=a, b=b: list(members.elements(BINARY[name](a, b))))  # type: ignore[misc]
        assert found == wanted, (a, b)


def test_unions_of_sets_are_those_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(10)
    for _ in rounds(1000):
        runtime.begin()
        collection = r.choice(
            (
                lambda: set_of([random_set(r, 0) for _ in range(r.randint(0, 4))]),
                lambda: sets.subsets(random_set(r, 0)),
                lambda: random_set(r),
            )
        )()
        if not small(collection):
            continue
        united = runtime.call("set_big_union", word(runtime.put(collection)))
        found = "trap" if runtime.state.trap else runtime.elements(united)
        wanted = expected(lambda s=collection: list(members.elements(sets.big_union(s))))  # type: ignore[misc]
        assert found == wanted, collection


def test_subsets_are_recognised_as_by_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(11)
    for _ in rounds(2000):
        runtime.begin()
        a, b = random_set(r), random_set(r)
        if not small(a) or not small(b):
            continue
        answer = runtime.test("set_subset", runtime.put(a), runtime.put(b))
        found = "trap" if runtime.state.trap else answer
        assert found == expected(lambda a=a, b=b: members.is_subset(a, b)), (a, b)  # type: ignore[misc]


def test_sizes_are_those_of_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(12)
    for _ in rounds(1500):
        runtime.begin()
        value = random_set(r)
        size = runtime.c.set_size(runtime.context, word(runtime.put(value)))
        found = "trap" if runtime.state.trap else size
        wanted = expected(lambda v=value: members.size(v))  # type: ignore[misc]
        if wanted != "trap" and wanted >= 1 << 60:
            wanted = "trap"
        if found != "trap" or small(value):
            assert found == wanted, value


def test_functions_are_applied_and_changed_as_by_the_interpreter(runtime: Runtime) -> None:
    r = random.Random(13)
    for _ in rounds(4000):
        runtime.begin()
        kind = r.randint(0, 3)
        f = random_value(r, 2, kind)
        domain = expected(lambda f=f: list(members.elements(functions.domain_of(f))))  # type: ignore[misc]
        argument = random_value(r, r.choice((0, 0, 2)), kind)
        if domain and domain != "trap" and r.random() < 0.7:
            argument = r.choice(domain)
        value = random_value(r, 1)
        fv, av, vv = runtime.put(f), runtime.put(argument), runtime.put(value)
        applied = runtime.apply("test_apply", fv, av)
        assert applied == expected(lambda f=f, a=argument: functions.apply(f, a)), (f, argument)  # type: ignore[misc]
        runtime.state.trap = 0
        changed = runtime.apply("function_with", fv, av, vv)
        wanted = expected(
            lambda f=f, a=argument, v=value: functions.update(f, [a], lambda _: v)  # type: ignore[misc]
        )
        assert changed == wanted, (f, argument)


NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "num_add": numbers.add,
    "num_sub": numbers.subtract,
    "num_mul": numbers.multiply,
    "num_div": numbers.divide,
    "num_divide": numbers.divide_exactly,
    "num_mod": numbers.remainder,
    "num_pow": numbers.power,
    "num_divide_truncated": numbers.divide_truncated,
    "num_remainder_truncated": numbers.remainder_truncated,
    "num_wrap": numbers.wrap,
    "num_wrap_signed": numbers.wrap_signed,
    "num_less": numbers.less,
    "num_at_most": numbers.at_most,
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_those_of_the_interpreter_up_to_60_bits(runtime: Runtime, name: str) -> None:
    r = random.Random(14)
    for _ in rounds(500):
        runtime.begin()
        bits = r.choice((2, 4, 30, 60))
        a, b = (r.randint(-(1 << bits), (1 << bits) - 1) for _ in range(2))
        if name == "num_pow":
            a, b = r.randint(-5, 5), r.randint(-2, 40)
        if name.startswith("num_wrap"):
            b = r.choice((*range(-1, 67), 4095, 4096, 4097))
        wanted = expected(lambda a=a, b=b: NUMBERS[name](a, b))  # type: ignore[misc]
        if type(wanted) is int and not -(1 << 60) <= wanted < 1 << 60:
            wanted = "trap"
        assert runtime.apply(name, runtime.put(a), runtime.put(b)) == wanted, (a, b)


def test_permanent_sets_are_those_that_they_come_from(runtime: Runtime) -> None:
    r = random.Random(15)
    for _ in rounds(800):
        runtime.begin()
        value = random_set(r)
        if not small(value):
            continue
        permanent = runtime.call("value_permanent", word(runtime.put(value)))
        assert not runtime.state.trap
        runtime.begin()
        found = runtime.elements(permanent)
        assert found == expected(lambda v=value: list(members.elements(v))), value  # type: ignore[misc]
