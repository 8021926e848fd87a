"""The values of functions in a solver's model."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.smt.solvers.model import (
    Argument,
    Compound,
    Formula,
    Known,
    Model,
    Signature,
    UnreadableModel,
)

NOBODY: dict[str, tuple[str, ...]] = {}


def model(formula: Formula, arity: int = 2) -> Model:
    return Model(NOBODY, {"f": Signature(("Int",) * arity, "Int")}, {"f": formula})


def equal(index: int, value: int) -> Formula:
    return Compound("=", (Argument(index), Known(value)))


def case(test: Formula, value: int, others: Formula) -> Formula:
    return Compound("ite", (test, Known(value), others))


def test_the_first_case_counts() -> None:
    both = Compound("and", (equal(0, 1), equal(1, 2)))
    found = model(case(both, 7, case(both, 8, Known(0))))
    assert found.value("f", (1, 2)) == 7
    assert found.value("f", (2, 1)) == 0


def test_a_case_about_some_arguments_is_for_all_values_of_the_others() -> None:
    found = model(
        case(equal(0, 1), 7, case(Compound("and", (equal(0, 1), equal(1, 2))), 8, Known(0)))
    )
    assert [found.value("f", (1, i)) for i in (1, 2)] == [7, 7]


def test_a_case_that_contradicts_itself_applies_never() -> None:
    found = model(case(Compound("and", (equal(0, 1), equal(0, 2))), 7, Known(0)), arity=1)
    assert [found.value("f", (i,)) for i in (1, 2)] == [0, 0]


def test_a_disjunction_is_a_table_of_what_is_true() -> None:
    both = Compound("and", (equal(0, 1), equal(1, 2)))
    found = model(
        case(Compound("and", (equal(0, 0), equal(1, 0))), 0, Compound("or", (both, equal(1, 0))))
    )
    truths = {args: bool(found.value("f", args)) for args in product(range(3), repeat=2)}
    assert [args for args, holds in truths.items() if holds] == [(1, 0), (1, 2), (2, 0)]


NUMBERS = st.integers(0, 2)
TESTS = st.builds(equal, st.integers(0, 1), NUMBERS) | st.builds(
    lambda a, b, swapped: Compound(
        "and", (equal(0, a), equal(1, b)) if swapped else (equal(1, b), equal(0, a))
    ),
    NUMBERS,
    NUMBERS,
    st.booleans(),
)


@given(st.lists(st.tuples(TESTS, NUMBERS), max_size=6), NUMBERS)
def test_a_chain_of_cases_is_read_as_it_is_written(
    cases: list[tuple[Formula, int]], default: int
) -> None:
    formula: Formula = Known(default)
    for test, value in reversed(cases):
        formula = case(test, value, formula)
    found = model(formula)
    for args in product(range(3), repeat=2):
        assert found.value("f", args) == _by_hand(cases, default, args)


def _by_hand(cases: list[tuple[Formula, int]], default: int, args: tuple[int, ...]) -> int:
    return next((value for test, value in cases if _holds(test, args)), default)


def _holds(test: Formula, args: tuple[int, ...]) -> bool:
    match test:
        case Compound("and", parts):
            return all(_holds(p, args) for p in parts)
        case Compound("=", (Argument(index), Known(value))):
            return args[index] == value
        case _:
            pytest.fail(f"unexpected {test}")


def compound(head: str, *args: Formula) -> Formula:
    return Compound(head, args)


NUMERIC: st.SearchStrategy[Formula] = st.deferred(
    lambda: (
        st.builds(Known, NUMBERS)
        | st.builds(Argument, st.integers(0, 1))
        | st.builds(compound, st.sampled_from(["+", "-", "*", "div", "mod"]), NUMERIC, NUMERIC)
        | st.builds(partial(compound, "ite"), TRUTHS, NUMERIC, NUMERIC)
        | st.builds(partial(compound, "g"), NUMERIC)
    )
)
TRUTHS: st.SearchStrategy[Formula] = st.deferred(
    lambda: (
        st.builds(compound, st.sampled_from(["=", "<", "<=", "distinct"]), NUMERIC, NUMERIC)
        | st.builds(partial(compound, "not"), TRUTHS)
        | st.builds(compound, st.sampled_from(["and", "or"]), TRUTHS, TRUTHS)
    )
)


@settings(max_examples=max(40, settings().max_examples // 5))
@given(NUMERIC)
def test_any_formula_has_the_value_that_its_parts_give(formula: Formula) -> None:
    twice = Compound("+", (Argument(0), Argument(0)))
    signatures = {"f": Signature(("Int", "Int"), "Int"), "g": Signature(("Int",), "Int")}
    found = Model(NOBODY, signatures, {"f": formula, "g": twice})
    for args in product(range(3), repeat=2):
        assert found.value("f", args) == _value(formula, args)


def _value(formula: Formula, args: tuple[int, ...]) -> int:
    match formula:
        case Known(value):
            return int(value)
        case Argument(index):
            return args[index]
        case Compound("ite", (test, yes, no)):
            return _value(yes if _value(test, args) else no, args)
        case Compound(head, parts):
            values = [_value(p, args) for p in parts]
            a, b = values[0], values[-1]
            match head:
                case "not":
                    return not a
                case "g":
                    return 2 * a
                case "div":
                    return (a - a % abs(b)) // b if b else 0
                case "mod":
                    return a % abs(b) if b else a
                case _:
                    return int(_ON_TWO[head](a, b))


_ON_TWO: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "=": lambda a, b: a == b,
    "distinct": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
}


def test_a_later_part_is_not_evaluated_once_one_decides() -> None:
    unknown = Compound("=", (Compound("h", ()), Known(0)))
    both = Compound("and", (equal(0, 1), unknown))
    either = Compound("or", (equal(0, 0), unknown))
    assert model(Compound("ite", (both, Known(1), Known(2)))).value("f", (0, 0)) == 2
    assert model(Compound("ite", (either, Known(1), Known(2)))).value("f", (0, 0)) == 1
    with pytest.raises(UnreadableModel, match="no `h`"):
        model(Compound("ite", (both, Known(1), Known(2)))).value("f", (1, 0))
