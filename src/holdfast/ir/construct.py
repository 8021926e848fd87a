"""Making values canonical: sets of canonical elements, functions in the form that fits them."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from holdfast.ir.errors import EvalError
from holdfast.ir.order import ordered, positions
from holdfast.ir.ranks import ranks_in_use
from holdfast.ir.values import (
    EMPTY_SET,
    AnySet,
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)

_ATOMS = frozenset((int, str, Boolean, ModelValue))
# A set holds canonical elements only.
_LISTED = _ATOMS | {FiniteSet}


def canonical(value: Value) -> Value:
    """The same value with every lazy set and function in it enumerated, so that it can be stored.

    An error if one cannot be enumerated, or if a set has elements that cannot be compared: TLC
    detects that when it stores the value.
    """
    kind = type(value)
    if kind in _ATOMS:
        return value
    if type(value) is FiniteSet:
        if value.ordering is None:
            ordered(value)
        return value
    if isinstance(value, tuple):
        return _canonical_row(value)
    if isinstance(value, Function):
        row = _canonical_row(value.values)
        return value if row is value.values else type(value)(value.domain, row)
    assert isinstance(value, LazySet | LazyFunction)
    return canonical(value.finite())


def _canonical_row(row: tuple[Value, ...]) -> tuple[Value, ...]:
    for value in row:
        if type(value) not in _ATOMS:
            new = tuple(map(canonical, row))
            changed = any(a is not b for a, b in zip(row, new, strict=True))
            return new if changed else row
    return row


def set_of(elements: Iterable[Value]) -> FiniteSet:
    """The set of these elements."""
    listed = frozenset([e if type(e) in _LISTED else canonical_element(e) for e in elements])
    return FiniteSet(listed) if listed else EMPTY_SET


def canonical_element(value: Value) -> Value:
    """The value as an element of a set: infinite sets such as Nat may stay as they are."""
    if isinstance(value, LazySet) and value.is_endless:
        return value
    return canonical(value)


def set_in_order(elements: tuple[Value, ...]) -> FiniteSet:
    """The set of canonical elements that are given in their order, each once."""
    return FiniteSet(frozenset(elements), elements) if elements else EMPTY_SET


def domain_form(domain: FiniteSet) -> type[tuple[Value, ...] | Function]:
    """The class of a function with this domain: tuple, Record or Function."""
    form = domain.form
    if form is None:
        form = domain.form = _find_form(domain)
    return form


def _find_form(domain: FiniteSet) -> type[tuple[Value, ...] | Function]:
    elements = domain.elements
    if not elements:
        return tuple
    kinds = set(map(type, elements))
    if kinds == {str}:
        return Record
    if kinds == {int}:
        ordering = ordered(domain)
        if ordering[0] == 1 and ordering[-1] == len(ordering):
            return tuple
    return Function


def make_function(domain: FiniteSet, values: tuple[Value, ...]) -> tuple[Value, ...] | Function:
    """The function with these values, given in the order of the domain."""
    form = domain.form or domain_form(domain)
    return values if form is tuple else form(domain, values)  # type: ignore[arg-type,call-arg]


def function_on(domain: AnySet, values: Iterable[Value]) -> tuple[Value, ...] | Function:
    """The function with these values, in the order in which a set yields its elements."""
    if isinstance(domain, LazySet):
        if domain.counts_from_one:
            return tuple(values)
        if domain.listed is None and not domain.in_order:
            return function_from(zip(domain.iterate(), values, strict=True))
        domain = domain.finite()
    return make_function(domain, tuple(values))


def function_from(pairs: Iterable[tuple[Value, Value]]) -> tuple[Value, ...] | Function:
    """The function that maps the first of each pair to the second; the first of equal ones wins."""
    table: dict[Value, Value] = {}
    for argument, value in pairs:
        table.setdefault(canonical_element(argument), value)
    if not table:
        return ()
    if all(type(argument) is str for argument in table):
        return record_of(table)  # type: ignore[arg-type]  # its keys were just checked
    domain = FiniteSet(frozenset(table))
    return make_function(domain, tuple([table[argument] for argument in ordered(domain)]))


def record_domain(names: Iterable[str]) -> FiniteSet:
    """The set of these field names, the same object for equal names under the same ranks."""
    ranks = ranks_in_use()
    key = tuple(names)
    domain = ranks.domains.get(key)
    if domain is None:
        for name in key:
            ranks.add(name)
        ordering = tuple(sorted(set(key), key=ranks.__getitem__))
        domain = ranks.domains.get(ordering)
        if domain is None:
            domain = FiniteSet(frozenset(ordering), ordering)
            domain.form = Record
            ranks.domains[ordering] = domain
        ranks.domains[key] = domain
    return domain


def record_of(fields: Mapping[str, Value]) -> tuple[Value, ...] | Function:
    """The record with these fields; without any it is the empty function."""
    if not fields:
        return ()
    domain = record_domain(fields)
    return Record(domain, tuple([fields[name] for name in ordered(domain)]))  # type: ignore[index]


def record_maker(names: tuple[Value, ...]) -> Callable[[tuple[Value, ...]], Record]:
    """The function that makes a record from the values of these fields, in this order."""
    makers = ranks_in_use().makers
    maker = makers.get(names)
    if maker is None:
        maker = makers[names] = _make_maker(tuple([str(name) for name in names]))
    return maker


def _make_maker(names: tuple[str, ...]) -> Callable[[tuple[Value, ...]], Record]:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise EvalError("eval-field", f"the field `{twice}` is given twice")
    domain = record_domain(names)
    if ordered(domain) == names:
        return lambda values: Record(domain, values)
    places = positions(domain)
    take = [0] * len(names)
    for i, name in enumerate(names):
        take[places[name]] = i
    return lambda values: Record(domain, tuple([values[i] for i in take]))


def _to_pickle(function: Function) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """How a function is unpickled, in a process that may rank strings differently."""
    keys = function.domain.ordering
    assert keys is not None
    return function_from, (tuple(zip(keys, function.values, strict=True)),)


copyreg.pickle(Function, _to_pickle)
copyreg.pickle(Record, _to_pickle)
