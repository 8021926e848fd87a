"""Channels: each declared one has a number, in whatever slot, and a variable for its messages.

The messages are a sequence, of numbers if a message has one field, otherwise of tuples. A channel
without capacity holds none: its sends and receives are joint steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.front.promela.lower.layout import Leaf, Path, widened, written
from holdfast.front.promela.lower.logic import (
    and_,
    apply,
    equal,
    item,
    length,
    library,
    number,
    tuple_,
)
from holdfast.front.promela.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.expr import TRUE
from holdfast.ir.ops import Op
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel; `number` is what variables of type `chan` hold."""

    number: int
    name: str
    capacity: int
    fields: tuple[Type, ...]
    slot: int | None
    span: Span

    @property
    def is_rendezvous(self) -> bool:
        """Whether it has no capacity."""
        return self.capacity == 0

    @property
    def contents(self) -> ir.Expr:
        """Its messages."""
        return ir.Name(self.name)

    def length(self) -> ir.Expr:
        """The number of its messages."""
        return number(0) if self.is_rendezvous else length(self.contents)

    def is_empty(self) -> ir.Expr:
        """Whether it has no messages."""
        return TRUE if self.is_rendezvous else equal(self.contents, tuple_(()))

    def has_room(self) -> ir.Expr:
        """Whether a message can be sent."""
        if self.is_rendezvous:
            return TRUE
        if self.capacity == 1:
            return self.is_empty()
        return apply(Op.LT, self.length(), number(self.capacity))

    def has(self, position: int) -> ir.Expr:
        """Whether it has so many messages."""
        if position == 1:
            return apply(Op.NE, self.contents, tuple_(()))
        return apply(Op.GE, self.length(), number(position))

    def field(self, position: int, index: int) -> ir.Expr:
        """A field of the message at a position from 1."""
        message = item(self.contents, number(position))
        return message if len(self.fields) == 1 else item(message, number(index + 1))

    def matches(self, position: int, wanted: Sequence[tuple[int, ir.Expr]]) -> ir.Expr:
        """Whether the message at a position has these values in some fields."""
        return and_(equal(self.field(position, i), value) for i, value in wanted)

    def message(self, values: Sequence[ir.Expr]) -> ir.Expr:
        """A message with these fields."""
        return values[0] if len(self.fields) == 1 else tuple_(values)

    def without(self, position: int) -> ir.Expr:
        """Its messages but for one."""
        if self.capacity == 1:
            return tuple_(())
        if position == 1:
            return library("Sequences!Tail", self.contents)
        return library("SequencesExt!RemoveAt", self.contents, number(position))

    def with_last(self, values: Sequence[ir.Expr]) -> ir.Expr:
        """Its messages and one more."""
        if self.capacity == 1:
            return tuple_((self.message(values),))
        return library("Sequences!Append", self.contents, self.message(values))

    def with_inserted(self, position: int, values: Sequence[ir.Expr]) -> ir.Expr:
        """Its messages with another one before that at a position."""
        before = library("Sequences!SubSeq", self.contents, number(1), number(position - 1))
        after = library("Sequences!SubSeq", self.contents, number(position), self.length())
        middle = library("Sequences!\\o", before, tuple_((self.message(values),)))
        return library("Sequences!\\o", middle, after)


class Channels:
    """All channels of a model, made when they are first mentioned."""

    def __init__(self) -> None:
        self._known: dict[tuple[int | None, Path, tuple[int, ...]], Channel] = {}
        self.by_number: dict[int, Channel] = {}

    def channel(
        self, slot: int | None, owner: str, leaf: Leaf, at: tuple[int, ...]
    ) -> Channel | None:
        """The channel at a place of a variable; None if it is not declared with one."""
        if leaf.channel is None:
            return None
        key = (slot, leaf.key, at)
        found = self._known.get(key)
        if found is None:
            name = f"{owner}{written(leaf, at)}"
            declared = leaf.channel
            fields = declared.fields
            if len(fields) == 1:
                fields = (widened(fields[0]),)
            size = declared.capacity
            found = Channel(len(self._known) + 1, name, size, fields, slot, declared.span)
            self._known[key] = self.by_number[found.number] = found
        return found
