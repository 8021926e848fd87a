"""The names of a model: what is declared, and where it is visible."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.front.promela.expression_nodes import Symbol
from holdfast.front.promela.read.tokens import Token
from holdfast.front.promela.tree import ChannelType, Declaration
from holdfast.front.promela.types import Record, Type
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class MtypeName:
    """A name of an mtype list; its number is known when all lists are."""

    name: str
    span: Span
    value: int
    subtype: str | None


@dataclass(frozen=True, slots=True)
class RecordType:
    """A typedef with its fields."""

    name: str
    span: Span
    fields: tuple[Declaration, ...]

    def field(self, name: str) -> Declaration | None:
        """The field of this name."""
        return next((f for f in self.fields if f.symbol.name == name), None)


@dataclass(frozen=True, slots=True)
class Inline:
    """`inline name(params) { body }`: the tokens of its body, with the braces."""

    name: str
    span: Span
    params: tuple[str, ...]
    body: tuple[Token, ...]


@dataclass(slots=True)
class Process:
    """What is known of a process type, or of a claim, while and after it is read.

    `labels` has the unique names of the labels of each name, `scopes` the symbols of the open
    blocks, `taken` how often a name is declared.
    """

    name: str
    span: Span
    is_claim: bool = False
    params: list[Declaration] = field(default_factory=list)
    locals: list[Declaration] = field(default_factory=list)
    scopes: list[dict[str, Symbol]] = field(default_factory=lambda: [{}])
    taken: dict[str, int] = field(default_factory=dict)
    complete: bool = False

    def unique(self, name: str) -> str:
        """A name that no other symbol of the process has."""
        count = self.taken[name] = self.taken.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"

    def find(self, name: str) -> Symbol | None:
        """The visible symbol of this name."""
        return next((s[name] for s in reversed(self.scopes) if name in s), None)

    def symbols(self) -> Iterator[Symbol]:
        """All variables of the process, in the order of their declarations."""
        return (d.symbol for d in (*self.params, *self.locals))


Global: TypeAlias = Symbol | MtypeName | RecordType | Inline | Process


@dataclass(slots=True)
class Names:
    """Everything that a model declares outside of processes, by name.

    `channels` has the types of the channels that variables are initialised with, `constants` the
    numbers; `macros` are suggested for names that are not declared. If names are `wide`, numbers
    have no widths.
    """

    globals: dict[str, Global] = field(default_factory=dict)
    channels: dict[Symbol, ChannelType] = field(default_factory=dict)
    constants: dict[Symbol, int] = field(default_factory=dict)
    macros: Collection[str] = ()
    wide: bool = False

    def for_fields(self) -> Names:
        """The names inside a typedef: types and constants, but no variables."""
        names: dict[str, Global] = {
            n: g for n, g in self.globals.items() if not isinstance(g, Symbol | Process)
        }
        return Names(names, self.channels, {}, self.macros, self.wide)

    def record(self, t: Type) -> RecordType | None:
        """The typedef of a record type."""
        found = self.globals.get(t.name) if isinstance(t, Record) else None
        return found if isinstance(found, RecordType) else None


def what_is(found: Global) -> str:
    """What a declared name is, for messages."""
    match found:
        case Symbol():
            return "a variable"
        case MtypeName():
            return "an mtype constant"
        case RecordType():
            return "a typedef"
        case Inline():
            return "an inline"
        case Process():
            return "a process type"
