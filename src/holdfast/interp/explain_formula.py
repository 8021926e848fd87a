"""Why a formula is true or false: walks down to the parts that decide, with witnesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from holdfast.interp.explain_member import Candidate, explain_not_subset, explain_outside
from holdfast.interp.labels import own_text
from holdfast.interp.scene import Place, Scene
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.values import TRUE, Value
from holdfast.source import Span
from holdfast.verdict import Reason

_MOST_PARTS = 6
_MOST_CHOICES = 60
_MOST_VALUES = 6


Pairs: TypeAlias = tuple[tuple[str, Value], ...]


class Formulas:
    """Explains the values of formulas in one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def explain(self, e: ir.Expr, place: Place, truth: bool) -> Reason:
        """Why a formula has this value."""
        try:
            return self._explain(e, place, truth)
        except EvalError:
            return _reason(e, truth)

    def _explain(self, e: ir.Expr, place: Place, truth: bool) -> Reason:
        match e:
            case ir.Apply(op, args):
                return self._apply(e, op, args, place, truth)
            case ir.Call():
                return self._call(e, place, truth)
            case ir.Let(definitions, body):
                return self.explain(body, self.scene.let(definitions, place), truth)
            case ir.If(test, yes, no):
                holds = self._holds(test, place)
                condition = self._leaf(test, place, holds)
                return self._branch(e, condition, yes if holds else no, place, truth)
            case ir.Case(arms, other):
                return self._case(e, arms, other, place, truth)
            case ir.Bind(Binder.FORALL | Binder.EXISTS as binder, bounds, body):
                if (binder is Binder.EXISTS) == truth:
                    return self._decided(e, bounds, body, place, truth)
                return self._leaf(e, place, truth) if truth else self._exhausted(e, place)
            case _:
                return self._leaf(e, place, truth)

    def _holds(self, e: ir.Expr, place: Place) -> bool:
        return self.scene.value(e, place) is TRUE

    def _leaf(self, e: ir.Expr, place: Place, truth: bool) -> Reason:
        return _reason(e, truth, values=self.scene.values(e, place))

    # ---- operators ----

    def _apply(
        self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], place: Place, truth: bool
    ) -> Reason:
        match op:
            case Op.AND | Op.OR if (op is Op.OR) == truth:
                deciding = next((a for a in args if self._holds(a, place) == truth), None)
                return (
                    self._leaf(e, place, truth)
                    if deciding is None
                    else self.explain(deciding, place, truth)
                )
            case Op.OR:
                parts = tuple(self.explain(a, place, False) for a in args[:_MOST_PARTS])
                return _reason(e, truth, because=parts)
            case Op.NOT:
                inner = self.explain(args[0], place, not truth)
                if inner.because:
                    return _reason(e, truth, because=(inner,))
                return _reason(e, truth, inner.witness, inner.values)
            case Op.IMPLIES:
                return self._implication(e, args[0], args[1], place, truth)
            case Op.IN | Op.SUBSETEQ if not truth:
                return self._outside(e, op, args[0], args[1], place)
            case Op.UNCHANGED if not truth:
                return _reason(e, False, values=self.scene.differences(args[0], place))
            case Op.BOX_ACTION if not truth:
                because = (self.explain(args[0], place, False), self._changes(args[1], place))
                return _reason(e, False, because=because)
            case Op.ANGLE_ACTION if not truth and not self._holds(args[0], place):
                return self.explain(args[0], place, False)
            case _:
                return self._leaf(e, place, truth)

    def _changes(self, same: ir.Expr, place: Place) -> Reason:
        """What a step changes, although a formula says that it stays the same."""
        while isinstance(same, ir.Apply) and same.op is Op.AND:
            same = next(item for item in same.args if not self._holds(item, place))
        return replace(self.explain(same, place, False), message="changes")

    def _implication(
        self, e: ir.Apply, left: ir.Expr, right: ir.Expr, place: Place, truth: bool
    ) -> Reason:
        if not truth:
            parts = (self.explain(left, place, True), self.explain(right, place, False))
            return _reason(e, False, because=parts)
        if not self._holds(left, place):
            return _reason(e, True, because=(self.explain(left, place, False),))
        return self.explain(right, place, True)

    def _outside(self, e: ir.Apply, op: Op, left: ir.Expr, right: ir.Expr, place: Place) -> Reason:
        leaf = self._leaf(e, place, False)
        value = self.scene.value(left, place)
        candidate = Candidate(self.scene.label(left, place), value)
        explained = explain_outside if op is Op.IN else explain_not_subset
        detail = explained(self.scene, candidate, right, place)
        return leaf if detail is None else _reason(e, False, because=(detail,))

    # ---- control ----

    def _call(self, e: ir.Call, place: Place, truth: bool) -> Reason:
        entered = self.scene.enter(e, place)
        if entered is None:
            return self._leaf(e, place, truth)
        inner = self.explain(entered.body, entered.place, truth)
        return _reason(e, truth, entered.params, because=(inner,))

    def _branch(
        self, e: ir.Expr, condition: Reason, chosen: ir.Expr, place: Place, truth: bool
    ) -> Reason:
        because = (condition, self.explain(chosen, place, truth))
        return _reason(e, truth, because=because)

    def _case(
        self,
        e: ir.Case,
        arms: tuple[tuple[ir.Expr, ir.Expr], ...],
        other: ir.Expr | None,
        place: Place,
        truth: bool,
    ) -> Reason:
        for test, value in arms:
            if self._holds(test, place):
                return self._branch(e, self._leaf(test, place, True), value, place, truth)
        if other is None:
            return self._leaf(e, place, truth)
        return self.explain(other, place, truth)

    # ---- quantifiers ----

    def _decided(
        self,
        e: ir.Bind,
        bounds: tuple[ir.Bound, ...],
        body: ir.Expr,
        place: Place,
        truth: bool,
    ) -> Reason:
        """A choice of values decides: the first for which the body has this value."""
        inside, choices = self.scene.bind(bounds, place)
        for _ in choices:
            if self._holds(body, inside) == truth:
                witness = self.scene.witness(bounds, inside)
                inner = self.explain(body, inside, truth)
                return _reason(e, truth, witness, because=(inner,))
        return self._leaf(e, place, truth)

    def _exhausted(self, e: ir.Bind, place: Place) -> Reason:
        """No choice of values makes the body true."""
        inside, choices = self.scene.bind(e.bounds, place)
        reasons: list[Reason] = []
        tried = 0
        for _ in choices:
            tried += 1
            if tried <= _MOST_CHOICES:
                witness = self.scene.witness(e.bounds, inside)
                inner = self.explain(e.body, inside, False)
                reasons.append(replace(inner, witness=(*witness, *inner.witness)))
        if not tried:
            return self.nothing_to_choose(e.bounds, place, e.span)
        number = "the only choice" if tried == 1 else f"each of {tried} choices"
        whole = _reason(e, False, because=grouped(reasons))
        return replace(whole, message=f"{whole.message} for {number}")

    def nothing_to_choose(
        self, bounds: tuple[ir.Bound, ...], place: Place, span: Span | None
    ) -> Reason:
        """The explanation for a quantifier over an empty set."""
        sets = [b.domain for b in bounds if b.domain is not None]
        match sets:
            case [ir.If(test, _, ir.Apply(Op.SET, ()))] if not self._holds(test, place):
                return self.explain(test, place, False)
        values = [(self.scene.label(s, place), self.scene.value(s, place)) for s in sets]
        return Reason("is FALSE: there is nothing to choose", span, values=tuple(values))


