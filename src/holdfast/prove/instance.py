"""A system with other values for its constants, such as those of a solver's counterexample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.system import System
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)
from holdfast.source import Span


def instance_of(system: System, constants: Mapping[str, Value]) -> System:
    """The system with these values for some of its constants."""
    if not constants:
        return system
    new = {
        name: ir.Definition(name, (), expr_of(value), span=_span(system, name))
        for name, value in constants.items()
    }
    names = dict.fromkeys((*(n for v in constants.values() for n in _names(v)), *system.names))
    definitions = MappingProxyType({**system.definitions, **new})
    return replace(system, definitions=definitions, names=tuple(names))


def _span(system: System, name: str) -> Span | None:
    known = system.definitions.get(name)
    return None if known is None else known.span


def expr_of(value: Value) -> ir.Expr:
    """An expression with this value."""
    match value:
        case Boolean():
            return ir.Literal(value.truth)
        case int() | str():
            return ir.Literal(value)
        case ModelValue():
            return ir.Apply(Op.MODEL, (ir.Literal(value.name),))
        case FiniteSet():
            return ir.Apply(Op.SET, tuple(expr_of(e) for e in ordered(value)))
        case tuple():
            return ir.Apply(Op.TUPLE, tuple(map(expr_of, value)))
        case Record():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return ir.Apply(Op.RECORD, tuple(expr_of(each) for pair in pairs for each in pair))
        case Function():
            return _tabulated(value)
        case LazySet() | LazyFunction():
            return expr_of(value.finite())


def _tabulated(function: Function) -> ir.Expr:
    argument = ir.Name("argument of a constant")
    arms = tuple(
        (ir.Apply(Op.EQ, (argument, expr_of(key))), expr_of(value))
        for key, value in zip(ordered(function.domain), function.values, strict=True)
    )
    bound = ir.Bound((argument.name,), expr_of(function.domain))
    return ir.Bind(ir.Binder.FUNCTION, (bound,), ir.Case(arms, None))


def _names(value: Value) -> Iterator[str]:
    """The model values in a value, in order."""
    match value:
        case ModelValue():
            yield value.name
        case FiniteSet():
            for element in ordered(value):
                yield from _names(element)
        case tuple():
            for item in value:
                yield from _names(item)
        case Function():
            for each in (*ordered(value.domain), *value.values):
                yield from _names(each)
        case _:
            return
