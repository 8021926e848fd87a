"""The variables of the system, and how places of the model are read and stored.

Every number is a variable of its own, unless an array is indexed by what is not known before: then
the array is a tuple, nested for arrays of records with arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from holdfast.front.promela.lower.layout import Leaf, Path, indices, written
from holdfast.front.promela.lower.logic import apply, item, number, tuple_
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span

MOST_SINGLE = 64
"""Larger arrays are tuples, whatever their indices."""

Updates = dict[str, ir.Expr]
"""Next values of variables."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a leaf of a variable is kept: in one tuple, or each number in its own variable."""

    leaf: Leaf
    owner: str
    """The process that it belongs to, as a prefix of names."""
    is_single: bool

    def variable(self, at: tuple[int, ...] | None = None) -> str:
        """The name of the variable of one number, or of the tuple of all."""
        return f"{self.owner}{written(self.leaf, at if self.is_single else None)}"

    def variables(self) -> Iterator[str]:
        """The names of all its variables."""
        if self.is_single:
            yield from map(self.variable, self.leaf.places())
        else:
            yield self.variable()

    def values(self, of: Mapping[tuple[int, ...], ir.Expr]) -> Updates:
        """The values of its variables, given the number at each place."""
        if self.is_single:
            return {self.variable(at): value for at, value in of.items()}
        return {self.variable(): nested(self.leaf.sizes, of)}


def nested(sizes: tuple[int, ...], of: Mapping[tuple[int, ...], ir.Expr]) -> ir.Expr:
    """The tuple of the numbers at all places, nested for several arrays."""
    return _nested(sizes, (), of)


def _nested(
    sizes: tuple[int, ...], at: tuple[int, ...], of: Mapping[tuple[int, ...], ir.Expr]
) -> ir.Expr:
    if len(at) == len(sizes):
        return of[at]
    return tuple_(_nested(sizes, (*at, i), of) for i in range(sizes[len(at)]))


def read_tuple(value: ir.Expr, at: tuple[ir.Expr, ...]) -> ir.Expr:
    """The number at some indices of nested tuples."""
    for i in at:
        value = item(value, _position(i))
    return value


class Memory:
    """The cells of globals and of the processes in each slot."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int | None, Path], Cell] = {}

    def add(self, slot: int | None, owner: str, leaf: Leaf, is_dynamic: bool) -> Cell:
        """Make room for a leaf of a variable."""
        count = sum(1 for _ in indices(leaf.sizes)) if leaf.sizes else 1
        cell = Cell(leaf, owner, not is_dynamic and count <= MOST_SINGLE)
        self.cells[slot, leaf.key] = cell
        return cell

    def read(self, cell: Cell, at: tuple[ir.Expr, ...], before: Updates) -> ir.Expr:
        """The number at some indices, after what the step has stored already."""
        if cell.is_single:
            return _value(cell.variable(_constant(at)), before)
        return read_tuple(_value(cell.variable(), before), at)

    def store(
        self, cell: Cell, at: tuple[ir.Expr, ...], value: ir.Expr, updates: Updates, span: Span
    ) -> None:
        """Record that a step stores a number at some indices."""
        if cell.is_single:
            updates[cell.variable(_constant(at))] = value
            return
        name = cell.variable()
        path = tuple(map(_position, at))
        update = ir.Update(path, value, span=span)
        updates[name] = ir.Except(_value(name, updates), (update,), span=span)


def _value(name: str, before: Updates) -> ir.Expr:
    return before.get(name) or ir.Name(name)


def _constant(at: tuple[ir.Expr, ...]) -> tuple[int, ...]:
    found = [i.value for i in at if isinstance(i, ir.Literal) and isinstance(i.value, int)]
    assert len(found) == len(at), "single numbers have constant indices"
    return tuple(found)


def _position(index: ir.Expr) -> ir.Expr:
    """The position in a tuple, whose items are numbered from 1."""
    if isinstance(index, ir.Literal) and isinstance(index.value, int):
        return number(index.value + 1)
    return apply(Op.ADD, index, number(1))
