"""The base class of syntax nodes, and declared names."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from holdfast.source import Source, Span

NOWHERE = Span(Source("<made by holdfast>", ""), 0, 0)
"""The span of a node that is not from a text."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Node:
    """A piece of syntax and its location, which is not compared.

    Comparison is defined once, here: methods of their own for each of the many classes would
    take longer to generate, at every start, than to parse a spec.
    """

    span: Span = field(default=NOWHERE)

    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, f.name) for f in fields(self) if f.name != "span")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Node)
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), self._parts()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts()))})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ident(Node):
    """A name where it is declared or bound, or a module's name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Param(Node):
    """A declared name with its arity: `x`, `Op(_, _)`, `_ + _`, `-. _`, `_ ^+`."""

    name: str
    arity: int = 0
