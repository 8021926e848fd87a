"""Modules FiniteSets and FiniteSetsExt."""

from __future__ import annotations

from holdfast.interp.arguments import Operator, number, truth
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError, not_a_number
from holdfast.interp.lazy_sets import SubsetsOfSize
from holdfast.interp.members import as_set, elements, elements_in_order, is_finite, listed, size
from holdfast.interp.numbers import check_number
from holdfast.ir.values import EMPTY_SET, Value, boolean


def cardinality(collection: Value) -> Value:
    """Cardinality(collection)."""
    return check_number(size(collection))


def is_finite_set(collection: Value) -> Value:
    """IsFiniteSet(collection)."""
    return boolean(is_finite(collection))


def fold_set(op: Operator, base: Value, collection: Value) -> Value:
    """FoldSet(op, base, collection): the least element is joined to the base first."""
    result = base
    for element in elements_in_order(as_set(collection)):
        result = op(element, result)
    return result


def quantify(collection: Value, test: Operator) -> Value:
    """Quantify(collection, test): how many elements satisfy it."""
    return sum([truth(test(e), "Quantify") for e in elements(listed(collection))])


def k_subset(count: Value, collection: Value) -> Value:
    """kSubset(count, collection)."""
    base = listed(collection)
    wanted = number(count, "kSubset")
    return SubsetsOfSize(base, wanted) if 0 <= wanted <= size(base) else EMPTY_SET


def greatest(collection: Value) -> Value:
    """Max(collection)."""
    return max(_numbers(collection, "Max"))


def least(collection: Value) -> Value:
    """Min(collection)."""
    return min(_numbers(collection, "Min"))


def _numbers(collection: Value, operator: str) -> list[int]:
    found = []
    for element in elements(collection):
        if type(element) is not int:
            raise not_a_number(element, operator)
        found.append(element)
    if not found:
        raise EvalError("eval-no-witness", f"{operator} of an empty set")
    return found


TABLE: Table = {
    "FiniteSets!Cardinality": cardinality,
    "FiniteSets!IsFiniteSet": is_finite_set,
    "FiniteSetsExt!FoldSet": fold_set,
    "FiniteSetsExt!Quantify": quantify,
    "FiniteSetsExt!kSubset": k_subset,
    "FiniteSetsExt!Max": greatest,
    "FiniteSetsExt!Min": least,
}
