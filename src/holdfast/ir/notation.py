"""Conversion of values to and from text, JSON in the ITF notation, and plain Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from holdfast.ir.construct import canonical, function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.order import ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.value_text import described, text_of
from holdfast.ir.values import (
    FALSE,
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
    boolean,
    model_value,
)


def show(value: Value, sort: bool = True) -> str:
    """The value as TLA+ text, in the form in which TLC prints it.

    Without `sort` the elements of sets are in the order of their texts, which exists even
    for a set whose elements cannot be compared.
    """
    return text_of(value, ordered, sort)


def describe(value: Value) -> str:
    """The value with the name of its kind, for a message; a long one is cut."""
    return described(value, ordered)


def sort_sets(value: Value) -> Value:
    """The same value with its sets sorted now, by the ranks in use, to be shown anywhere."""
    show(value)
    return value


Trail: TypeAlias = tuple[tuple[Value, int], ...]
"""What a trail records of a step: who acts, and the number of a statement."""


class Cell(NamedTuple):
    """A variable of a state, or a component of one, with its value and how that is written."""

    name: str
    value: Value
    notation: Notation


class Owned(NamedTuple):
    """A variable that exists while a control variable has one of some values."""

    variable: str
    control: str
    values: frozenset[int]


@dataclass(frozen=True, slots=True)
class Notation:
    """How reports write values: as TLA+, unless the language of a spec has its own notation."""

    conjunct: ClassVar[str] = "/\\ "
    """What a state begins the line of each variable with."""
    may_end: ClassVar[str] = "`--no-deadlock`, or CHECK_DEADLOCK FALSE in the configuration"
    """How to allow that a behaviour ends in a deadlock."""
    length: ClassVar[str] = "Len({})"
    cardinality: ClassVar[str] = "Cardinality({})"
    domain_size: ClassVar[str] = "Cardinality(DOMAIN {})"
    """How sizes are written: of a sequence, of a set, of the domain of a function."""
    without_fairness: ClassVar[str] = (
        "The specification has no fairness condition: it may stop in any state."
    )
    """What a behaviour may do that violates a temporal property."""
    has_sizes: ClassVar[bool] = True
    """Whether a spec describes instances of many sizes, about all of which proofs may be."""
    is_tla: ClassVar[bool] = True
    """Whether formulas of the language are those of TLA+."""
    has_modules: ClassVar[bool] = True
    """Whether formulas have names that a module of TLA+ can refer to."""

    def show(self, value: Value) -> str:
        """The value as text."""
        return show(value)

    def formula(self, e: Expr) -> str | None:
        """A formula in a notation of the language; None if it is written in TLA+."""
        return None

    def readable(self, e: Expr) -> str | None:
        """A formula as the language reads it, if it is not TLA+ and can say it."""
        return None

    def of(self, name: str) -> Notation:
        """The notation of the values of a variable; this one if there is no such variable."""
        return self

    @property
    def elements(self) -> Notation:
        """The notation of the elements of a set or sequence."""
        return self

    def part(self, function: Value, argument: Value) -> tuple[str, Notation]:
        """How a part of a value is selected, `.field`, `[key]` or `[first, second]`."""
        if isinstance(function, Record) and isinstance(argument, str) and argument.isidentifier():
            return f".{argument}", self
        if isinstance(argument, tuple) and len(argument) > 1:
            return f"[{', '.join(map(show, argument))}]", self
        return f"[{show(argument)}]", self

    def is_location(self, variable: str) -> bool:
        """Whether the numbers in a variable are locations of a process."""
        return False

    def instances(self) -> Mapping[str, tuple[Owned, ...]]:
        """Variables of processes that come and go, by what all processes of a type call them."""
        return {}

    def narrower_type(self, variable: str, low: int, high: int) -> str | None:
        """A type for a range of numbers, if it is narrower than that of the variable."""
        return None

    def type_of(self, variable: str) -> str | None:
        """The type with which the language of the spec declares a variable, if it does."""
        return None

    def show_boolean(self, truth: bool) -> str:
        """A Boolean as text."""
        return self.show(boolean(truth))

    def place(self, variable: str, steps: Sequence[str]) -> str:
        """A part of a variable: its name and the steps to the part, `.field` or `[key]`."""
        return variable + "".join(steps)

    def cells(self, state: Mapping[str, Value]) -> tuple[Cell, ...]:
        """The parts of a state that are shown."""
        return tuple(Cell(name, value, self.of(name)) for name, value in state.items())

    def arguments(self, action: str, values: Sequence[Value]) -> tuple[str, ...]:
        """The arguments of a step of an action."""
        return tuple(map(show, values))

    def step(self, action: str, values: Sequence[Value]) -> str:
        """A step: the action with its arguments."""
        return f"{action}({', '.join(self.arguments(action, values))})" if values else action

    def lanes(self, state: Mapping[str, Value]) -> Mapping[Value, str] | None:
        """Who exists in a state to act, by name; None if nobody comes or goes."""
        return None

    def statement(self, action: str, values: Sequence[Value]) -> str:
        """A step beside the name of who acts."""
        return self.step(action, values)

    def message(self, channel: Value, fields: Sequence[Value]) -> str:
        """A message that is sent to a channel."""
        return f"{show(channel)}({', '.join(map(show, fields))})"

    def trail(self, steps: Sequence[Trail], loop: int | None) -> str | None:
        """A trail of the language, from what it records of each step; None if it has none.

        The first step is the initial state. If there is a loop, it is from this state on.
        """
        return None

    def plain(self, text: str) -> Value:
        """The number, string, Boolean or named value that is written like this."""
        if text.removeprefix("-").isdecimal():
            return int(text)
        if text.startswith('"'):
            return text[1:-1]
        return {"TRUE": TRUE, "FALSE": FALSE}.get(text) or model_value(text)


TLA = Notation()
"""The notation of TLA+."""


def to_itf(value: Value) -> Any:
    """The value as JSON data in the notation of Apalache's ITF; a model value is its name."""
    match value:
        case Boolean():
            return value.truth
        case int():
            return {"#bigint": str(value)}
        case str():
            return value
        case ModelValue():
            return value.name
        case FiniteSet():
            return {"#set": [to_itf(e) for e in ordered(value)]}
        case tuple():
            return {"#tup": [to_itf(v) for v in value]}
        case Function():
            pairs = list(zip(ordered(value.domain), value.values, strict=True))
            if type(value) is Record and not any(str(name).startswith("#") for name, _ in pairs):
                return {str(name): to_itf(v) for name, v in pairs}
            return {"#map": [[to_itf(k), to_itf(v)] for k, v in pairs]}
        case LazySet() | LazyFunction():
            try:
                return to_itf(canonical(value))
            except EvalError:
                return {"#unserializable": value.text()}


