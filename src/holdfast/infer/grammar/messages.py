"""Kinds of messages: the records that actions make, by their fields and the constants in them.

Tuples are messages, too. A field may have a special value that is in no sort, such as -1 in place
of a number, or a constant None in place of an element.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TypeAlias

from holdfast.infer.grammar.mining import Miner
from holdfast.infer.grammar.terms import bounds_of
from holdfast.infer.guards import scenes, unfolded
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.system import System
from holdfast.ir.types import Type
from holdfast.ir.values import TRUE, Boolean, ModelValue, Record, Value

Field: TypeAlias = str | int
"""A field of a record, or a position of a tuple."""
_MOST_STRINGS = 8
"""How many choices of strings are kinds of their own."""
_MOST_CALLS = 200
"""How many calls of definitions are looked into."""


@dataclass(frozen=True, slots=True)
class MessageKind:
    """Records or tuples with some literals or constants, and the types of all of their fields."""

    types: Mapping[Field, Type]
    fixed: Mapping[Field, ir.Expr]

    def open_fields(self) -> tuple[Field, ...]:
        """The fields that are no literals or constants."""
        return tuple(f for f in self.types if f not in self.fixed)

    def is_among(self, fields: Mapping[str, Type], optional: frozenset[str]) -> bool:
        """Whether records with some fields, of which some are optional, may be of this kind."""
        own = self.types.keys()
        return all(f in fields for f in own) and all(f in own or f in optional for f in fields)

    def with_types(self, known: Mapping[str, Type]) -> MessageKind:
        """The kind with known types of fields whose own types are unknown."""
        types = {
            f: known.get(f, t) if t == ty.ANY and isinstance(f, str) else t
            for f, t in self.types.items()
        }
        return replace(self, types=types)

    def with_strings(
        self, seen: Iterable[Value], usual: Container[Value], named: Mapping[str, str]
    ) -> Iterator[MessageKind]:
        """The kind for each choice of the strings that messages of it have: their types, often."""
        fields = [f for f in self.open_fields() if isinstance(self.types[f], ty.Str)]
        rows: dict[tuple[str, ...], None] = {}
        for message in seen if fields else ():
            values = _fields_of(message)
            if self._has(values, named):
                row = tuple(v for f in fields if isinstance(v := values[f], str) and v not in usual)
                rows |= {row: None} if len(row) == len(fields) else {}
        if not rows or len(rows) > _MOST_STRINGS:
            yield self
            return
        for row in sorted(rows):
            literals = {f: ir.Literal(text) for f, text in zip(fields, row, strict=True)}
            yield replace(self, fixed={**self.fixed, **literals})

    def special(
        self, seen: Iterable[Value], usual: Container[Value], named: Mapping[str, str]
    ) -> dict[Field, tuple[ir.Expr, ...]]:
        """For each field its values in messages of this kind that are in no sort: -1, or None."""
        found: dict[Field, dict[ir.Expr, None]] = {f: {} for f in self.types}
        for message in seen:
            fields = _fields_of(message)
            if self._has(fields, named):
                for f in self.open_fields():
                    if fields[f] not in usual:
                        found[f] |= dict.fromkeys(_as_expr(fields[f], self.types[f], named))
        return {f: tuple(values) for f, values in found.items()}

    def _has(self, fields: Mapping[Field, Value], named: Mapping[str, str]) -> bool:
        """Whether a message with these fields is of this kind."""
        if fields.keys() != self.types.keys():
            return False
        return all(_is_value(e, fields[f], named) for f, e in self.fixed.items())

    def message(self, values: Mapping[Field, ir.Expr]) -> ir.Expr:
        """The message with these values of its open fields."""
        every = [(f, self.fixed.get(f) or values[f]) for f in self.types]
        if all(isinstance(f, int) for f in self.types):
            return ir.Apply(Op.TUPLE, tuple(e for _, e in every))
        return ir.Apply(Op.RECORD, tuple(e for f, v in every for e in (ir.Literal(f), v)))

    def some(self, messages: ir.Expr, given: Mapping[Field, ir.Expr], name: str) -> ir.Expr:
        """That a set has a message of this kind with the given values of some fields."""
        equations = tuple(
            ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (ir.Name(name), ir.Literal(f))), e))
            for f, e in (*self.fixed.items(), *given.items())
        )
        body = equations[0] if len(equations) == 1 else ir.Apply(Op.AND, equations)
        return ir.Bind(Binder.EXISTS, (ir.Bound((name,), messages),), body)


def _is_value(e: ir.Expr, value: Value, named: Mapping[str, str]) -> bool:
    """Whether a literal, or a constant that is a model value, has a value."""
    match e, value:
        case ir.Name(name), ModelValue():
            return named.get(value.name) == name
        case ir.Literal(bool() as own), Boolean():
            return own == (value is TRUE)
        case ir.Literal(own), _:
            return bool(own == value)
        case _:
            return False


def _fields_of(message: Value) -> dict[Field, Value]:
    match message:
        case Record():
            names = (n for n in ordered(message.domain) if isinstance(n, str))
            return dict(zip(names, message.values, strict=True))
        case tuple():
            return dict(enumerate(message, start=1))
        case _:
            return {}


def _as_expr(value: Value, t: Type, named: Mapping[str, str]) -> Iterator[ir.Expr]:
    """A number, or the constant that is a model value."""
    match value, t:
        case int(), ty.Int():
            yield ir.Literal(value)
        case ModelValue(), ty.Model() if value.name in named:
            yield ir.Name(named[value.name])
        case _:
            return


def kinds_of(
    seen: Iterable[Value], types: Mapping[str, Type], optional: frozenset[str]
) -> tuple[MessageKind, ...]:
    """The kinds of records that no action makes, but takes from a set: by their fields."""
    every = (
        [frozenset(types)] if not optional else [frozenset(map(str, _fields_of(m))) for m in seen]
    )
    return tuple(
        MessageKind({f: types[f] for f in sorted(fields)}, {})
        for fields in dict.fromkeys(every)
        if fields <= types.keys()
    )


def tuples(items: tuple[Type, ...]) -> MessageKind:
    """The kind of all tuples with items of these types."""
    return MessageKind(dict(enumerate(items, start=1)), {})


def message_kinds(miner: Miner, constants: Container[str]) -> tuple[MessageKind, ...]:
    """The kinds of records that actions make, each combination of fields and literals once.

    The `constants` are those that are single model values: they are used like literals.
    """
    found: dict[object, MessageKind] = {}
    for scene in scenes(miner.system):
        types = miner.types(bounds_of(scene))
        for value in scene.values:
            for args in _records(value, miner.system):
                key = tuple(a if _is_fixed(a, constants) else None for a in args)
                if key not in found:
                    found[key] = _kind(args, types, miner, constants)
    return tuple(found.values())


def _records(e: ir.Expr, system: System) -> Iterator[tuple[ir.Expr, ...]]:
    """The fields of all records that an expression makes, also through definitions."""
    pending, seen = [e], set[str]()
    for _ in range(_MOST_CALLS):
        if not pending:
            return
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Apply(Op.RECORD, args):
                    yield from islice(product(*map(_choices, args)), _MOST_STRINGS)
                case ir.Call() if (meant := unfolded(part, system)) is not None:
                    pending.append(meant)
                case ir.Call(name, _) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass


def _choices(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """The literals among which an expression chooses, or the expression."""
    match e:
        case ir.If(_, yes, no):
            found = (*_choices(yes), *_choices(no))
            return found if all(isinstance(f, ir.Literal) for f in found) else (e,)
        case _:
            return (e,)


def _is_fixed(e: ir.Expr, constants: Container[str]) -> bool:
    return isinstance(e, ir.Literal) or (isinstance(e, ir.Name) and e.name in constants)


def _kind(
    args: tuple[ir.Expr, ...], types: dict[str, Type], miner: Miner, constants: Container[str]
) -> MessageKind:
    fields: dict[Field, ir.Expr] = {
        str(name.value): value
        for name, value in zip(args[::2], args[1::2], strict=True)
        if isinstance(name, ir.Literal)
    }
    fixed = {n: e for n, e in fields.items() if _is_fixed(e, constants)}
    return MessageKind({n: miner.typing.of(e, types) for n, e in fields.items()}, fixed)
