"""All values of a type: as a set where there is one, and as formulas about a value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import assert_never

from holdfast.front.ioa import types
from holdfast.front.ioa.compose.logic import and_
from holdfast.front.ioa.lower.build import at, bind, library, unsupported
from holdfast.front.ioa.lower.domains import domain
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span


def set_of_type(t: Type, span: Span) -> ir.Expr:
    """A set that contains all values of a type; raises SpecError if there is none.

    It may be larger: it has infinite sets of numbers, and all strings as characters.
    """
    match t:
        case types.Set(of):
            return ir.Apply(Op.SUBSET, (set_of_type(of, span),))
        case types.Str():
            return ir.Apply(Op.STRING)
        case types.Seq(of):
            return library("Sequences!Seq", set_of_type(of, span), span=None)
        case types.Record(_, fields):
            parts = [p for name, f in fields for p in (ir.Literal(name), set_of_type(f, span))]
            return ir.Apply(Op.RECORD_SET, tuple(parts))
        case types.Tuple(items) if len(items) > 1:
            return ir.Apply(Op.PRODUCT, tuple(set_of_type(i, span) for i in items))
        case types.Map() | types.Mset() | types.Unknown():
            raise unsupported(f"all values of {types.show(t)} are not supported in axioms", span)
        case (
            types.Bool()
            | types.Int()
            | types.Nat()
            | types.Real()
            | types.Bits()
            | types.Enum()
            | types.IntEnum()
            | types.IntRange()
            | types.Tuple()
        ):
            found = domain(t)
            if found is None:
                raise unsupported(f"all values of {types.show(t)} are not supported", span)
            return found
        case _:
            assert_never(t)


_POSITIVE = ir.Apply(Op.MINUS_SET, (ir.Apply(Op.NAT), ir.Apply(Op.SET, (ir.Literal(0),))))


def some_value(value: ir.Name, t: Type) -> ir.Expr:
    """The formula that chooses any value of a type with maps: `\\E keys, f : value = <<f, 1>>`."""
    span = value.span
    assert span is not None, "a candidate has a location"
    chosen: list[tuple[str, ir.Expr]] = []
    made = _made(t, span, count(1), chosen)
    name, domain_ = chosen[-1]
    if made == ir.Name(name):
        chosen.pop()
        formula: ir.Expr = ir.Apply(Op.IN, (value, domain_), span=span)
    else:
        formula = ir.Apply(Op.EQ, (value, made), span=span)
    for name, domain_ in reversed(chosen):
        formula = bind(ir.Binder.EXISTS, name, domain_, formula, span)
    return formula


def _made(
    t: Type, span: Span, numbers: Iterator[int], chosen: list[tuple[str, ir.Expr]]
) -> ir.Expr:
    """A value made from parts, each of which is chosen from a set."""
    match t:
        case types.Map(key, of):
            return _function(set_of_type(key, span), set_of_type(of, span), numbers, chosen)
        case types.Mset(of):
            return _function(set_of_type(of, span), _POSITIVE, numbers, chosen)
        case types.Tuple(items) if types.has_maps(t):
            return ir.Apply(Op.TUPLE, tuple(_made(i, span, numbers, chosen) for i in items))
        case types.Record(_, fields) if types.has_maps(t):
            pairs = [(ir.Literal(n), _made(f, span, numbers, chosen)) for n, f in fields]
            return ir.Apply(Op.RECORD, tuple(x for pair in pairs for x in pair))
        case _:
            chosen.append((f"part {next(numbers)}", set_of_type(t, span)))
            return ir.Name(chosen[-1][0])


def _function(
    keys: ir.Expr, values: ir.Expr, numbers: Iterator[int], chosen: list[tuple[str, ir.Expr]]
) -> ir.Expr:
    domain_, function = (f"part {next(numbers)}" for _ in range(2))
    chosen.append((domain_, ir.Apply(Op.SUBSET, (keys,))))
    chosen.append((function, ir.Apply(Op.FUNCTION_SET, (ir.Name(domain_), values))))
    return ir.Name(function)


def is_value(value: ir.Expr, t: Type) -> ir.Expr:
    """The formula that a value is of a type with maps, which can be evaluated."""
    span = value.span
    assert span is not None, "a candidate has a location"
    match t:
        case types.Map(key, of):
            return _is_function(value, set_of_type(key, span), set_of_type(of, span), span)
        case types.Mset(of):
            return _is_function(value, set_of_type(of, span), _POSITIVE, span)
        case types.Tuple(items) if types.has_maps(t):
            parts = [at(value, ir.Literal(i), span) for i in range(1, len(items) + 1)]
            return and_([is_value(p, i) for p, i in zip(parts, items, strict=True)])
        case types.Record(_, fields) if types.has_maps(t):
            return and_([is_value(at(value, ir.Literal(n), span), f) for n, f in fields])
        case _:
            return ir.Apply(Op.IN, (value, set_of_type(t, span)), span=span)


def _is_function(value: ir.Expr, keys: ir.Expr, values: ir.Expr, span: Span) -> ir.Expr:
    key = ir.Name("some key")
    inside = ir.Apply(Op.IN, (at(value, key, span), values))
    within = ir.Apply(Op.IN, (key, keys))
    mine = ir.Apply(Op.DOMAIN, (value,))
    return bind(ir.Binder.FORALL, key.name, mine, and_([within, inside]), span)
