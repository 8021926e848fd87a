"""Why an action is disabled: runs its tree and collects the false condition on every path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, assert_never

from holdfast.interp.explain_formula import Formulas
from holdfast.interp.frames import MISSING, NEXT, NOW
from holdfast.interp.scene import Place, Scene
from holdfast.interp.sets import contains, elements
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.construct import canonical
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.ir.system import Body
from holdfast.ir.values import TRUE, Value
from holdfast.verdict import Reason

Obstacles: TypeAlias = list[Reason] | None
"""Why a step is disabled, one reason for each path; None if some path succeeds."""
Then: TypeAlias = Callable[[], Obstacles]


class Attempts:
    """Runs bodies in a scene whose next state is being computed."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.formulas = Formulas(scene)

    def attempt(self, b: Body, place: Place, then: Then) -> Obstacles:
        """The reasons why a body, or its continuation, is disabled."""
        match b:
            case body.Test(expr):
                return self._test(expr, place, then)
            case body.Assign(variable, value, _):
                return self._assign(b, variable, self.scene.value(value, place), then)
            case body.AssignFrom():
                return self._assign_from(b, place, then)
            case body.Keep(variable, _):
                index = self.scene.compiler.variables[variable]
                return self._assign(b, variable, self.scene.frame[NOW][index], then)
            case body.Assert():
                return then()
            case body.Sequence(items, _):
                return self._sequence(items, place, then)
            case body.Branch(items, _):
                return _all([self.attempt(item, place, then) for item in items])
            case body.IfElse(test, yes, no, _):
                holds = self.scene.value(test, place) is TRUE
                return self.attempt(yes if holds else no, place, then)
            case body.Choice(arms, other, _):
                return self._choice(arms, other, place, then)
            case body.ForSome(bounds, inner, _):
                return self.for_some(bounds, place, lambda p: self.attempt(inner, p, then))
            case body.ForEach(bounds, inner, _):
                return self._for_each(bounds, inner, place, then)
            case body.Within(definitions, inner, _):
                return self.attempt(inner, self.scene.let(definitions, place), then)
            case body.Compose(first, second, _):
                return self._compose(first, second, place, then)
            case body.Enter(name, args, _):
                procedure = self.scene.compiler.system.procedures[name]
                bounds = tuple(
                    ir.Bound((p,), ir.Apply(Op.SET, (a,)))
                    for p, a in zip(procedure.params, args, strict=True)
                )
                return self.for_some(bounds, place, lambda p: self.attempt(procedure.body, p, then))
            case _:
                assert_never(b)

    def _test(self, e: ir.Expr, place: Place, then: Then) -> Obstacles:
        if self.scene.value(e, place) is TRUE:
            return then()
        return [self.formulas.explain(e, place, False)]

    def _assign(self, b: Body, variable: str, value: Value, then: Then) -> Obstacles:
        index = self.scene.compiler.variables[variable]
        state = self.scene.frame[NEXT]
        value = canonical(value)
        known = state[index]
        if known is not None:
            if equal(known, value):
                return then()
            shown = ((f"{variable}'", known), (f"{variable}' here", value))
            said = "does not agree with the value given before"
            if isinstance(b, body.Keep):
                shown = ((f"{variable}'", known), (variable, value))
                said = "is UNCHANGED here, but the action has changed it before"
            return [Reason(said, b.span, values=shown)]
        state[index] = value
        self.scene.frame[MISSING] -= 1
        found = then()
        self.scene.frame[MISSING] += 1
        state[index] = None
        return found

    def _assign_from(self, b: body.AssignFrom, place: Place, then: Then) -> Obstacles:
        index = self.scene.compiler.variables[b.variable]
        known = self.scene.frame[NEXT][index]
        domain = self.scene.value(b.domain, place)
        if known is not None:
            if contains(domain, known):
                return then()
            return [Reason("is FALSE", b.span, values=((f"{b.variable}'", known),))]
        found: list[Reason] = []
        for value in elements(domain):
            obstacles = self._assign(b, b.variable, value, then)
            if obstacles is None:
                return None
            found += obstacles
        shown = ((self.scene.label(b.domain, place), domain),)
        return found or [Reason("is FALSE: there is nothing to choose", b.span, values=shown)]

    def _sequence(self, items: tuple[Body, ...], place: Place, then: Then) -> Obstacles:
        if not items:
            return then()
        return self.attempt(items[0], place, lambda: self._sequence(items[1:], place, then))

    def _choice(
        self,
        arms: tuple[tuple[ir.Expr, Body], ...],
        other: Body | None,
        place: Place,
        then: Then,
    ) -> Obstacles:
        for test, inner in arms:
            if self.scene.value(test, place) is TRUE:
                return self.attempt(inner, place, then)
        return [] if other is None else self.attempt(other, place, then)

    def for_some(
        self, bounds: tuple[ir.Bound, ...], place: Place, inner: Callable[[Place], Obstacles]
    ) -> Obstacles:
        """The reasons for each choice of values; None if one choice succeeds."""
        inside, choices = self.scene.bind(bounds, place)
        found: list[Reason] = []
        tried = False
        for _ in choices:
            tried = True
            witness = self.scene.witness(bounds, inside)
            obstacles = inner(inside)
            if obstacles is None:
                return None
            found += [replace(r, witness=(*witness, *r.witness)) for r in obstacles]
        if not tried:
            return [self.formulas.nothing_to_choose(bounds, place, bounds[0].span)]
        return found

    def _for_each(
        self, bounds: tuple[ir.Bound, ...], inner: Body, place: Place, then: Then
    ) -> Obstacles:
        inside, choices = self.scene.bind(bounds, place)
        slots = [inside.names.slots[n] for b in bounds for n in b.names]
        rows = [[self.scene.frame[s] for s in slots] for _ in choices]

        def one(at: int) -> Obstacles:
            if at == len(rows):
                return then()
            for slot, value in zip(slots, rows[at], strict=True):
                self.scene.frame[slot] = value
            return self.attempt(inner, inside, lambda: one(at + 1))

        return one(0)

    def _from(self, state: State, then: Then) -> Obstacles:
        """The continuation of a composed step, which begins in the state of its first half."""
        frame = self.scene.frame
        middle, frame[NOW] = frame[NOW], state
        found = then()
        frame[NOW] = middle
        return found

    def _compose(self, first: Body, second: Body, place: Place, then: Then) -> Obstacles:
        """The reasons why a first step, or a second one after it, is disabled."""
        frame, width = self.scene.frame, self.scene.machine.width
        outside = frame[NOW], frame[NEXT], frame[MISSING]
        middle: list[State] = []

        def reached() -> Obstacles:
            middle.append(tuple(frame[NEXT]))
            return []

        frame[NEXT], frame[MISSING] = [None] * width, width
        outcomes = [self.attempt(first, place, reached)]
        for state in middle:
            frame[NOW], frame[NEXT], frame[MISSING] = state, *outside[1:]
            outcomes.append(self.attempt(second, place, lambda: self._from(outside[0], then)))
        frame[NOW], frame[NEXT], frame[MISSING] = outside
        return _all(outcomes)


def _all(outcomes: list[Obstacles]) -> Obstacles:
    found: list[Reason] = []
    for outcome in outcomes:
        if outcome is None:
            return None
        found += outcome
    return found
