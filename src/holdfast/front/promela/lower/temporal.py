"""Formulas of linear temporal logic.

They are about the states outside of atomic sequences, as in Spin, while the temporal operators of
a system are about all states. So with `t` for the states inside, `[]p` is `[](t \\/ p)`, and
`<>p` is `<>(~t /\\ p)`.
"""

from __future__ import annotations

from typing import assert_never

from holdfast.front.promela import tree
from holdfast.front.promela.lower.expressions import truth_of
from holdfast.front.promela.lower.logic import and_, equal, not_, number, or_
from holdfast.front.promela.lower.world import EXCLUSIVE, Scope, World
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property

_UNARY = {"[]": Op.ALWAYS, "<>": Op.EVENTUALLY, "X": Op.NEXT, "!": Op.NOT}
_CONNECTIVES = {"&&": Op.AND, "||": Op.OR, "->": Op.IMPLIES, "<->": Op.IFF}
_OUTSIDE = equal(ir.Name(EXCLUSIVE), number(0))
"""That no process is inside of an atomic sequence."""


def lower_property(w: World, p: tree.LtlProperty) -> tuple[Property, bool]:
    """A property, and whether it is an invariant: a formula about each state."""
    match p.formula:
        case tree.LtlUnary("[]", tree.Holds(e)):
            return Property(p.name, truth_of(w, e, Scope()), span=p.span), True
        case formula:
            return Property(p.name, _lowered(w, formula), span=p.span), False


def _lowered(w: World, formula: tree.Ltl) -> ir.Expr:
    match formula:
        case tree.Holds(e):
            return truth_of(w, e, Scope())
        case tree.LtlUnary(op, operand):
            return ir.Apply(_UNARY[op], (_operand(w, op, operand),), span=formula.span)
        case tree.LtlBinary(op, left, right) if op in _CONNECTIVES:
            args = (_lowered(w, left), _lowered(w, right))
            return ir.Apply(_CONNECTIVES[op], args, span=formula.span)
        case tree.LtlBinary("V", left, right):
            args = (_strong(w, left), _weak(w, right))
            return ir.Apply(Op.RELEASE, args, span=formula.span)
        case tree.LtlBinary(op, left, right):
            args = (_weak(w, left), _strong(w, right))
            op_ = Op.UNTIL if op == "U" else Op.WEAK_UNTIL
            return ir.Apply(op_, args, span=formula.span)
        case _:
            assert_never(formula)


def _operand(w: World, op: str, operand: tree.Ltl) -> ir.Expr:
    match op:
        case "[]":
            return _weak(w, operand)
        case "<>":
            return _strong(w, operand)
        case "X" if w.is_exclusive:
            # The next state is the first one outside of an atomic sequence.
            return ir.Apply(Op.UNTIL, (not_(_OUTSIDE), _strong(w, operand)), span=operand.span)
        case _:
            return _lowered(w, operand)


def _weak(w: World, formula: tree.Ltl) -> ir.Expr:
    """The formula, or inside of an atomic sequence."""
    found = _lowered(w, formula)
    return or_((not_(_OUTSIDE), found), formula.span) if w.is_exclusive else found


def _strong(w: World, formula: tree.Ltl) -> ir.Expr:
    """The formula, outside of atomic sequences."""
    found = _lowered(w, formula)
    return and_((_OUTSIDE, found), formula.span) if w.is_exclusive else found
