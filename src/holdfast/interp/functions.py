"""Functions: application, domain, EXCEPT, and functions given by a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from holdfast.interp.errors import EvalError, not_a_function, outside, too_deep
from holdfast.interp.lazy_sets import Interval
from holdfast.interp.members import as_set, contains, listed
from holdfast.ir.construct import canonical_element, make_function, record_maker
from holdfast.ir.notation import describe, show
from holdfast.ir.order import check_comparable, ordered, positions
from holdfast.ir.values import AnySet, FiniteSet, Function, LazyFunction, Record, Value

Change = Callable[[Value], Value]


class RuleFunction(LazyFunction):
    """A function on a set that is not enumerated, or one that is recursive.

    `known` are the values computed so far, and those that EXCEPT has changed.
    """

    __slots__ = ("_domain", "body", "known")

    def __init__(
        self, domain: AnySet, body: Change, known: dict[Value, Value] | None = None
    ) -> None:
        super().__init__()
        self._domain = domain
        self.body = body
        self.known = {} if known is None else known

    @property
    def domain(self) -> AnySet:
        """The set of its arguments."""
        return self._domain

    def apply(self, argument: Value) -> Value:
        """Its value at an argument, computed once."""
        value = self.known.get(argument)
        if value is None:
            if not contains(self._domain, argument):
                raise _outside_rule(self, argument)
            try:
                value = self.known[argument] = self.body(argument)
            except RecursionError:
                raise too_deep() from None
        return value

    def with_value(self, argument: Value, value: Value) -> RuleFunction:
        """The same function except at one argument."""
        return RuleFunction(
            self._domain, self.body, {**self.known, canonical_element(argument): value}
        )

    def text(self) -> str:
        """Its table, or its domain if that cannot be enumerated."""
        try:
            return show(self.finite())
        except (EvalError, RecursionError):
            return f"[x \\in {show(self._domain)} |-> ...]"

    def tabulate(self) -> tuple[Value, ...] | Function:
        """All its values."""
        domain = listed(self._domain)
        return make_function(domain, tuple([self.apply(x) for x in ordered(domain)]))


def function_over(domain: Value, body: Change, eager: bool = False) -> Value:
    """[x \\in domain |-> body(x)]: a table if the domain is enumerated or `eager`, else a rule."""
    if type(domain) is FiniteSet:
        return make_function(domain, tuple([body(x) for x in ordered(domain)]))
    if type(domain) is Interval and domain.low == 1:
        return tuple([body(x) for x in range(1, domain.high + 1)])
    if type(domain) is Interval or eager:
        return function_over(listed(domain), body)
    return RuleFunction(as_set(domain), body)


def apply(function: Any, argument: Value) -> Value:
    """function[argument]."""
    kind = type(function)
    if kind is tuple:
        if type(argument) is int and 0 < argument <= len(function):
            value: Value = function[argument - 1]
            return value
    elif kind is Record or kind is Function:
        domain: FiniteSet = function.domain
        place = (domain.positions or positions(domain)).get(argument)
        if place is not None:
            value = function.values[place]
            return value
    elif isinstance(function, LazyFunction):
        return function.apply(argument)
    raise _cannot_apply(function, argument)


def _cannot_apply(function: Value, argument: Value) -> EvalError:
    match function:
        case Record() if type(argument) is str:
            names = ", ".join(map(str, ordered(function.domain)))
            return EvalError(
                "eval-field",
                f"the record {show(function)} has no field `{argument}`",
                f"its fields are {names}",
            )
        case tuple() if type(argument) is int:
            return outside(
                f"{argument} is not a position of the sequence {show(function)}",
                f"its positions are 1..{len(function)}" if function else "it is empty",
            )
        case Function() | tuple():
            return outside(
                f"{describe(argument)} is not in the domain of {describe(function)}",
                f"its domain is {show(domain_of(function))}",
            )
        case _:
            return not_a_function(function)


def _outside_rule(function: RuleFunction, argument: Value) -> EvalError:
    return outside(
        f"{describe(argument)} is not in the domain of the function",
        f"its domain is {show(function.domain)}",
    )


def domain_of(function: Value) -> AnySet:
    """DOMAIN function."""
    match function:
        case tuple():
            return Interval(1, len(function))
        case Function() | LazyFunction():
            return function.domain
        case _:
            raise not_a_function(function)


def record(*names_and_values: Value) -> Record:
    """[name1 |-> v1, ...]; each name precedes its value."""
    return record_maker(names_and_values[::2])(names_and_values[1::2])


def update(
    function: Any,
    path: Sequence[Value],
    change: Change,
    missing: Callable[[Value, Value], None] | None = None,
    depth: int = 0,
) -> Value:
    """[function EXCEPT ![path[0]][path[1]]... = change(old value)].

    An argument outside a domain changes nothing, as in TLC, which warns: `missing` is called with
    the function and the argument.
    """
    key = path[depth]
    if isinstance(function, RuleFunction):
        place = -1 if contains(function.domain, key) else None
    else:
        place = _place(function, key)
    if place is None:
        if missing is not None:
            missing(function, key)
        return cast(Value, function)
    kind = type(function)
    row = (function.apply(key),) if place < 0 else function if kind is tuple else function.values
    old = row[place]
    depth += 1
    new = change(old) if depth == len(path) else update(old, path, change, missing, depth)
    if new is old:
        return cast(Value, function)
    if place < 0:
        return cast(Value, function.with_value(key, new))
    row = (*row[:place], new, *row[place + 1 :])
    return row if kind is tuple else cast(Value, kind(function.domain, row))


def _place(function: Value, key: Value) -> int | None:
    """The index of the value of an argument; None outside the domain."""
    if type(function) is tuple:
        if function and type(key) is not int:
            raise outside(f"{describe(key)} is not a position of a sequence")
        return key - 1 if type(key) is int and 0 < key <= len(function) else None
    if isinstance(function, Function):
        domain = function.domain
        place = (domain.positions or positions(domain)).get(key)
        if place is None:
            check_comparable(domain, key)
        return place
    raise not_a_function(function)
