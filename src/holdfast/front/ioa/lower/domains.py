"""The values of a type: the set of them, and the formula that a value is one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.front.ioa import types
from holdfast.front.ioa.lower.build import Names, at, bind, both, indices, interval, library, number
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op


def domain(t: Type) -> ir.Expr | None:  # a case for each kind
    """The set of all values of a type; None if there is no such expression."""
    match t:
        case types.Bool():
            return ir.Apply(Op.BOOLEAN)
        case types.Int():
            return ir.Apply(Op.INT)
        case types.Nat():
            return ir.Apply(Op.NAT)
        case types.Real():
            return ir.Apply(Op.REAL)
        case types.Str(one):
            return None if one else ir.Apply(Op.STRING)
        case types.Enum(_, names):
            return ir.Apply(Op.SET, tuple(map(ir.Literal, names)))
        case types.IntEnum(_, numbers):
            return ir.Apply(Op.SET, tuple(map(ir.Literal, numbers)))
        case types.IntRange() | types.Bits():
            low, high = number_range(t)
            return interval(number(low, None), number(high, None), None)
        case types.Record(_, fields):
            return _record_set(fields)
        case types.Tuple(items):
            return _tuple_set(items)
        case types.Seq(of):
            inner = domain(of)
            return None if inner is None else library("Sequences!Seq", inner, span=None)
        case types.Set(of, infinite):
            # SUBSET of an infinite set has infinite elements, which are not values of `Set`.
            inner = domain(of) if infinite or is_finite(of) else None
            return None if inner is None else ir.Apply(Op.SUBSET, (inner,))
        case types.Unknown() | types.Map() | types.Mset():
            return None
        case _:
            assert_never(t)


def ir_type(t: Type) -> ty.Type:
    """The type of a type's values in the system."""
    match t:
        case types.Bool():
            return ty.BOOL
        case types.Int() | types.Nat() | types.IntEnum() | types.IntRange() | types.Bits():
            return ty.INT
        case types.Str() | types.Enum():
            return ty.STR
        case types.Record(_, fields):
            return ty.record({name: ir_type(f) for name, f in fields})
        case types.Tuple(items):
            return ty.Tuple(tuple(map(ir_type, items)))
        case types.Seq(of):
            return ty.Seq(ir_type(of))
        case types.Set(of):
            return ty.Set(ir_type(of))
        case types.Map(key, value):
            return ty.Function(ir_type(key), ir_type(value))
        case types.Mset(of):
            return ty.Function(ir_type(of), ty.INT)
        case types.Real():
            return ty.REAL
        case types.Unknown():
            return ty.ANY
        case _:
            assert_never(t)


def number_range(t: types.IntRange | types.Bits) -> tuple[int, int]:
    """The first and the last number of a type."""
    match t:
        case types.IntRange(_, low, high):
            return low, high - 1
        case types.Bits(width):
            return 0, 2**width - 1
        case _:
            assert_never(t)


def _record_set(fields: tuple[tuple[str, Type], ...]) -> ir.Expr | None:
    parts: list[ir.Expr] = []
    for name, t in fields:
        inner = domain(t)
        if inner is None:
            return None
        parts += [ir.Literal(name), inner]
    return ir.Apply(Op.RECORD_SET, tuple(parts))


def _tuple_set(items: tuple[Type, ...]) -> ir.Expr | None:
    sets = tuple(s for s in map(domain, items) if s is not None)
    if len(sets) < len(items):
        return None
    match sets:
        case ():
            return ir.Apply(Op.SET, (ir.Apply(Op.TUPLE),))
        case (only,):
            one = interval(number(1, None), number(1, None), None)
            return ir.Apply(Op.FUNCTION_SET, (one, only))
        case _:
            return ir.Apply(Op.PRODUCT, sets)


