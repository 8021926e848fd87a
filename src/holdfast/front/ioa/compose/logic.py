"""Formulas of the system, built without needless parts."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span


def and_(parts: Iterable[ir.Expr], span: Span | None = None) -> ir.Expr:
    """The conjunction of some formulas."""
    kept = tuple(p for p in parts if p != ir.TRUE)
    if ir.FALSE in kept:
        return ir.Literal(False, span=span)
    if len(kept) == 1:
        return kept[0]
    return ir.Apply(Op.AND, kept, span=span) if kept else ir.Literal(True, span=span)


def or_(parts: Iterable[ir.Expr], span: Span | None = None) -> ir.Expr:
    """The disjunction of some formulas."""
    kept = tuple(p for p in parts if p != ir.FALSE)
    if ir.TRUE in kept:
        return ir.Literal(True, span=span)
    if len(kept) == 1:
        return kept[0]
    return ir.Apply(Op.OR, kept, span=span) if kept else ir.Literal(False, span=span)


def not_(e: ir.Expr) -> ir.Expr:
    """The negation of a formula."""
    match e:
        case ir.Literal(bool(value)):
            return ir.Literal(not value, span=e.span)
        case _:
            return ir.Apply(Op.NOT, (e,), span=e.span)


def implies(test: ir.Expr, then: ir.Expr) -> ir.Expr:
    """An implication."""
    if test == ir.TRUE or then == ir.TRUE:
        return then
    if test == ir.FALSE:
        return ir.Literal(True, span=then.span)
    if then == ir.FALSE:
        return not_(test)
    return ir.Apply(Op.IMPLIES, (test, then), span=then.span)


def if_(test: ir.Expr, yes: ir.Expr, no: ir.Expr) -> ir.Expr:
    """One of two expressions."""
    if test == ir.TRUE:
        return yes
    return no if test == ir.FALSE else ir.If(test, yes, no, span=yes.span)
