"""References to variables: `x`, `a[i]`, `r.f[j].g`, and what is known of their types."""

from __future__ import annotations

from abc import abstractmethod
from typing import NoReturn, TypeAlias, assert_never

from holdfast.front.promela.expression_nodes import (
    Expr,
    Field,
    Index,
    Number,
    Place,
    Symbol,
    Variable,
)
from holdfast.front.promela.read.cursor import Cursor, SyntaxFault
from holdfast.front.promela.read.names import what_is
from holdfast.front.promela.read.tokens import Token
from holdfast.front.promela.tree import ChannelType
from holdfast.front.promela.types import Basic, Record, Type
from holdfast.front.suggest import did_you_mean
from holdfast.source import Span

_UNKNOWN = "?"

_Leaf: TypeAlias = tuple[Type, tuple[str | int, ...]]
"""A field without fields of its own: its type, and the names and indices that lead to it."""


def declared(place: Place) -> Symbol:
    """The declaration that a reference ends at: of a variable, or of a field."""
    match place:
        case Variable(symbol):
            return symbol
        case Index(array):
            return declared(array)
        case Field():
            return place.symbol
        case _:
            assert_never(place)


def is_whole_array(place: Place) -> bool:
    """Whether a reference is to an array, without an index."""
    return not isinstance(place, Index) and declared(place).length is not None


def is_unknown(place: Expr) -> bool:
    """Whether a reference is to a name that is not declared, which has been reported."""
    match place:
        case Variable(symbol):
            return symbol.unique == _UNKNOWN
        case Index(array):
            return is_unknown(array)
        case Field(record):
            return is_unknown(record)
        case _:
            return False


def symbol_of(value: Expr) -> Symbol | None:
    """The declaration of a reference; None for other expressions, and for unknown names."""
    if isinstance(value, Variable | Index | Field) and not is_unknown(value):
        return declared(value)
    return None


class Places(Cursor):
    """Reads references to variables."""

    @abstractmethod
    def expression(self) -> Expr:
        """Read an expression."""

    def place(self, *, whole: bool = False) -> Place:
        """Read a reference; an array without an index is its first element, unless `whole`."""
        start = self.token.span
        place = self.indexed(self.variable(self.name("of a variable")), whole)
        while self.at("."):
            self.advance()
            place = self.indexed(self.field_of(place, self.name("of a field"), start), whole)
        return place

    def variable(self, token: Token) -> Place:
        """The variable of this name."""
        found = self.find(token.text)
        if isinstance(found, Symbol):
            return Variable(found, span=token.span)
        if found is None:
            self.unknown(token)
        else:
            message = f"`{token.text}` is {what_is(found)}, not a variable"
            self.report("promela-kind", message, token)
        unknown = Symbol(token.text, _UNKNOWN, Basic.INT, token.span)
        return Variable(unknown, span=token.span)

    def indexed(self, place: Place, whole: bool) -> Place:
        """Read an index, if there is one."""
        symbol = declared(place)
        if not self.at("["):
            if symbol.length is None or (whole and not self.at(".")):
                return place
            message = f"`{symbol.name}` is an array: this is its first element, as in Spin"
            self.warn("promela-index", message, place.span, f"write `{symbol.name}[0]`")
            return Index(place, Number(0, "0", span=place.span), span=place.span)
        opening = self.advance()
        index = self.expression()
        self.close(opening, "]")
        span = self.since(place.span)
        if self.at("["):
            self.refuse_dimensions()
        if symbol.length is None and not is_unknown(place):
            self.report("promela-index", f"`{symbol.name}` is not an array", span)
        elif symbol.length is not None:
            self._check_range(index, symbol.name, symbol.length)
        return Index(place, index, span=span)

    def refuse_dimensions(self) -> NoReturn:
        """Report a second index."""
        message = "an array has one dimension"
        help = "use an array of records: `typedef Row { byte x[4] }`, `Row a[3]`"
        self.report("promela-index", message, self.token, help)
        raise SyntaxFault

    def _check_range(self, index: Expr, name: str, length: int) -> None:
        if isinstance(index, Number) and not 0 <= index.value < length:
            message = f"`{name}` has {length} elements, from 0 on"
            self.report("promela-index", message, index.span)

    def field_of(self, place: Place, name: Token, start: Span) -> Place:
        """A field of a record."""
        symbol = declared(place)
        span = self.since(start)
        record = self.names.record(symbol.type)
        found = record.field(name.text) if record is not None else None
        if found is not None:
            return Field(place, name.text, found.symbol, span=span)
        if record is not None:
            help = did_you_mean(name.text, (f.symbol.name for f in record.fields))
            message = f"`{record.name}` has no field `{name.text}`"
            self.report("promela-unknown-field", message, name, help)
        elif not is_unknown(place):
            message = f"`{symbol.name}` is not a record"
            self.report("promela-unknown-field", message, name)
        unknown = Symbol(name.text, _UNKNOWN, Basic.INT, name.span)
        return Variable(unknown, span=span)

    def channel_type(self, channel: Expr) -> ChannelType | None:
        """The type of the messages of a channel, if its declaration says it."""
        match channel:
            case Variable() | Index() | Field():
                return self.names.channels.get(declared(channel))
            case _:
                return None

    def leaves(self, t: Type, at: Span) -> tuple[_Leaf, ...]:
        """The fields of a type, and those of records in it; one for each element of an array."""
        record = self.names.record(t)
        if record is None:
            return ((t, ()),)
        result: list[_Leaf] = []
        for field in record.fields:
            symbol = field.symbol
            inner = self.leaves(symbol.type, at)
            if symbol.length is None:
                result += [(t, (symbol.name, *path)) for t, path in inner]
            elif isinstance(symbol.type, Record):
                message = f"`{record.name}` has an array of records, `{symbol.name}`"
                self.report("promela-record", message, at, "such a record cannot be a message")
                return ()
            else:
                result += [(symbol.type, (symbol.name, i)) for i in range(symbol.length)]
        return tuple(result)

    def leaf_places(self, place: Place) -> tuple[Place, ...]:
        """The fields of a record one by one; the place itself if it is no record."""
        result = []
        for _, path in self.leaves(declared(place).type, place.span):
            leaf = place
            for part in path:
                if isinstance(part, str):
                    record = self.names.record(declared(leaf).type)
                    field = record.field(part) if record is not None else None
                    assert field is not None
                    leaf = Field(leaf, part, field.symbol, span=place.span)
                else:
                    number = Number(part, str(part), span=place.span)
                    leaf = Index(leaf, number, span=place.span)
            result.append(leaf)
        return tuple(result)
