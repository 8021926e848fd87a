"""Values where another type is declared: bit vectors, characters and sets are converted."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny.context import unsupported
from holdfast.front.ioa.types import Type
from holdfast.source import Span


def converted(text: str, found: Type, expected: Type, span: Span) -> str:
    """A text of one type as a text of another; that an integer is in its type, Dafny verifies."""
    match found, expected:
        case types.Bits(), (types.Int() | types.Nat() | types.IntRange() | types.IntEnum()):
            return f"({text} as int)"
        case ((types.Int() | types.Nat() | types.IntRange() | types.IntEnum()), types.Bits(width)):
            return text if text.isdecimal() else f"({text} as bv{width})"
        case types.Str(True), types.Str(False):
            return f"[{text}]"
        case types.Set(a, False), types.Set(b, True) if is_same(a, b):
            return f"(iset x'e | x'e in {text})"
        case _ if is_same(found, expected):
            return text
        case _:
            message = f"{types.show(found)} is not converted to {types.show(expected)}"
            raise unsupported(message, span)


def widened(text: str, found: Type) -> str:
    """A text of a type of some integers as one of the type of all: Dafny infers no common type."""
    is_part = isinstance(found, types.Nat | types.IntRange | types.IntEnum)
    return f"({text} as int)" if is_part else text


def is_mixed(items: Iterable[tree.Expr]) -> bool:
    """Whether expressions other than literals have different types."""
    return len({i.type for i in items if not isinstance(i, tree.Literal)}) > 1


def is_same(a: Type, b: Type) -> bool:
    """Whether values of the two types are the same in Dafny, if they are equal."""
    match a, b:
        case (types.Unknown(), _) | (_, types.Unknown()):
            return True
        case (types.Bits(), _) | (_, types.Bits()) | (types.Str(), _) | (_, types.Str()):
            return a == b
        case types.Set(x, one), types.Set(y, other):
            return one == other and is_same(x, y)
        case (types.Seq(x), types.Seq(y)) | (types.Mset(x), types.Mset(y)):
            return is_same(x, y)
        case types.Map(x, v), types.Map(y, w):
            return is_same(x, y) and is_same(v, w)
        case types.Tuple(xs), types.Tuple(ys):
            return all(map(is_same, xs, ys))
        case _:
            return True


def is_range(e: tree.Expr | None) -> bool:
    """Whether an expression is a `range(...)`."""
    return isinstance(e, tree.Call) and e.function is tree.Builtin.RANGE
