"""Formulas of linear temporal logic, about the states between steps.

A claim of Spin does not see the states inside an atomic block or a deterministic step. The state
graph has them, if there are temporal properties, so formulas are relativised to the others:

    [] p      [](proper => p)              p U q     (proper => p) U (proper /\\ q)
    <> p      <>(proper /\\ p)              X p       X(~proper U (proper /\\ p))
"""

from __future__ import annotations

from holdfast.front.promela import tree
from holdfast.front.promela.lower.expressions import at_label, truth_of
from holdfast.front.promela.lower.guards import is_stuck
from holdfast.front.promela.lower.logic import and_, equal, not_, number
from holdfast.front.promela.lower.world import EXCLUSIVE, Scope, World
from holdfast.ir import expr as ir
from holdfast.ir.expr import TRUE
from holdfast.ir.ops import Op
from holdfast.ir.system import Property
from holdfast.source import Span

_LOGIC = {"&&": Op.AND, "||": Op.OR, "->": Op.IMPLIES, "<->": Op.IFF}


def lower_ltl(w: World, formula: tree.Ltl) -> ir.Expr:
    """A formula as a temporal formula of the system."""
    return _Lowering(w).lower(formula)


def invariant_of(w: World, p: tree.LtlProperty) -> Property | None:
    """The invariant that a property `[] p` is, if `p` is about one state."""
    match p.formula:
        case tree.LtlUnary("[]", tree.Holds(e)):
            return Property(p.name, truth_of(w, e, Scope()), span=p.span)
        case _:
            return None


ACCEPTANCE, PROGRESS = "acceptance", "progress"
"""Properties of the labels of a model: no acceptance cycles, no non-progress cycles."""


def label_property(w: World, name: str, span: Span) -> Property:
    """That labels `accept` are visited finitely often, or labels `progress` again and again."""
    lowering = _Lowering(w)
    if name == ACCEPTANCE:
        accepting = and_((lowering.proper, at_label(w, "accept")))
        formula = _apply(Op.EVENTUALLY, _apply(Op.ALWAYS, not_(accepting)))
        return Property(name, formula, span=span)
    progress = and_((lowering.proper, at_label(w, "progress")))
    again = _apply(Op.ALWAYS, _apply(Op.EVENTUALLY, progress))
    # A run that ends is no cycle.
    ended = _apply(Op.EVENTUALLY, _apply(Op.ALWAYS, is_stuck(w)))
    return Property(name, _apply(Op.OR, again, ended), span=span)


def _apply(op: Op, *args: ir.Expr) -> ir.Expr:
    return ir.Apply(op, args)


class _Lowering:
    def __init__(self, w: World) -> None:
        self.w = w
        self.proper: ir.Expr = TRUE
        if w.is_exclusive:
            self.proper = equal(ir.Name(EXCLUSIVE), number(0))

    def lower(self, formula: tree.Ltl) -> ir.Expr:
        """The formula, true of a behaviour from a state that is between steps."""
        span = formula.span
        match formula:
            case tree.Holds(e):
                return truth_of(self.w, e, Scope())
            case tree.LtlUnary("!", operand):
                return ir.Apply(Op.NOT, (self.lower(operand),), span=span)
            case tree.LtlUnary("[]", operand):
                return ir.Apply(Op.ALWAYS, (self._if_proper(operand, span),), span=span)
            case tree.LtlUnary("<>", operand):
                return ir.Apply(Op.EVENTUALLY, (self._at_proper(operand, span),), span=span)
            case tree.LtlUnary(_, operand):
                return ir.Apply(Op.NEXT, (self._first_proper(operand, span),), span=span)
            case tree.LtlBinary("U", left, right):
                return self._pair(Op.UNTIL, left, right, span)
            case tree.LtlBinary("W", left, right):
                return self._pair(Op.WEAK_UNTIL, left, right, span)
            case tree.LtlBinary("V", left, right):
                parts = (self._at_proper(left, span), self._if_proper(right, span))
                return ir.Apply(Op.RELEASE, parts, span=span)
            case tree.LtlBinary(op, left, right):
                return ir.Apply(_LOGIC[op], (self.lower(left), self.lower(right)), span=span)

    def _pair(self, op: Op, left: tree.Ltl, right: tree.Ltl, span: Span) -> ir.Expr:
        parts = (self._if_proper(left, span), self._at_proper(right, span))
        return ir.Apply(op, parts, span=span)

    def _if_proper(self, formula: tree.Ltl, span: Span) -> ir.Expr:
        lowered = self.lower(formula)
        if self.proper == TRUE:
            return lowered
        return ir.Apply(Op.IMPLIES, (self.proper, lowered), span=span)

    def _at_proper(self, formula: tree.Ltl, span: Span) -> ir.Expr:
        return and_((self.proper, self.lower(formula)), span)

    def _first_proper(self, formula: tree.Ltl, span: Span) -> ir.Expr:
        if self.proper == TRUE:
            return self.lower(formula)
        return ir.Apply(Op.UNTIL, (not_(self.proper), self._at_proper(formula, span)), span=span)
