"""What the bounded encoding computes with symbolic values is what the interpreter computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.interp import functions as functions_of_interpreter
from holdfast.interp import members
from holdfast.interp import numbers as interpreted
from holdfast.interp import sets as sets_of_interpreter
from holdfast.interp.builtins import BUILTINS
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.smt.bounded.functions import apply, domain_of, update
from holdfast.smt.bounded.numbers import ARITHMETIC, at_most, bounds, calculate, negate
from holdfast.smt.bounded.place import Place, Recorder
from holdfast.smt.bounded.relations import contains, is_subset, listed, same
from holdfast.smt.bounded.rows import append, select
from holdfast.smt.bounded.sequences import SEQUENCES
from holdfast.smt.bounded.symbolic import Combined, Powerset, Range, Sym
from holdfast.smt.bounded.values import count_terms, expand, merge
from holdfast.smt.terms.term import Term
from tests.smt.symbolic_values import (
    CASES,
    booleans,
    functions,
    holds,
    in_each_case,
    known,
    numbers,
    sequences,
    sets,
    strings,
    tests,
    unlimited,
)

few = settings(max_examples=max(20, settings().max_examples // 8))
"""An example is evaluated in eight cases."""


def agree(symbolic: Callable[..., Any], concrete: Callable[..., Any], *args: Sym) -> None:
    """In each case both have the same value, or the conditions say that there is none."""
    recorder = Recorder(on=True)
    result = symbolic(*args, Place(None, None, recorder))
    for case, values in in_each_case(*args):
        defined = all(holds(condition, case) for condition, _, _ in recorder.conditions)
        try:
            expected = concrete(*values)
        except EvalError:
            assert not defined
            continue
        assert defined
        if isinstance(result, Term):
            assert holds(result, case) == bool(expected)
        else:
            assert equal(known(result, case), canonical(expected))


# ---- making values ----

ANY = st.one_of(numbers, booleans, strings, sets(numbers), functions(numbers), sequences(strings))


@few
@given(tests, ANY, ANY)
def test_one_of_two_values_is_the_one_or_the_other(test: Term, yes: Sym, no: Sym) -> None:
    merged = merge(test, yes, no)
    for case, (x, y) in in_each_case(yes, no):
        assert known(merged, case) == (x if holds(test, case) else y)


@few
@given(ANY)
def test_what_a_value_may_be_is_listed_once(v: Sym) -> None:
    expanded = expand(v, 100)
    assert expanded is not None
    for case, (value,) in in_each_case(v):
        assert [x for guard, x in expanded if holds(guard, case)] == [value]


@few
@given(st.lists(tests, max_size=12))
def test_formulas_that_hold_are_counted(formulas: list[Term]) -> None:
    count = count_terms(formulas)
    for case in CASES:
        assert known(count, case) == sum(holds(t, case) for t in formulas)


# ---- numbers ----

NUMBERS: dict[Op, Callable[[Any, Any], Any]] = {
    Op.ADD: interpreted.add,
    Op.SUB: interpreted.subtract,
    Op.MUL: interpreted.multiply,
    Op.DIV: interpreted.divide,
    Op.DIVIDE: interpreted.divide_exactly,
    Op.MOD: interpreted.remainder,
    Op.POWER: interpreted.power,
    Op.DIVIDE_TRUNCATED: interpreted.divide_truncated,
    Op.REMAINDER_TRUNCATED: interpreted.remainder_truncated,
    Op.WRAP: interpreted.wrap,
    Op.WRAP_SIGNED: interpreted.wrap_signed,
    Op.LT: interpreted.less,
    Op.LE: interpreted.at_most,
    Op.GT: interpreted.greater,
    Op.GE: interpreted.at_least,
}


@pytest.mark.parametrize("op", NUMBERS)
@few
@given(a=numbers, b=numbers)
def test_arithmetic_is_that_of_the_interpreter(op: Op, a: Sym, b: Sym) -> None:
    agree(lambda x, y, at: calculate(op, x, y, at), NUMBERS[op], a, b)


def test_every_operator_of_numbers_is_compared() -> None:
    assert NUMBERS.keys() == ARITHMETIC


@few
@given(numbers)
def test_a_number_is_within_its_bounds_and_has_a_negative(v: Sym) -> None:
    low, high = bounds(v)
    agree(negate, interpreted.negate, v)
    for _, (value,) in in_each_case(v):
        assert isinstance(value, int)
        assert low is not None
        assert high is not None
        assert low <= value <= high


# ---- relations ----

SETS = sets(st.one_of(numbers, unlimited))
PAIRS = st.sampled_from(
    [numbers, booleans, strings, SETS, SETS, functions(numbers), functions(unlimited)]
).flatmap(lambda values: st.tuples(values, values))


@few
@given(PAIRS)
def test_equality_is_that_of_the_interpreter(pair: tuple[Sym, Sym]) -> None:
    agree(same, equal, *pair)


@settings(max_examples=max(200, settings().max_examples))
@given(SETS, SETS)
def test_sets_of_numbers_that_nobody_knows_are_compared(a: Sym, b: Sym) -> None:
    agree(same, equal, a, b)


@few
@given(SETS, st.one_of(numbers, unlimited), sets(strings), strings)
def test_membership_is_that_of_the_interpreter(s: Sym, n: Sym, t: Sym, name: Sym) -> None:
    agree(contains, members.contains, s, n)
    agree(contains, members.contains, t, name)


@few
@given(SETS, SETS, numbers, numbers)
def test_sets_that_are_not_listed_have_the_elements_of_the_interpreter(
    a: Sym, b: Sym, low: Sym, high: Sym
) -> None:
    agree(lambda x, y, at: contains(Powerset(y), x, at), members.is_subset, a, b)
    agree(is_subset, members.is_subset, a, b)
    agree(
        lambda x, y, n, at: contains(Range(x, y), n, at),
        lambda x, y, n: members.contains(sets_of_interpreter.interval(x, y), n),
        low,
        high,
        1,
    )
    for name, of in (
        ("union", sets_of_interpreter.union),
        ("intersect", sets_of_interpreter.intersection),
        ("difference", sets_of_interpreter.difference),
    ):
        agree(lambda x, y, at, name=name: listed(Combined(name, x, y), at), of, a, b)


# ---- functions and sequences ----


@few
@given(functions(numbers), strings, numbers)
def test_functions_are_applied_and_changed_as_by_the_interpreter(f: Sym, x: Sym, v: Sym) -> None:
    agree(apply, functions_of_interpreter.apply, f, x)
    agree(domain_of, functions_of_interpreter.domain_of, f)
    agree(
        lambda g, key, new, at: update(g, [key], lambda _old, _at: new, at),
        lambda g, key, new: functions_of_interpreter.update(g, (key,), lambda _old: new),
        f,
        x,
        v,
    )


UNARY = [
    "Sequences!Len",
    "Sequences!Head",
    "Sequences!Tail",
    "SequencesExt!ToSet",
    "SequencesExt!Last",
    "SequencesExt!Reverse",
]


@pytest.mark.parametrize("name", UNARY)
@few
@given(v=sequences(numbers))
def test_an_operator_of_a_sequence_is_that_of_the_interpreter(name: str, v: Sym) -> None:
    agree(SEQUENCES[name], BUILTINS[name], v)


@few
@given(sequences(strings), sequences(strings), strings)
def test_operators_of_two_sequences_are_those_of_the_interpreter(a: Sym, b: Sym, item: Sym) -> None:
    for name in ("Sequences!\\o", "SequencesExt!IsPrefix"):
        agree(SEQUENCES[name], BUILTINS[name], a, b)
    for name in ("Sequences!Append", "SequencesExt!Remove", "SequencesExt!Contains"):
        agree(SEQUENCES[name], BUILTINS[name], a, item)


@few
@given(sequences(numbers), numbers)
def test_the_front_of_a_longer_sequence_is_the_sequence(v: Sym, item: Sym) -> None:
    front = SEQUENCES["SequencesExt!Front"]
    agree(lambda x, e, at: front(append(x, e, at), at), lambda x, _: x, v, item)


@few
@given(sequences(numbers), numbers, numbers)
def test_a_part_of_a_sequence_is_that_of_the_interpreter(v: Sym, first: Sym, last: Sym) -> None:
    agree(SEQUENCES["Sequences!SubSeq"], BUILTINS["Sequences!SubSeq"], v, first, last)


@few
@given(sequences(numbers), st.integers(-1, 3))
def test_the_items_that_pass_a_test_are_selected(v: Sym, least: int) -> None:
    agree(
        lambda x, at: select(x, lambda item, here: at_most(least, item, here), at),
        lambda x: tuple(item for item in x if item >= least),
        v,
    )


@few
@given(sequences(sequences(strings)))
def test_sequences_of_sequences_are_flattened(v: Sym) -> None:
    agree(SEQUENCES["SequencesExt!FlattenSeq"], BUILTINS["SequencesExt!FlattenSeq"], v)


@few
@given(sets(strings))
def test_a_set_becomes_a_sequence_in_order(v: Sym) -> None:
    agree(SEQUENCES["SequencesExt!SetToSeq"], BUILTINS["SequencesExt!SetToSeq"], v)
