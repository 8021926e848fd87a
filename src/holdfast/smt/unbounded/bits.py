"""Bits of natural numbers: `(x \\div 2^k) % 2` for any k.

A bit is an uninterpreted relation between a number and a position, with two lemmas of the
library: solvers know nothing about powers with an unknown exponent.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.smt.encoding import Lemma
from holdfast.smt.terms.term import (
    BOOL,
    INT,
    Symbol,
    Term,
    and_,
    exists,
    forall,
    iff,
    implies,
    ite,
    le,
    lt,
    not_,
    number,
    or_,
    variable,
)
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.neighbours import expressions_of
from holdfast.smt.unbounded.theory import Theory
from holdfast.source import Span

BIT = Symbol("bit", (INT, INT), BOOL)

ORDER = Lemma(
    "the order of numbers and their bits",
    "if x < y differ in bit k, then for some d >= k bit d of x is 0 and bit d of y is 1",
    "the highest bit in which they differ decides the order",
)
WIDTH = Lemma(
    "the bits of a small number",
    "if 0 <= x < 2^w and k >= w, then bit k of x is 0",
    "x \\div 2^k is 0",
)


def bit_operands(e: ir.Apply) -> tuple[ir.Expr, ir.Expr] | None:
    """The number and the position, if an expression is a bit."""
    match e:
        case ir.Apply(
            Op.MOD,
            (
                ir.Apply(Op.DIV, (x, ir.Apply(Op.POWER, (ir.Literal(2), k)))),
                ir.Literal(2),
            ),
        ):
            return x, k
        case _:
            return None


def bit(x: Term, k: Term, theory: Theory, span: Span | None) -> sym.Number:
    """A bit of a number."""
    theory.demand(le(number(0), k), "a negative exponent", span)
    theory.use(ORDER, order_axiom())
    for width in theory.widths:
        theory.use(WIDTH, width_axiom(width))
    return sym.Number(ite(BIT(x, k), number(1), number(0)), frozenset((0, 1)))


def order_axiom() -> Term:
    """The lemma about the order, as a term."""
    x, y, k, d = (variable(name, INT) for name in ("x", "y", "k", "d"))
    above = exists((d,), and_(le(k, d), not_(BIT(x, d)), BIT(y, d)))
    given = and_(le(number(0), x), lt(x, y), le(number(0), k))
    body = implies(given, or_(iff(BIT(x, k), BIT(y, k)), above))
    return forall((x, y, k), body, [[BIT(x, k), BIT(y, k)]])


def width_axiom(width: int) -> Term:
    """The lemma about numbers of this many bits, as a term."""
    x, k = variable("x", INT), variable("k", INT)
    given = and_(le(number(0), x), lt(x, number(2**width)), le(number(width), k))
    return forall((x, k), implies(given, not_(BIT(x, k))), [[BIT(x, k)]])


def literal_widths(system: System) -> tuple[int, ...]:
    """The numbers of bits of the numbers that a spec names: its own bounds."""
    return tuple(sorted({n.bit_length() for n in _literals(expressions_of(system)) if n > 1}))


def _literals(expressions: Iterable[ir.Expr]) -> Iterable[int]:
    for e in expressions:
        for part in ir.walk(e):
            match part:
                case ir.Literal(int(n)):
                    yield n
                case _:
                    pass
