"""Trees of tests, assignments and choices as formulas: the branches of a step, symbolically.

A way (branch) is a path condition and the values that it assigns to the variables. A few ways are
kept separate, so that their values stay known. Many are merged: new symbols select one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.ops import Op
from holdfast.ir.system import Body
from holdfast.smt.bounded.calls import Calls
from holdfast.smt.bounded.pick import Picker
from holdfast.smt.bounded.place import Path
from holdfast.smt.bounded.relations import contains, listed, same
from holdfast.smt.bounded.scope import Env, Scene
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import LAZY, Range, Sym
from holdfast.smt.bounded.values import make_set, merge, merge_all
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, implies, not_, or_

SUPPORTED = frozenset((Op.UNCHANGED, Op.BOX_ACTION, Op.ANGLE_ACTION, Op.COMPOSE))
"""The rows about actions that an action may contain."""
MOST_WAYS = 24
"""How many ways are kept separate."""
MOST_CHOICES = 12
"""From this number of elements on, a choice is a new symbol."""


@dataclass(frozen=True, slots=True)
class Way:
    """One branch of a step, possibly partial: its condition, and its assignments."""

    guard: Term
    now: Mapping[str, Sym]
    next: Mapping[str, Sym] | None
    path: Path

    @property
    def assigned(self) -> Mapping[str, Sym]:
        """The values assigned so far: to the next state, or to an initial one."""
        return self.now if self.next is None else self.next

    def under(self, guard: Term) -> Way:
        """This way under one more condition."""
        if guard is TRUE:
            return self
        return replace(self, guard=and_(self.guard, guard), path=(self.path, guard))

    def with_value(self, variable: str, value: Sym) -> Way:
        """This way with a value for a variable."""
        if self.next is None:
            return replace(self, now={**self.now, variable: value})
        return replace(self, next={**self.next, variable: value})

    def scene(self) -> Scene:
        """The scene in which the remaining expressions are evaluated."""
        return Scene(self.now, self.next, self.path)


class Steps:
    """Runs bodies; without a picker, choices are never new symbols."""

    def __init__(self, evaluator: Calls, picker: Picker | None = None) -> None:
        self.evaluator = evaluator
        self.picker = picker
        self.variables = evaluator.system.variables

    # ---- entry points ----

    def initial(self, b: Body) -> list[Way]:
        """The ways of the initial predicate."""
        return self._complete(self.run(b, {}, Way(TRUE, {}, None, None)), b)

    def step(
        self, b: Body, bounds: Sequence[tuple[ir.Bound, ...]], now: Mapping[str, Sym]
    ) -> list[Way]:
        """The ways of an action, whose quantifiers are `bounds`."""
        start = Way(TRUE, now, {}, None)
        return self._complete(self._quantified(b, bounds, {}, start), b)

    def enabled(self, b: Body, env: Env, scene: Scene) -> Term:
        """Whether some way is enabled."""
        ways = Steps(self.evaluator).run(b, env, Way(TRUE, scene.now, {}, scene.path))
        return or_(*(w.guard for w in ways))

    def _complete(self, ways: list[Way], b: Body) -> list[Way]:
        """The feasible ways, all of which assign every variable."""
        found = []
        for w in ways:
            missing = [v for v in self.variables if v not in w.assigned]
            if w.guard is FALSE or (missing and not self.evaluator.possible(w.guard)):
                continue
            if missing:
                raise refuse_bounded("incomplete", b.span, ", ".join(f"`{m}`" for m in missing))
            found.append(w)
        return found

    def _quantified(
        self, b: Body, bounds: Sequence[tuple[ir.Bound, ...]], env: Env, way: Way
    ) -> list[Way]:
        if not bounds:
            return self.run(b, env, way)
        found: list[Way] = []
        for names, guard in self._choices(bounds[0], env, way):
            inner = way.under(guard)
            if inner.guard is not FALSE:
                found += self._quantified(b, bounds[1:], names, inner)
        return self._joined(found)

    # ---- bodies ----

    def run(self, b: Body, env: Env, way: Way) -> list[Way]:
        """The ways through a body that extend the given ones."""
        match b:
            case body.Test(expr):
                return self._test(expr, env, way)
            case body.Assign(variable, value, _):
                return self._assign(variable, self._value(value, env, way), way, b)
            case body.AssignFrom(variable, domain, _):
                return self._assign_from(variable, self._value(domain, env, way), way, b)
            case body.Keep(variable, _):
                return self._assign(variable, way.now[variable], way, b)
            case body.Sequence(items, _):
                return self._sequence(items, env, way)
            case body.Branch(items, _):
                return self._joined([w for item in items for w in self.run(item, env, way)])
            case body.IfElse(test, yes, no, _):
                return self._if(test, yes, no, env, way)
            case body.Choice(arms, other, _):
                return self._choice(b, arms, other, env, way)
            case body.ForSome(bounds, inner, _):
                return self._quantified(inner, (bounds,), env, way)
            case body.ForEach(bounds, inner, _):
                return self._for_each(bounds, inner, env, way)
            case body.Within(definitions, inner, _):
                names = self.evaluator.let(definitions, env, way.scene())
                return self.run(inner, names, way)
            case body.Compose(first, second, _):
                return self._compose(first, second, env, way)
            case body.Enter():
                raise refuse_bounded("recursive-action", b.span)
            case body.Assert():
                raise refuse_bounded("assertion", b.span)
            case _:
                assert_never(b)

    def _value(self, e: ir.Expr, env: Env, way: Way) -> Sym:
        return self.evaluator.value(e, env, way.scene())

    def _test(self, e: ir.Expr, env: Env, way: Way) -> list[Way]:
        found = way.under(self.evaluator.truth(e, env, way.scene()))
        return [] if found.guard is FALSE else [found]

    def _assign(self, variable: str, value: Sym, way: Way, b: Body) -> list[Way]:
        known = way.assigned.get(variable)
        value = self._listed(value, way, b)
        if known is None:
            return [way.with_value(variable, value)]
        at = self.evaluator.place(way.scene(), b.span)
        found = way.under(same(known, value, at))
        return [] if found.guard is FALSE else [found]

    def _listed(self, value: Sym, way: Way, b: Body) -> Sym:
        """A stored value has its elements enumerated."""
        if not isinstance(value, LAZY):
            return value
        at = self.evaluator.place(way.scene(), b.span)
        return make_set(listed(value, at).members())

    def _assign_from(self, variable: str, domain: Sym, way: Way, b: Body) -> list[Way]:
        at = self.evaluator.place(way.scene(), b.span)
        known = way.assigned.get(variable)
        if known is not None:
            found = way.under(contains(domain, known, at))
            return [] if found.guard is FALSE else [found]
        if self.picker is not None:
            few = None if _is_lazy(domain) else listed(domain, at).members()
            if few is None or len(few) > MOST_CHOICES:
                guard, value = self.picker.pick(domain, variable, at)
                return [way.under(guard).with_value(variable, value)]
        ways = [way.under(g).with_value(variable, v) for v, g in listed(domain, at).members()]
        return self._joined([w for w in ways if w.guard is not FALSE])

    def _sequence(self, items: Iterable[Body], env: Env, way: Way) -> list[Way]:
        ways = [way]
        for i, item in enumerate(items):
            found: list[Way] = []
            for w in ways:
                found += self.run(item, env, w) if i == 0 else self._item(item, env, w)
            ways = self._joined(found)
        return ways

    def _item(self, b: Body, env: Env, way: Way) -> list[Way]:
        """An item after others: a plain formula once every variable has its value."""
        simple = isinstance(b, body.Test | body.Assign | body.Keep | body.Sequence)
        if simple or len(way.assigned) < len(self.variables):
            return self.run(b, env, way)
        return self._test(b.expr, env, way)

    def _if(self, test: ir.Expr, yes: Body, no: Body, env: Env, way: Way) -> list[Way]:
        condition = self.evaluator.truth(test, env, way.scene())
        first = self.run(yes, env, way.under(condition)) if condition is not FALSE else []
        second = self.run(no, env, way.under(not_(condition))) if condition is not TRUE else []
        if len(first) == len(second) == 1:
            both = _either(condition, first[0], second[0], way)
            if both is not None:
                return [both]
        return [*first, *second]

    def _choice(
        self,
        b: Body,
        arms: tuple[tuple[ir.Expr, Body], ...],
        other: Body | None,
        env: Env,
        way: Way,
    ) -> list[Way]:
        found: list[Way] = []
        for test, inner in arms:
            condition = self.evaluator.truth(test, env, way.scene())
            if condition is not FALSE:
                found += self.run(inner, env, way.under(condition))
            way = way.under(not_(condition))
            if way.guard is FALSE:
                return found
        if other is None:
            at = self.evaluator.place(way.scene(), b.span)
            at.require(FALSE, "some condition of this CASE holds")
            return found
        return [*found, *self.run(other, env, way)]

    def _for_each(self, bounds: tuple[ir.Bound, ...], inner: Body, env: Env, way: Way) -> list[Way]:
        ways = [way]
        for names, guard, _ in list(self.evaluator.bindings(bounds, env, way.scene())):
            found: list[Way] = []
            for w in ways:
                taken = w.under(guard)
                if taken.guard is not FALSE:
                    found += self._item(inner, names, taken)
                if guard is not TRUE:
                    found.append(w.under(not_(guard)))
            ways = self._joined(found)
        return ways

    def _compose(self, first: Body, second: Body, env: Env, way: Way) -> list[Way]:
        found: list[Way] = []
        for w in self.run(first, env, replace(way, next={})):
            assert w.next is not None
            later = Way(w.guard, w.next, way.next, w.path)
            found += [replace(v, now=way.now) for v in self.run(second, env, later)]
        return found

    # ---- choices ----

    def _choices(self, bounds: tuple[ir.Bound, ...], env: Env, way: Way) -> list[tuple[Env, Term]]:
        """The values of bound variables: one after the other, or new symbols if there are many."""
        if self.picker is not None and self._are_many(bounds, env, way):
            names = dict(env)
            guards = []
            for b in bounds:
                assert b.domain is not None
                at = self.evaluator.place(way.scene(), b.span)
                guard, value = self.picker.pick(self._value(b.domain, env, way), b.names[0], at)
                guards.append(guard)
                names.update(self.evaluator.bound_names(b, value, at.under(guard)))
            return [(names, and_(*guards))]
        return [(n, g) for n, g, _ in self.evaluator.bindings(bounds, env, way.scene())]

    def _are_many(self, bounds: tuple[ir.Bound, ...], env: Env, way: Way) -> bool:
        count = 1
        for b in bounds:
            if b.domain is None:
                return False
            domain = self._value(b.domain, env, way)
            if _is_lazy(domain):
                return True
            at = self.evaluator.place(way.scene(), b.span)
            count *= len(listed(domain, at).members())
        return count > MOST_CHOICES

    def _joined(self, ways: list[Way]) -> list[Way]:
        """Merge many ways into one for each set of assigned variables."""
        if len(ways) <= MOST_WAYS or self.picker is None:
            return ways
        groups: dict[tuple[frozenset[str], int], list[Way]] = {}
        for w in ways:
            groups.setdefault(
                (frozenset(w.assigned), id(w.now) if w.next is not None else 0), []
            ).append(w)
        return [self.join(group) for group in groups.values()]

    def join(self, ways: Sequence[Way]) -> Way:
        """Merge several ways into one, in which new symbols select one of them."""
        if len(ways) == 1:
            return ways[0]
        assert self.picker is not None
        exactly_one, chosen = self.picker.choose(len(ways), "way")
        guard = and_(exactly_one, *(implies(c, w.guard) for c, w in zip(chosen, ways, strict=True)))
        values = {
            name: merge_all([(c, w.assigned[name]) for c, w in zip(chosen, ways, strict=True)])
            for name in ways[0].assigned
        }
        first = ways[0]
        path: Path = (None, guard)
        if first.next is None:
            return Way(guard, values, None, path)
        return Way(guard, first.now, values, path)


def _is_lazy(v: Sym) -> bool:
    return isinstance(v, LAZY) and not isinstance(v, Range)


def _either(condition: Term, first: Way, second: Way, way: Way) -> Way | None:
    """Merge two mutually exclusive ways."""
    if first.assigned.keys() != second.assigned.keys():
        return None
    values = {
        name: merge(condition, v, second.assigned[name]) for name, v in first.assigned.items()
    }
    guard = or_(first.guard, second.guard)
    path: Path = (way.path, guard)
    if way.next is None:
        return Way(guard, values, None, path)
    return Way(guard, way.now, values, path)
