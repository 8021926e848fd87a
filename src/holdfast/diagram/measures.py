"""Orderings of a diagram as formulas: in the domain of the order, less, and not more."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.diagram.diagram import Ordering
from holdfast.diagram.parameters import inside
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Diagnostic, SpecError

ORDERS = {
    "numbers": "natural numbers are well-founded",
    "sets": "finite sets are well-founded under strict inclusion",
    "tuples": "tuples of natural numbers of one length are well-founded lexicographically",
}
"""The orders that are well-founded, and why."""


@dataclass(frozen=True, slots=True)
class Measure:
    """An ordering: its term is in the domain of the order, decreases, does not increase."""

    ordering: Ordering
    domain: ir.Expr
    decreases: ir.Expr
    keeps: ir.Expr


def measure_formulas(ordering: Ordering, e: ir.Expr, below: bool) -> list[ir.Expr]:
    """The formulas about the term of an ordering, `below` parameters or not; raises SpecError."""
    if ordering.order not in ORDERS:
        known = ", ".join(f'"{name}"' for name in ORDERS)
        message = f"`{ordering.order}` is not the name of a well-founded order"
        raise SpecError(Diagnostic("diagram-order", message, ordering.span, f"use one of {known}"))
    return [
        inside(e, below, lambda t: _domain(ordering, t)),
        inside(e, below, lambda t: _less(ordering, t)),
        inside(e, below, lambda t: _not_more(ordering, t)),
    ]


def _domain(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _natural(t)
        case "sets":
            return ir.Apply(Op.BUILTIN, (ir.Literal("FiniteSets!IsFiniteSet"), t), span=t.span)
        case _:
            return _all(tuple(map(_natural, _items(ordering, t))))


def _less(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _apply(Op.LT, ir.Prime(t), t)
        case "sets":
            return _all((_apply(Op.SUBSETEQ, ir.Prime(t), t), _apply(Op.NE, ir.Prime(t), t)))
        case _:
            return _smaller(_items(ordering, t), ir.FALSE)


def _not_more(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _apply(Op.LE, ir.Prime(t), t)
        case "sets":
            return _apply(Op.SUBSETEQ, ir.Prime(t), t)
        case _:
            return _smaller(_items(ordering, t), ir.TRUE)


def _smaller(items: tuple[ir.Expr, ...], equal: ir.Expr) -> ir.Expr:
    """Lexicographically less, or, if all items are equal, what is given."""
    found = equal
    for t in reversed(items):
        same = _all((_apply(Op.EQ, ir.Prime(t), t), found))
        found = ir.Apply(Op.OR, (_apply(Op.LT, ir.Prime(t), t), same), span=t.span)
    return found


def _items(ordering: Ordering, t: ir.Expr) -> tuple[ir.Expr, ...]:
    match t:
        case ir.Apply(Op.TUPLE, items) if items:
            return items
        case _:
            message = f"`{ordering.text}` is not written as a tuple"
            help = "write the items of the tuple: <<a, b>>"
            raise SpecError(Diagnostic("diagram-order", message, t.span, help))


def _natural(t: ir.Expr) -> ir.Expr:
    return _apply(Op.IN, t, ir.Apply(Op.NAT))


def _apply(op: Op, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Apply(op, (left, right), span=left.span or right.span)


def _all(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    return parts[0] if len(parts) == 1 else ir.Apply(Op.AND, parts, span=parts[0].span)
