"""Conditions under which partial operations are defined, and what guards them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import both
from holdfast.front.ioa.lower.domains import number_range
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Condition:
    """A formula that must be true for a part of an expression to have a value."""

    formula: ir.Expr
    message: str
    span: Span


def guarded(guards: Iterable[ir.Expr], conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Conditions that are needed only if the guards are true."""
    tests = tuple(guards)
    for c in conditions:
        if not tests:
            yield c
            continue
        implication = ir.Apply(Op.IMPLIES, (both(tests, c.span), c.formula), span=c.span)
        yield replace(c, formula=implication)


def around(
    wrap: Callable[[ir.Expr], ir.Expr], conditions: Iterable[Condition]
) -> Iterator[Condition]:
    """Conditions with something around their formulas."""
    return (replace(c, formula=wrap(c.formula)) for c in conditions)


def distinct(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Conditions without repetitions: the first of equal ones is kept."""
    found: list[Condition] = []
    for c in conditions:
        if not any(c.formula == other.formula and c.message == other.message for other in found):
            found.append(c)
    return tuple(found)


# ---- values that are of a type in any case ----


def always_fits(e: tree.Expr, t: Type) -> bool:
    """Whether the value of an expression is of a type, whatever it is."""
    match e:
        case tree.Literal(int(value)) if not isinstance(value, bool):
            return _contains(t, value)
        case tree.Call(Builtin.LEN | Builtin.COUNT | Builtin.ABS):
            return is_part(types.NAT, t)
        case _:
            return is_part(e.type, t)


def _contains(t: Type, n: int) -> bool:
    match t:
        case types.Nat():
            return n >= 0
        case types.IntEnum(_, members):
            return n in members
        case types.IntRange() | types.Bits():
            low, high = number_range(t)
            return low <= n <= high
        case _:
            return True


def is_part(t: Type, whole: Type) -> bool:
    """Whether all values of one type are values of another, which the reader found compatible."""
    match t, whole:
        case _ if t == whole:
            return True
        case types.Unknown(), _:
            return True
        case types.IntEnum(_, members), _:
            return all(_contains(whole, n) for n in members)
        case ((types.IntRange() | types.Bits()), _):
            return _has_range(whole, *number_range(t))
        case types.Nat(), _:
            return isinstance(whole, types.Int)
        case types.Int(), _:
            return not isinstance(whole, _SUBSETS)
        case (types.Seq(a), types.Seq(b)) | (types.Set(a), types.Set(b)):
            return is_part(a, b)
        case types.Mset(a), types.Mset(b):
            return is_part(a, b)
        case types.Tuple(a), types.Tuple(b):
            return all(map(is_part, a, b))
        case types.Map(key, value), types.Map(other, result):
            return is_part(key, other) and is_part(value, result)
        case _:
            return True


_SUBSETS = (types.Nat, types.IntEnum, types.IntRange, types.Bits)


def _has_range(whole: Type, low: int, high: int) -> bool:
    match whole:
        case types.IntEnum(_, members):
            return high - low < len(members) and all(n in members for n in range(low, high + 1))
        case _:
            return _contains(whole, low) and _contains(whole, high)