def is_finite(t: Type) -> bool:
    """Whether a type has finitely many values."""
    match t:
        case types.Bool() | types.Enum() | types.IntEnum() | types.IntRange() | types.Bits():
            return True
        case types.Record(_, fields):
            return all(is_finite(f) for _, f in fields)
        case types.Tuple(items):
            return all(map(is_finite, items))
        case types.Set(of):
            return is_finite(of)
        case types.Map(key, value):
            return is_finite(key) and is_finite(value)
        case types.Unknown() | types.Int() | types.Nat() | types.Real() | types.Str():
            return False
        case types.Seq() | types.Mset():
            return False
        case _:
            assert_never(t)


def has_names(t: Type) -> bool:
    """Whether values of an Enum are among the parts of the values of a type."""
    match t:
        case types.Enum():
            return True
        case types.Record(_, fields):
            return any(has_names(f) for _, f in fields)
        case types.Tuple(items):
            return any(map(has_names, items))
        case types.Seq(of) | types.Set(of) | types.Mset(of):
            return has_names(of)
        case types.Map(key, value):
            return has_names(key) or has_names(value)
        case _:
            return False


def can_be_left(t: Type) -> bool:
    """Whether the reader accepts a value outside the type: it does for subsets of the integers."""
    match t:
        case types.Nat() | types.IntEnum() | types.IntRange() | types.Bits():
            return True
        case types.Unknown() | types.Bool() | types.Int() | types.Real() | types.Str():
            return False
        case types.Enum():
            return False
        case types.Record(_, fields):
            return any(can_be_left(f) for _, f in fields)
        case types.Tuple(items):
            return any(map(can_be_left, items))
        case types.Seq(of) | types.Set(of) | types.Mset(of):
            return can_be_left(of)
        case types.Map(key, value):
            return can_be_left(key) or can_be_left(value)
        case _:
            assert_never(t)


def fits(value: ir.Expr, t: Type, names: Names | None = None) -> ir.Expr | None:
    """The formula that a value is of a type; None if it always is.

    `names` knows the names that are reserved.
    """
    return _fits(value, t, names or Names()) if can_be_left(t) else None


def _fits(value: ir.Expr, t: Type, names: Names) -> ir.Expr:
    span = value.span
    match t:
        case types.Nat():
            return ir.Apply(Op.GE, (value, number(0, span)), span=span)
        case types.IntEnum() | types.IntRange() | types.Bits():
            numbers = domain(t)
            assert numbers is not None, "these are sets of numbers"
            return ir.Apply(Op.IN, (value, numbers), span=span)
        case _:
            return both(_parts_fit(value, t, names), span)


def _parts_fit(value: ir.Expr, t: Type, names: Names) -> Iterator[ir.Expr]:
    """The formulas that the parts of a value are of the types of the parts."""
    span = value.span
    match t:
        case types.Record(_, fields):
            parts = [(ir.Literal(name, span=span), f) for name, f in fields]
        case types.Tuple(items):
            parts = [(number(i, span), item) for i, item in enumerate(items, 1)]
        case _:
            yield from _elements_fit(value, t, names)
            return
    for key, part in parts:
        if can_be_left(part):
            yield _fits(at(value, key, span), part, names)


def _elements_fit(value: ir.Expr, t: Type, names: Names) -> Iterator[ir.Expr]:
    span = value.span
    name = names.fresh("i" if isinstance(t, types.Seq) else "x", Scope(), value)
    one = ir.Name(name, span=span)
    keys = ir.Apply(Op.DOMAIN, (value,), span=span)
    match t:
        case types.Seq(of):
            yield _all(name, indices(value, span), _fits(at(value, one, span), of, names))
        case types.Set(of):
            yield _all(name, value, _fits(one, of, names))
        case types.Mset(of):
            yield _all(name, keys, _fits(one, of, names))
        case types.Map(key, of):
            if can_be_left(key):
                yield _all(name, keys, _fits(one, key, names))
            if can_be_left(of):
                yield _all(name, keys, _fits(at(value, one, span), of, names))
        case _:
            raise AssertionError(f"{types.show(t)} has no elements")


def _all(name: str, of: ir.Expr, formula: ir.Expr) -> ir.Expr:
    return bind(Binder.FORALL, name, of, formula, of.span)
