"""The base class of syntax nodes, and declared names."""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.source import Source, Span

NOWHERE = Span(Source("<made by holdfast>", ""), 0, 0)
"""The span of a node that is not from a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of syntax and its location."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name where it is declared or bound, or a module's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A declared name with its arity: `x`, `Op(_, _)`, `_ + _`, `-. _`, `_ ^+`."""

    name: str
    arity: int = 0