def grouped(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons, with those that concern the same part grouped, in order of appearance.

    A group shows its values only; they name the choices.
    """
    groups: dict[tuple[object, ...], list[Reason]] = {}
    for reason in reasons:
        ends = tuple(_ends(reason))
        groups.setdefault(tuple((r.message, r.span) for r in ends), []).append(reason)
    return tuple(_together(group) for group in groups.values())


def _together(group: list[Reason]) -> Reason:
    first = next(_ends(group[0]))
    if len(group) == 1 or len(list(_ends(group[0]))) > 1:
        return group[0]
    merged: dict[str, Value] = {}
    for reason in group:
        merged |= {name: value for end in _ends(reason) for name, value in end.values}
    message = f"{first.message} for each of {len(group)} choices"
    return Reason(message, first.span, values=tuple(merged.items())[:_MOST_VALUES])


def _ends(reason: Reason) -> Iterator[Reason]:
    """The leaves of the tree below a reason."""
    pending = [reason]
    while pending:
        reason = pending.pop()
        if not reason.because:
            yield reason
        pending.extend(reversed(reason.because))


def _reason(
    e: ir.Expr,
    truth: bool,
    witness: Pairs = (),
    values: Pairs = (),
    because: tuple[Reason, ...] = (),
) -> Reason:
    """The reason that a formula is true or false.

    A formula of a translation has no location, or that of a label of the algorithm.
    """
    message = "is TRUE" if truth else "is FALSE"
    span = e.span
    nowhere = span is None or span.start == span.end
    if nowhere or (isinstance(e, ir.Apply) and span is not None and span.text.isidentifier()):
        message = f"`{own_text(e, {})}` {message}"
    return Reason(message, None if nowhere else span, witness, values, because)
