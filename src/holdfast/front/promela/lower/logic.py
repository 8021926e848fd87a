"""Constructors of formulas and numbers that simplify what is constant."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.source import Span


def and_(parts: Iterable[ir.Expr], span: Span | None = None) -> ir.Expr:
    """A conjunction, without what is TRUE."""
    found: list[ir.Expr] = []
    for part in parts:
        if part == TRUE:
            continue
        if part == FALSE:
            return FALSE
        inner = part.args if isinstance(part, ir.Apply) and part.op is Op.AND else (part,)
        found += [p for p in inner if p not in found]
    if len(found) < 2:
        return found[0] if found else TRUE
    return ir.Apply(Op.AND, tuple(found), span=span)


def or_(parts: Iterable[ir.Expr], span: Span | None = None) -> ir.Expr:
    """A disjunction, without what is FALSE."""
    found: list[ir.Expr] = []
    for part in parts:
        if part == FALSE:
            continue
        if part == TRUE:
            return TRUE
        inner = part.args if isinstance(part, ir.Apply) and part.op is Op.OR else (part,)
        found += [p for p in inner if p not in found]
    if len(found) < 2:
        return found[0] if found else FALSE
    return ir.Apply(Op.OR, tuple(found), span=span)


_OPPOSITE = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
}


def not_(e: ir.Expr, span: Span | None = None) -> ir.Expr:
    """A negation, pushed into comparisons; without a span unless the model writes it."""
    match e:
        case ir.Literal(bool(value)):
            return FALSE if value else TRUE
        case ir.Apply(Op.NOT, (inner,)):
            return inner
        case ir.Apply(op, args) if op in _OPPOSITE:
            return ir.Apply(_OPPOSITE[op], args, span=span)
        case _:
            return ir.Apply(Op.NOT, (e,), span=span)


def if_(test: ir.Expr, yes: ir.Expr, no: ir.Expr, span: Span | None = None) -> ir.Expr:
    """A conditional."""
    if test == TRUE or yes == no:
        return yes
    return no if test == FALSE else ir.If(test, yes, no, span=span)


def number(value: int, span: Span | None = None) -> ir.Literal:
    """A number."""
    return ir.Literal(value, span=span)


def apply(op: Op, *args: ir.Expr, span: Span | None = None) -> ir.Expr:
    """An operator of the table, applied."""
    return ir.Apply(op, args, span=span)


def equal(a: ir.Expr, b: ir.Expr, span: Span | None = None) -> ir.Expr:
    """An equation of numbers; decided if both are known."""
    if isinstance(a, ir.Literal) and isinstance(b, ir.Literal):
        return TRUE if a == b else FALSE
    return ir.Apply(Op.EQ, (a, b), span=span)


def library(name: str, *args: ir.Expr, span: Span | None = None) -> ir.Expr:
    """A library operator, applied."""
    return ir.Apply(Op.BUILTIN, (ir.Literal(name, span=span), *args), span=span)


def length(sequence: ir.Expr, span: Span | None = None) -> ir.Expr:
    """The length of a sequence."""
    return library("Sequences!Len", sequence, span=span)


def item(sequence: ir.Expr, position: ir.Expr, span: Span | None = None) -> ir.Expr:
    """The item of a sequence at a position from 1."""
    return ir.Apply(Op.INDEX, (sequence, position), span=span)


def tuple_(items: Iterable[ir.Expr], span: Span | None = None) -> ir.Expr:
    """A tuple."""
    return ir.Apply(Op.TUPLE, tuple(items), span=span)


def demand(test: ir.Expr, message: str, span: Span | None = None) -> ir.Expr:
    """TRUE, or an evaluation error with this message if the formula is false."""
    return library("TLC!Assert", test, ir.Literal(message), span=span)
