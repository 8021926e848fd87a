from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.interp.functions import RuleFunction, apply, domain_of, function_over, record, update
from holdfast.interp.given_sets import NAT
from holdfast.interp.numbers import add, multiply, subtract
from holdfast.interp.sets import (
    elements,
    function_set,
    interval,
    listed,
    product,
    subsets,
    union,
)
from holdfast.ir.construct import function_from, function_on, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.values import Function, Record, Value, model_value

M = model_value("m")


def code_of(function: Value, argument: Value) -> str:
    with pytest.raises(EvalError) as error:
        apply(function, argument)
    return error.value.code


def test_functions_of_every_form_are_applied() -> None:
    assert apply(("a", "b"), 2) == "b"
    assert apply(record_of({"x": 1}), "x") == 1
    assert apply(function_from([(0, "zero")]), 0) == "zero"
    assert apply(function_from([((1, 2), 3)]), (1, 2)) == 3


def test_an_argument_outside_the_domain_is_an_error() -> None:
    assert code_of((1,), 0) == "eval-out-of-domain"
    assert code_of((1,), "a") == "eval-out-of-domain"
    assert code_of((), 1) == "eval-out-of-domain"
    assert code_of(function_from([(0, 1)]), 5) == "eval-out-of-domain"
    assert code_of(record_of({"x": 1}), "y") == "eval-field"
    assert code_of(record_of({"x": 1}), 1) == "eval-out-of-domain"


def test_only_functions_are_applied() -> None:
    for value in (1, "abc", M, set_of([1])):
        assert code_of(value, 1) == "eval-not-a-function"


def test_a_missing_field_is_named_with_those_there_are() -> None:
    with pytest.raises(EvalError) as error:
        apply(record_of({"x": 1}), "y")
    assert error.value.message == "the record [x |-> 1] has no field `y`"
    assert error.value.help == "its fields are x"


def test_the_domain_of_each_form() -> None:
    assert domain_of((5, 6)) == set_of([1, 2])
    assert domain_of(()) == set_of([])
    assert domain_of(record_of({"x": 1})) == set_of(["x"])
    with pytest.raises(EvalError):
        domain_of(1)


def test_a_function_over_a_listed_set_is_tabulated() -> None:
    assert function_over(interval(1, 3), lambda n: multiply(n, n)) == (1, 4, 9)
    assert type(function_over(interval(0, 1), lambda n: n)) is Function
    assert type(function_over(set_of(["a"]), lambda n: n)) is Record
    assert function_over(set_of([]), lambda n: n) == ()


def test_a_function_over_a_lazy_set_is_evaluated_where_it_is_applied() -> None:
    asked = []

    def body(n: Value) -> Value:
        asked.append(n)
        return add(n, 1)

    successor = function_over(NAT, body)
    assert apply(successor, 41) == 42
    assert apply(successor, 41) == 42
    assert asked == [41]
    assert domain_of(successor) is NAT
    assert code_of(successor, -1) == "eval-out-of-domain"
    assert show(successor) == "[x \\in Nat |-> ...]"


def test_a_lazy_function_equals_its_table() -> None:
    pairs = product([set_of([1, 2]), set_of([1])])
    lazy = function_over(pairs, lambda p: apply(p, 1))
    assert isinstance(lazy, RuleFunction)
    assert lazy == function_over(pairs, lambda p: apply(p, 1), eager=True)
    assert hash(lazy) == hash(lazy.finite())


def test_a_function_may_be_defined_by_itself() -> None:
    def body(n: Value) -> Value:
        return 1 if n == 0 else multiply(n, apply(factorial, subtract(n, 1)))

    factorial = RuleFunction(NAT, body)
    assert apply(factorial, 20) == 2432902008176640000


def test_a_function_may_be_given_by_the_values_on_any_set() -> None:
    assert function_on(interval(1, 2), ["a", "b"]) == ("a", "b")
    assert function_on(set_of([5, 0]), ["a", "b"]) == function_from([(0, "a"), (5, "b")])
    unordered = union(subsets(set_of([2])), subsets(set_of([1])))
    arguments = list(elements(unordered))
    made = function_on(unordered, [len(listed(x)) for x in arguments])
    assert all(apply(made, x) == len(listed(x)) for x in arguments)


def test_except_changes_one_value() -> None:
    assert update((1, 2), (2,), lambda old: add(old, 5)) == (1, 7)
    assert update(record_of({"a": 1}), ("a",), lambda _: 2) == record_of({"a": 2})
    table = function_from([(0, "x"), (5, "y")])
    assert update(table, (5,), lambda _: "z") == function_from([(0, "x"), (5, "z")])


def test_except_follows_a_path() -> None:
    state = record_of({"log": ((1, 2), (3,))})
    changed = update(state, ("log", 2, 1), lambda old: add(old, 1))
    assert changed == record_of({"log": ((1, 2), (4,))})


def test_except_outside_the_domain_changes_nothing_and_tells() -> None:
    told: list[tuple[Value, Value]] = []
    table = function_from([(0, "x")])
    assert update(table, (9,), lambda _: "z", lambda f, k: told.append((f, k))) is table
    assert update((1,), (2,), lambda _: 0) == (1,)
    assert update((), ("a",), lambda _: 0) == ()
    assert told == [(table, 9)]


def test_the_new_value_is_not_computed_for_a_missing_argument() -> None:
    def fail(_: Value) -> Value:
        raise AssertionError

    assert update((1,), (2, 3), fail) == (1,)


def test_except_of_something_else_is_an_error() -> None:
    for value in (1, "a", set_of([1])):
        with pytest.raises(EvalError) as error:
            update(value, (1,), lambda old: old)
        assert error.value.code == "eval-not-a-function"
    with pytest.raises(EvalError):
        update((1,), ("a",), lambda old: old)
    with pytest.raises(EvalError):
        update(record_of({"a": 1}), (1,), lambda old: old)


def test_except_of_a_lazy_function_stays_lazy() -> None:
    successor = function_over(NAT, lambda n: add(n, 1))
    changed = update(successor, (3,), lambda old: multiply(old, 100))
    assert apply(changed, 3) == 400
    assert apply(changed, 4) == 5
    assert apply(successor, 3) == 4
    assert update(successor, (-1,), lambda old: old) is successor


def test_records_are_made_from_names_and_values() -> None:
    assert record("b", 2, "a", 1) == record_of({"a": 1, "b": 2})
    with pytest.raises(EvalError, match="`a` is given twice"):
        record("a", 1, "a", 2)


tables = st.dictionaries(st.integers(0, 4), st.integers(), min_size=1, max_size=4)


@given(tables, st.integers(0, 4), st.integers())
def test_except_agrees_with_its_meaning(table: dict[int, int], key: int, new: int) -> None:
    f = function_from(list(table.items()))
    changed = update(f, (key,), lambda _: new)
    expected = {k: new if k == key else v for k, v in table.items()}
    assert changed == function_from(list(expected.items()))


@given(tables)
def test_a_function_is_in_the_set_of_functions_on_its_domain(table: dict[int, int]) -> None:
    f = function_from(list(table.items()))
    assert function_set(domain_of(f), set_of(list(table.values()))).contains(f)
    assert all(apply(f, k) == v for k, v in table.items())
