"""`range(low, high, step)` as a set and as a sequence."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.front.ioa import tree
from holdfast.front.ioa.lower.build import (
    Names,
    apply,
    bind,
    interval,
    minus,
    number,
    plus,
    unsupported,
)
from holdfast.front.ioa.lower.scope import Scope
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `start` in steps of `step`, before `stop`."""

    start: ir.Expr
    stop: ir.Expr
    step: int
    span: Span

    def length(self) -> ir.Expr:
        """How many numbers there are, or a number below 0 if there are none."""
        span = self.span
        if self.step > 0:
            distance = minus(self.stop, self.start, span)
        else:
            distance = minus(self.start, self.stop, span)
        size = abs(self.step)
        if size == 1:
            return distance
        return apply(Op.DIV, plus(distance, size - 1, span), number(size, span), span=span)

    def item(self, position: ir.Expr) -> ir.Expr:
        """The number at a position, counted from 1."""
        span = self.span
        steps = plus(position, -1, span)
        if self.step not in (1, -1):
            steps = apply(Op.MUL, steps, number(abs(self.step), span), span=span)
        if self.step < 0:
            return minus(self.start, steps, span)
        match self.start, self.step:
            case ir.Literal(int(first)), 1:
                return plus(position, first - 1, span)
            case ir.Literal(int(first)), _:
                return plus(steps, first, span)
            case start, 1:
                return plus(apply(Op.ADD, start, position, span=span), -1, span)
            case start, _:
                return apply(Op.ADD, start, steps, span=span)

    def as_set(self, names: Names, scope: Scope) -> ir.Expr:
        """The set of the numbers."""
        span = self.span
        if self.step == 1:
            return interval(self.start, plus(self.stop, -1, span), span)
        if self.step > 0:
            whole = interval(self.start, plus(self.stop, -1, span), span)
        else:
            whole = interval(plus(self.stop, 1, span), self.start, span)
        if abs(self.step) == 1:
            return whole
        name = names.fresh("n", scope, self.start, self.stop)
        first, one = self.start, ir.Name(name, span=span)
        distance = minus(one, first, span) if self.step > 0 else minus(first, one, span)
        rest = apply(Op.MOD, distance, number(abs(self.step), span), span=span)
        test = apply(Op.EQ, rest, number(0, span), span=span)
        return bind(Binder.FILTER, name, whole, test, span)

    def as_sequence(self, names: Names, scope: Scope) -> ir.Expr:
        """The sequence of the numbers."""
        name = names.fresh("k", scope, self.start, self.stop)
        positions = interval(number(1, self.span), self.length(), self.span)
        item = self.item(ir.Name(name, span=self.span))
        return bind(Binder.FUNCTION, name, positions, item, self.span)


def make_range(e: tree.Call, args: tuple[ir.Expr, ...]) -> Range:
    """The range with these arguments; the step must be a number other than 0."""
    match args:
        case (stop,):
            return Range(number(0, e.span), stop, 1, e.span)
        case (start, stop):
            return Range(start, stop, 1, e.span)
        case (start, stop, ir.Literal(int(step))) if step != 0:
            return Range(start, stop, step, e.span)
        case _:
            raise unsupported("the step of a range must be a number other than 0", e.args[2].span)
