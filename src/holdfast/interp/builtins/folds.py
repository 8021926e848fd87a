"""The folds of modules Folds, Functions and Apalache, and the test for injections."""

from __future__ import annotations

from holdfast.interp.arguments import Operator, function, number, sequence, values_of
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError, unsupported
from holdfast.interp.functions import apply, domain_of
from holdfast.interp.members import as_set, elements, elements_in_order, listed
from holdfast.interp.sets import difference
from holdfast.ir.construct import set_of
from holdfast.ir.order import equal
from holdfast.ir.values import FALSE, TRUE, Value, boolean


def map_then_fold(
    op: Operator, base: Value, f: Operator, choose: Operator, collection: Value
) -> Value:
    """MapThenFoldSet: the element that `choose` takes first is outermost."""
    rest: Value = listed(collection)
    taken = []
    while listed(rest).elements:
        chosen = choose(rest)
        taken.append(chosen)
        smaller = difference(rest, set_of([chosen]))
        if len(listed(smaller)) == len(listed(rest)):
            raise EvalError("eval-endless", "what MapThenFoldSet chooses is not in the set")
        rest = smaller
    result = base
    for element in reversed(taken):
        result = op(f(element), result)
    return result


def fold_function(op: Operator, base: Value, table: Value) -> Value:
    """FoldFunction(op, base, table): the least argument is joined to the base first."""
    result = base
    for value in values_of(function(table)):
        result = op(value, result)
    return result


def fold_function_on_set(op: Operator, base: Value, table: Value, indices: Value) -> Value:
    """FoldFunctionOnSet(op, base, table, indices)."""
    domain_of(table)
    result = base
    for index in elements_in_order(as_set(indices)):
        result = op(apply(table, index), result)
    return result


def is_injective(table: Value) -> Value:
    """IsInjective(table)."""
    values = values_of(function(table))
    for i, value in enumerate(values):
        if any(equal(value, other) for other in values[i + 1 :]):
            return FALSE
    return TRUE


def fold_set_left(op: Operator, base: Value, collection: Value) -> Value:
    """ApaFoldSet(op, base, collection): op takes the result so far first."""
    result = base
    for element in elements_in_order(as_set(collection)):
        result = op(result, element)
    return result


def fold_left(op: Operator, base: Value, s: Value) -> Value:
    """FoldLeft(op, base, s)."""
    result = base
    for element in sequence(s, "FoldLeft"):
        result = op(result, element)
    return result


def fold_right(op: Operator, s: Value, base: Value) -> Value:
    """FoldRight(op, s, base)."""
    result = base
    for element in reversed(sequence(s, "FoldRight")):
        result = op(element, result)
    return result


def repeated(op: Operator, times: Value, start: Value) -> Value:
    """Repeat(op, times, start)."""
    result = start
    for i in range(1, number(times, "Repeat") + 1):
        result = op(result, i)
    return result


def guess(collection: Value) -> Value:
    """Guess(collection): the element that CHOOSE would take."""
    for element in elements_in_order(as_set(collection)):
        return element
    raise EvalError("eval-no-witness", "Guess of an empty set")


def generate(size: Value) -> Value:
    """Gen(size), which only a symbolic checker can compute."""
    raise unsupported("Gen is for symbolic model checkers and cannot be evaluated")


def is_restriction(narrow: Value, wide: Value) -> Value:
    """IsRestriction(narrow, wide)."""
    outer = listed(domain_of(wide)).elements
    arguments = elements(domain_of(narrow))
    return boolean(all(x in outer and equal(apply(narrow, x), apply(wide, x)) for x in arguments))


def values(table: Value) -> Value:
    """Range(table)."""
    return set_of(values_of(function(table)))


TABLE: Table = {
    "Folds!MapThenFoldSet": map_then_fold,
    "Functions!FoldFunction": fold_function,
    "Functions!FoldFunctionOnSet": fold_function_on_set,
    "Functions!IsInjective": is_injective,
    "Functions!IsRestriction": is_restriction,
    "Functions!Range": values,
    "Apalache!ApaFoldSet": fold_set_left,
    "Apalache!ApaFoldSeqLeft": fold_left,
    "Apalache!Repeat": repeated,
    "Apalache!Guess": guess,
    "Apalache!Gen": generate,
}
