"""What a translation collects on its way: declarations that all modules share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.types import Type
from holdfast.source import Diagnostic, Span, SpecError


def unsupported(what: str, span: Span) -> SpecError:
    """The error for a construct that has no counterpart in Dafny."""
    return SpecError(Diagnostic("unsupported", f"{what} in a translation to Dafny", span))


def line(node: tree.Node) -> str:
    """Where a construct is, for a comment."""
    return f"line {node.span.source.position(node.span.start)[0]}"


def indented(rows: Iterable[str], by: int = 1) -> list[str]:
    """Lines of text, indented."""
    return ["  " * by + row if row else row for row in rows]


def joined(rows: list[str], operator: str, empty: str) -> list[str]:
    """Formulas with an operator between them, one per line."""
    return [r + f" {operator}" for r in rows[:-1]] + rows[-1:] if rows else [empty]


@dataclass(slots=True)
class Context:
    """The declarations of the module `Types` that are needed, by name, in the order of use."""

    file: tree.File
    shared: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def need(self, name: str, *rows: str) -> str:
        """Declare something that all modules may use, once; the answer is its name."""
        self.shared.setdefault(name, rows)
        return name

    def type_text(self, t: Type, span: Span) -> str:  # noqa: C901  # a case for each type
        """A type of Dafny with the same values."""
        match t:
            case types.Unknown():
                raise unsupported("a value whose type nothing determines is not supported", span)
            case types.Bool():
                return "bool"
            case types.Int():
                return "int"
            case types.Nat():
                return "nat"
            case types.Real():
                return "real"
            case types.Str(one):
                return "char" if one else "string"
            case types.Bits(width):
                return f"bv{width}"
            case types.Enum(name) | types.Record(name):
                return names.identifier(name)
            case types.IntEnum() | types.IntRange():
                return self._some_integers(t)
            case types.Tuple(items) if len(items) == 1:
                raise unsupported("a tuple with one item is not supported", span)
            case types.Tuple(items):
                return f"({', '.join(self.type_text(i, span) for i in items)})"
            case types.Seq(of):
                return f"seq<{self.type_text(of, span)}>"
            case types.Set(of, infinite):
                return f"{'iset' if infinite else 'set'}<{self.type_text(of, span)}>"
            case types.Map(key, value):
                return f"map<{self.type_text(key, span)}, {self.type_text(value, span)}>"
            case types.Mset(of):
                return f"multiset<{self.type_text(of, span)}>"
            case _:
                assert_never(t)

    def _some_integers(self, t: types.IntEnum | types.IntRange) -> str:
        """The name of a subset type, which is declared here if the file does not name it."""
        if t.name.isidentifier():
            return names.identifier(t.name)
        numbers = (t.low, t.high) if isinstance(t, types.IntRange) else t.members
        kind = type(t).__name__
        name = "'".join((kind, *(str(n).replace("-", "minus") for n in numbers)))
        return self.need(name, f"type {name} = {constraint(t)}")


def constraint(t: types.IntEnum | types.IntRange) -> str:
    """The right side of the declaration of a subset type."""
    match t:
        case types.IntRange(_, low, high):
            return f"n: int | {low} <= n < {high} witness {low}"
        case types.IntEnum(_, members):
            tests = " || ".join(f"n == {m}" for m in members)
            return f"n: int | {tests} witness {members[0]}"
        case _:
            assert_never(t)
