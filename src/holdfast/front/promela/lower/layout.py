"""Declared variables as leaves: the numbers and channels that records and arrays are made of.

typedef T { byte b[3]; int c }; T a[2]      a.b: bytes in 2 x 3;  a.c: ints in 2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.types import Basic, Record, Type


@dataclass(frozen=True, slots=True)
class Leaf:
    """All numbers at one path of fields inside a variable; `sizes` are those of the arrays.

    `elements` are initial values of the elements of the innermost array, if they differ.
    """

    symbol: nodes.Symbol
    fields: tuple[str, ...]
    type: Type
    sizes: tuple[int, ...]
    initial: nodes.Expr | None
    elements: tuple[nodes.Expr, ...]
    channel: tree.ChannelType | None

    @property
    def key(self) -> Path:
        """The variable and the path."""
        return self.symbol, self.fields

    def places(self) -> Iterator[tuple[int, ...]]:
        """The indices of all numbers, in order."""
        return indices(self.sizes)


Path = tuple[nodes.Symbol, tuple[str, ...]]


def indices(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All tuples of indices below these sizes, in order."""
    if not sizes:
        yield ()
        return
    for i in range(sizes[0]):
        yield from ((i, *rest) for rest in indices(sizes[1:]))


def leaves(d: tree.Declaration, typedefs: Mapping[str, tree.Typedef]) -> Iterator[Leaf]:
    """The leaves of a declared variable, in the order of their fields."""
    sizes = () if d.symbol.length is None else (d.symbol.length,)
    yield from _leaves(d.symbol, (), d, sizes, typedefs)


def widened(t: Type) -> Type:
    """The type of an element of an array, or of the only field of a message: a bit has 8 bits."""
    return Basic.BYTE if t in (Basic.BIT, Basic.BOOL) else t


def _leaves(
    symbol: nodes.Symbol,
    fields: tuple[str, ...],
    d: tree.Declaration,
    sizes: tuple[int, ...],
    typedefs: Mapping[str, tree.Typedef],
) -> Iterator[Leaf]:
    if not isinstance(d.symbol.type, Record):
        t = d.symbol.type if d.symbol.length is None else widened(d.symbol.type)
        yield Leaf(symbol, fields, t, sizes, d.initial, d.elements, d.channel)
        return
    for inner in typedefs[d.symbol.type.name].fields:
        length = inner.symbol.length
        below = sizes if length is None else (*sizes, length)
        yield from _leaves(symbol, (*fields, inner.symbol.name), inner, below, typedefs)


def split(place: nodes.Place) -> tuple[Path, tuple[nodes.Expr, ...]]:
    """The variable and fields of a place, and its indices from the outside in."""
    match place:
        case nodes.Variable(symbol):
            return (symbol, ()), ()
        case nodes.Index(array, index):
            path, before = split(array)
            return path, (*before, index)
        case nodes.Field(record, name):
            (symbol, fields), before = split(record)
            return (symbol, (*fields, name)), before


_TAKEN = frozenset(("pc", "exclusive", "claim"))
"""Variables of the system that are none of the model; one of the model has another name."""


def _name(symbol: nodes.Symbol) -> str:
    clashes = symbol.proctype is None and symbol.name in _TAKEN
    return f"{symbol.unique}#2" if clashes else symbol.unique


def written(leaf: Leaf, at: tuple[int, ...] | None) -> str:
    """How a number is written in the model: `a[1].b[2]`; without indices, `a.b`."""
    if at is None:
        return ".".join((_name(leaf.symbol), *leaf.fields))
    # The array of the variable itself comes first, those of fields later.
    rest = list(at)
    text = _name(leaf.symbol)
    if leaf.symbol.length is not None:
        text += f"[{rest.pop(0)}]"
    for field in leaf.fields:
        text += f".{field}"
    return text + "".join(f"[{i}]" for i in rest)
