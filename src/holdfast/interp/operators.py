"""The strict rows of the operator table as functions on values.

AND, OR, IMPLIES and the rows about actions and time are the compiler's: they do not
evaluate all their arguments, or need more than values.
"""

from __future__ import annotations

from collections.abc import Callable

from holdfast.interp import given_sets, numbers, sets
from holdfast.interp.errors import not_a_boolean, unsupported
from holdfast.interp.functions import apply, domain_of, record, update
from holdfast.ir.construct import set_of
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.ir.values import BOOLEAN, FALSE, TRUE, AnySet, Boolean, FiniteSet, Value

__all__ = ["OPERATORS", "update"]


def negation(value: Value) -> Boolean:
    """Logical negation."""
    if value is TRUE:
        return FALSE
    if value is FALSE:
        return TRUE
    raise not_a_boolean(value, "the formula after `~`")


def equivalent(left: Value, right: Value) -> Boolean:
    """Whether two formulas have the same value."""
    for side, value in (("left", left), ("right", right)):
        if type(value) is not Boolean:
            raise not_a_boolean(value, f"the formula on the {side} of `<=>`")
    return TRUE if left is right else FALSE


def equality(left: Value, right: Value) -> Boolean:
    """Whether two values are equal."""
    return TRUE if equal(left, right) else FALSE


def inequality(left: Value, right: Value) -> Boolean:
    """Whether two values differ."""
    return FALSE if equal(left, right) else TRUE


def member(value: Value, collection: Value) -> Boolean:
    """Whether a value is an element of a set."""
    return TRUE if sets.contains(collection, value) else FALSE


def not_member(value: Value, collection: Value) -> Boolean:
    """Whether a value is not an element of a set."""
    return FALSE if sets.contains(collection, value) else TRUE


def subset(left: Value, right: Value) -> Boolean:
    """Whether all elements of one set are in the other."""
    return TRUE if sets.is_subset(left, right) else FALSE


def enumeration(*elements: Value) -> FiniteSet:
    """{e1, e2, ...}."""
    return set_of(elements)


def product(*factors: Value) -> AnySet:
    """S1 \\X S2 \\X ..."""
    return sets.product(factors)


def row(*values: Value) -> tuple[Value, ...]:
    """<<e1, e2, ...>>."""
    return values


def infinity() -> Value:
    """Infinity of module Reals, which no engine supports."""
    raise unsupported("Infinity cannot be evaluated")


OPERATORS: dict[Op, Callable[..., Value]] = {
    Op.NOT: negation,
    Op.IFF: equivalent,
    Op.EQ: equality,
    Op.NE: inequality,
    Op.SET: enumeration,
    Op.IN: member,
    Op.NOTIN: not_member,
    Op.SUBSETEQ: subset,
    Op.UNION2: sets.union,
    Op.INTERSECT: sets.intersection,
    Op.MINUS_SET: sets.difference,
    Op.SUBSET: sets.subsets,
    Op.UNION: sets.big_union,
    Op.PRODUCT: product,
    Op.TUPLE: row,
    Op.RECORD: record,
    Op.RECORD_SET: sets.record_set,
    Op.FUNCTION_SET: sets.function_set,
    Op.INDEX: apply,
    Op.DOMAIN: domain_of,
    Op.ADD: numbers.add,
    Op.SUB: numbers.subtract,
    Op.NEG: numbers.negate,
    Op.MUL: numbers.multiply,
    Op.DIV: numbers.divide,
    Op.DIVIDE: numbers.divide_exactly,
    Op.MOD: numbers.remainder,
    Op.POWER: numbers.power,
    Op.DIVIDE_TRUNCATED: numbers.divide_truncated,
    Op.REMAINDER_TRUNCATED: numbers.remainder_truncated,
    Op.WRAP: numbers.wrap,
    Op.WRAP_SIGNED: numbers.wrap_signed,
    Op.LT: numbers.less,
    Op.LE: numbers.at_most,
    Op.GT: numbers.greater,
    Op.GE: numbers.at_least,
    Op.RANGE: sets.interval,
    Op.BOOLEAN: lambda: BOOLEAN,
    Op.STRING: lambda: given_sets.STRING,
    Op.NAT: lambda: given_sets.NAT,
    Op.INT: lambda: given_sets.INT,
    Op.REAL: lambda: given_sets.REAL,
    Op.INFINITY: infinity,
}

SUPPORTED = frozenset(OPERATORS) | {
    *(Op.AND, Op.OR, Op.IMPLIES, Op.UNCHANGED, Op.BOX_ACTION, Op.ANGLE_ACTION, Op.COMPOSE),
    *(Op.MODEL, Op.BUILTIN),
}
"""The rows that can be evaluated: these, and those that the compiler handles."""
