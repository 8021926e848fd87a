"""Values as the language of I/O automata writes them: `[1, 2]`, `True`, `Msg(A, 1)`.

The system has strings for members of an Enum and sequences for tuples: the types of variables
and actions tell them apart. The type of other values is found from their form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.types import UNKNOWN, Type
from holdfast.ir import values
from holdfast.ir.notation import Cell, Notation
from holdfast.ir.order import ordered
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Value, boolean


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A variable of the system, and where it is declared.

    Each component on the way is one of a sequence or not; a variable of components in sequences
    is a function on their indices.
    """

    path: tuple[tuple[str, bool], ...]
    name: str
    type: Type

    @property
    def qualified(self) -> str:
        """Its name in the system."""
        return ".".join((*(step for step, _ in self.path), self.name))


@dataclass(frozen=True, slots=True)
class IoaNotation(Notation):
    """The notation for the values of a type, in a file with these declarations."""

    variables: Mapping[str, StateVariable] = field(default_factory=dict)
    constants: Mapping[str, Type] = field(default_factory=dict)
    actions: Mapping[str, tuple[tree.Declared, ...]] = field(default_factory=dict)
    members: frozenset[str] = frozenset()
    records: tuple[types.Record, ...] = ()
    type: Type = UNKNOWN

    is_tla: ClassVar[bool] = False
    conjunct: ClassVar[str] = ""
    length: ClassVar[str] = "len({})"
    cardinality: ClassVar[str] = "len({})"
    domain_size: ClassVar[str] = "len({})"

    def typed(self, t: Type) -> IoaNotation:
        """The notation for the values of a type."""
        return replace(self, type=t)

    def of(self, name: str) -> IoaNotation:
        """The notation of the values of a variable or parameter."""
        variable = self.variables.get(name)
        if variable is not None and not any(several for _, several in variable.path):
            return self.typed(variable.type)
        return self.typed(self.constants.get(name, UNKNOWN))

    @property
    def elements(self) -> IoaNotation:
        """The notation of the elements of a set or sequence."""
        match self.type:
            case types.Set(of) | types.Seq(of):
                return self.typed(of)
            case _:
                return self.typed(UNKNOWN)

    def part(self, function: Value, argument: Value) -> tuple[str, IoaNotation]:
        """How a part of a value is selected: `.field`, `[index]` or `[key]`."""
        if isinstance(function, tuple) and not isinstance(self.type, types.Map):
            assert isinstance(argument, int)
            return f"[{argument - 1}]", self.typed(_item(self.type, argument - 1))
        record = self._record(function)
        if record is not None:
            return f".{argument}", self.typed(dict(record.fields).get(str(argument), UNKNOWN))
        match self.type:
            case types.Map(key, value):
                return f"[{self.typed(key).show(argument)}]", self.typed(value)
            case _:
                return f"[{self.typed(UNKNOWN).show(argument)}]", self.typed(UNKNOWN)

    def place(self, variable: str, steps: Sequence[str]) -> str:
        """A part of a variable; the first steps select components of sequences."""
        known = self.variables.get(variable)
        if known is None:
            return super(IoaNotation, self).place(variable, steps)
        rest, text = list(steps), ""
        for name, several in known.path:
            text += f"{name}{rest.pop(0) if several and rest else ''}."
        return f"{text}{known.name}{''.join(rest)}"

    def cells(self, state: Mapping[str, Value]) -> tuple[Cell, ...]:
        """The variables of a state, those of each component of a sequence by themselves."""
        found: list[Cell] = []
        for name, value in state.items():
            variable = self.variables.get(name)
            if variable is None:
                found.append(Cell(name, value, self.of(name)))
            else:
                own = self.typed(variable.type)
                places = self._places(variable.path, value)
                found += [Cell(f"{place}{variable.name}", v, own) for place, v in places]
        return tuple(found)

    def _places(
        self, path: Sequence[tuple[str, bool]], value: Value
    ) -> Iterator[tuple[str, Value]]:
        """The components with a variable, and its value in each of them."""
        if not path:
            yield "", value
            return
        (step, several), rest = path[0], path[1:]
        if not several:
            yield from ((f"{step}.{inner}", v) for inner, v in self._places(rest, value))
            return
        for key, part in _pairs(value):
            index = self.typed(UNKNOWN).show(key)
            yield from ((f"{step}[{index}].{inner}", v) for inner, v in self._places(rest, part))

    def arguments(self, action: str, values: Sequence[Value]) -> tuple[str, ...]:
        """The arguments of a step of an action, with the names of the parameters."""
        params = self.actions.get(action, ())
        if len(params) != len(values):
            return tuple(map(self.typed(UNKNOWN).show, values))
        pairs = zip(params, values, strict=True)
        return tuple(f"{p.name}={self.typed(p.type).show(v)}" for p, v in pairs)

    def plain(self, text: str) -> Value:
        """The number, Boolean, string or member of an Enum that is written like this."""
        if text.removeprefix("-").isdecimal():
            return int(text)
        if text in ("True", "False"):
            return boolean(text == "True")
        return text[1:-1] if text.startswith(('"', "'")) else text

    def show(self, value: Value) -> str:
        """The value as text."""
        match value:
            case Boolean():
                return str(value.truth)
            case int():
                return str(value)
            case str():
                return self._string(value)
            case ModelValue():
                return value.name
            case FiniteSet():
                shown = ", ".join(map(self.elements.show, ordered(value)))
                return f"{{{shown}}}" if shown else "set()"
            case tuple():
                return self._sequence(value)
            case Function():
                return self._function(value)
            case values.LazySet() | values.LazyFunction():
                return value.text()

    def _string(self, text: str) -> str:
        """A member of an Enum, or a string literal."""
        is_member = text in self.members and not isinstance(self.type, types.Str)
        return text if is_member else json.dumps(text, ensure_ascii=False)

    def _sequence(self, items: tuple[Value, ...]) -> str:
        match self.type:
            case types.Map() | types.Mset():
                return self._function(items)
            case types.Tuple(of):
                shown = [self.typed(t).show(v) for t, v in zip(of, items, strict=False)]
                return f"({', '.join(shown)}{',' if len(shown) == 1 else ''})"
            case _:
                return f"[{', '.join(map(self.elements.show, items))}]"

    def _function(self, function: tuple[Value, ...] | Function) -> str:
        record = self._record(function)
        pairs = _pairs(function)
        if record is not None:
            fields = dict(record.fields)
            given = {str(name): value for name, value in pairs}
            shown = [self.typed(t).show(given[name]) for name, t in fields.items()]
            return f"{record.name}({', '.join(shown)})"
        match self.type:
            case types.Mset(of):
                own = self.typed(of)
                shown = [own.show(k) for k, n in pairs if isinstance(n, int) for _ in range(n)]
                return f"Mset({', '.join(shown)})"
            case types.Map(key, value):
                keys, results = self.typed(key), self.typed(value)
            case _:
                keys = results = self.typed(UNKNOWN)
        return f"{{{', '.join(f'{keys.show(k)}: {results.show(v)}' for k, v in pairs)}}}"

    def _record(self, function: Value) -> types.Record | None:
        """The type of a record, by its fields if it is not known."""
        if not isinstance(function, values.Record):
            return None
        names = {str(name) for name, _ in _pairs(function)}
        match self.type:
            case types.Record():
                known: tuple[types.Record, ...] = (self.type,)
            case types.Unknown():
                known = self.records
            case _:
                known = ()
        return next((r for r in known if {name for name, _ in r.fields} == names), None)


def _item(t: Type, index: int) -> Type:
    match t:
        case types.Seq(of):
            return of
        case types.Tuple(items) if index < len(items):
            return items[index]
        case _:
            return UNKNOWN


def _pairs(function: Value) -> list[tuple[Value, Value]]:
    """The arguments and values of a function."""
    match function:
        case tuple():
            return list(enumerate(function, 1))
        case Function():
            return list(zip(ordered(function.domain), function.values, strict=True))
        case _:
            raise AssertionError(f"{function} is not a function")