def from_itf(data: Any, model_values: Collection[str] = ()) -> Value:
    """The value of JSON data in ITF notation; these strings are model values."""
    match data:
        case bool():
            return boolean(data)
        case int():
            return data
        case str():
            known_string(data)
            return model_value(data) if data in model_values else data
        case {"#bigint": str(digits)}:
            return _read_integer(digits)
        case {"#set": list(elements)}:
            return set_of([from_itf(e, model_values) for e in elements])
        case {"#tup": list(values)} | list(values):
            return tuple([from_itf(v, model_values) for v in values])
        case {"#map": list(pairs)} if all(isinstance(p, list) and len(p) == 2 for p in pairs):
            return function_from(
                [(from_itf(k, model_values), from_itf(v, model_values)) for k, v in pairs]
            )
        case dict() if not any(str(name).startswith("#") for name in data if name != "#meta"):
            fields = {str(k): from_itf(v, model_values) for k, v in data.items() if k != "#meta"}
            return record_of(fields)
    raise EvalError("eval-unsupported", f"this is not a value in ITF notation: {data!r:.200}")


def _read_integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise EvalError("eval-unsupported", f"this is not an integer: {digits:.200}") from None


class FrozenDict(dict[Any, Any]):
    """An immutable dict that can be an element of a set."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # dict says that it has none
        return hash(frozenset(self.items()))

    def _refuse(self, *_: object, **__: object) -> None:
        raise TypeError("a FrozenDict cannot be changed")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse  # type: ignore[assignment]  # all raise


def to_python(value: Value) -> Any:
    """The value as plain Python; functions and records are dicts, model values their names."""
    match value:
        case Boolean():
            return value.truth
        case int() | str():
            return value
        case ModelValue():
            return value.name
        case FiniteSet():
            return frozenset([to_python(e) for e in value.elements])
        case tuple():
            return tuple([to_python(v) for v in value])
        case Function():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return FrozenDict([(to_python(k), to_python(v)) for k, v in pairs])
        case LazySet() | LazyFunction():
            return to_python(canonical(value))


def from_python(data: Any) -> Value:
    """The value of plain Python data; values of TLA+ are returned unchanged."""
    convert: Callable[[Any], Value] = from_python
    match data:
        case bool():
            return boolean(data)
        case int():
            return data
        case str():
            return known_string(data)
        case Boolean() | ModelValue() | FiniteSet() | Function() | LazySet() | LazyFunction():
            return data
        case list() | tuple():
            return tuple([convert(v) for v in data])
        case set() | frozenset():
            return set_of([convert(e) for e in data])
        case dict():
            return function_from([(convert(k), convert(v)) for k, v in data.items()])
        case _:
            raise EvalError("eval-unsupported", f"{type(data).__name__} is not a value of TLA+")
