"""Why a lasso violates a property, and how it meets each fairness condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.check.liveness.reader import Binding, FormulaReader
from holdfast.check.liveness.word import Word
from holdfast.interp.explain import explain_false
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.tla_text import tla_text
from holdfast.verdict import Reason


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explains formulas by their truth values on one lasso."""

    reader: FormulaReader
    word: Word

    # ---- the property ----

    def why_false(self, e: ir.Expr, bound: Binding, at: int = 0) -> Reason:
        """Why a formula is false of the behaviour that starts at a position."""
        if self.reader.levels.of(e) <= Level.STATE:
            if not bound:
                found = explain_false(self.word.machine, e, self.word.states[at])
                if found is not None:
                    return found
            return Reason(f"is false in state {at + 1}", e.span, tuple(bound.items()))
        entered = self.reader.entered(e)
        if entered is not None:
            return self.why_false(entered, bound, at)
        match e:
            case ir.Apply(Op.AND, items):
                return self.why_false(
                    next(i for i in items if not self._true(i, bound, at)), bound, at
                )
            case ir.Bind(Binder.FORALL, bounds, body):
                choices = self.reader.choices(bounds, bound)
                wrong = next(b for b in choices if not self._true(body, b, at))
                return self.why_false(body, wrong, at)
            case ir.Apply(op, args):
                return self._operator(e, op, args, bound, at)
            case _:
                return self._plain("is false", e, bound)

    def _operator(
        self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], bound: Binding, at: int
    ) -> Reason:
        match op:
            case Op.ALWAYS:
                return self._not_always(args[0], bound, at)
            case Op.EVENTUALLY:
                return self._never(args[0], bound, at)
            case Op.LEADS_TO:
                first = self._first(args[0], bound, at, args[1])
                text = f"is true in state {first + 1}"
                then = self._never(args[1], bound, first)
                return Reason("is false", e.span, because=(self._plain(text, args[0], bound), then))
            case Op.IMPLIES:
                return self.why_false(args[1], bound, at)
            case Op.NEXT:
                return self.why_false(args[0], bound, self.word.after(at))
            case Op.UNTIL | Op.WEAK_UNTIL:
                return self._not_until(args[0], args[1], bound, at)
            case Op.WEAK_FAIR | Op.STRONG_FAIR:
                how = "stays" if op is Op.WEAK_FAIR else "is again and again"
                return self._plain(
                    f"is false: the action {how} enabled and is never taken", e, bound
                )
            case _:
                return self._plain("is false", e, bound)

    def _not_always(self, body: ir.Expr, bound: Binding, at: int) -> Reason:
        where = next(i for i in self.word.from_now_on(at) if not self._true(body, bound, i))
        if self.reader.levels.of(body) == Level.ACTION:
            step = f"{where + 1} -> {self.word.after(where) + 1}"
            return self._plain(f"is false in the step {step}", body, bound)
        return self.why_false(body, bound, where)

    def _never(self, body: ir.Expr, bound: Binding, at: int) -> Reason:
        since = f" from state {at + 1} on" if at else ""
        match body:
            case ir.Apply(Op.ALWAYS, (inner,)):
                loop = range(self.word.loop, len(self.word.states))
                where = next(i for i in loop if not self._true(inner, bound, i))
                text = f"is false again and again, in state {where + 1}"
                return self._plain(text, inner, bound)
            case _:
                return self._plain(f"is never true{since}", body, bound)

    def _not_until(self, left: ir.Expr, right: ir.Expr, bound: Binding, at: int) -> Reason:
        """Why `left` does not stay true until `right` is."""
        where = at
        for _ in range(2 * len(self.word.states)):
            if not self._true(left, bound, where):
                return self.why_false(left, bound, where)
            where = self.word.after(where)
        return self._never(right, bound, at)

    def _first(self, trigger: ir.Expr, bound: Binding, at: int, goal: ir.Expr) -> int:
        """The first position where `trigger ~> goal` fails."""
        eventually = ir.Apply(Op.EVENTUALLY, (goal,))
        return next(
            i
            for i in self.word.from_now_on(at)
            if self._true(trigger, bound, i) and not self._true(eventually, bound, i)
        )

    def _true(self, e: ir.Expr, bound: Binding, at: int) -> bool:
        return self.word.holds(self.reader.read(e, bound), at)

    def _plain(self, message: str, e: ir.Expr, bound: Binding) -> Reason:
        if e.span is None or not e.span.text:
            # The translation of an algorithm has no place in the source.
            return Reason(f"`{tla_text(e)}` {message}", None, tuple(bound.items()))
        return Reason(message, e.span, tuple(bound.items()))

    # ---- fairness ----

    def fairness(self, e: ir.Expr, bound: Binding) -> Iterator[Reason]:
        """How the lasso meets the conditions of a conjunct of the specification."""
        entered = self.reader.entered(e)
        if entered is not None:
            yield from self.fairness(entered, bound)
            return
        match e:
            case ir.Apply(Op.AND, items):
                for item in items:
                    yield from self.fairness(item, bound)
            case ir.Bind(Binder.FORALL, bounds, body):
                for inner in self.reader.choices(bounds, bound):
                    yield from self.fairness(body, inner)
            case ir.Apply(Op.WEAK_FAIR | Op.STRONG_FAIR as op, (step, enabled)):
                used = {n: v for n, v in bound.items() if n in names_in(e)}
                yield self._met(e, op, step, enabled, used)
            case _:
                yield self._plain("is true", e, bound)

    def _met(self, e: ir.Expr, op: Op, step: ir.Expr, enabled: ir.Expr, bound: Binding) -> Reason:
        loop = range(self.word.loop, len(self.word.states))
        action = self.reader.read_step(step, bound)
        taken = [i for i in loop if self.word.holds(action, i)]
        if taken:
            where = f"{taken[0] + 1} -> {self.word.after(taken[0]) + 1}"
            return self._plain(f"is met: the action is taken in the step {where}", e, bound)
        idle = [i + 1 for i in loop if not self._true(enabled, bound, i)]
        if op is Op.STRONG_FAIR:
            return self._plain(
                "is met: the action is disabled in every state of the loop", e, bound
            )
        return self._plain(f"is met: the action is disabled in state {idle[0]}", e, bound)


def explained(
    reader: FormulaReader, word: Word, expr: ir.Expr, fairness: tuple[ir.Expr, ...]
) -> tuple[Reason, tuple[Reason, ...]]:
    """Why the property is false on a lasso, and how the lasso is fair."""
    explanation = Explanation(reader, word)
    met = tuple(r for e in fairness for r in explanation.fairness(e, {}))
    return explanation.why_false(expr, {}), met
