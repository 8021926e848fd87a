"""A system with other values for its constants, such as those of a solver's counterexample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from holdfast.ir import expr as ir
from holdfast.ir.literals import expr_of
from holdfast.ir.order import ordered
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet, Function, ModelValue, Value
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
