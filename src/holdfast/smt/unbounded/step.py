"""The encoding of steps for all sizes: branches, each with a guard and the values after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.body import assigned_in
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body
from holdfast.smt.terms.term import FALSE, INT, TRUE, Sort, Symbol, Term, and_, not_
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.elements import elements, member
from holdfast.smt.unbounded.expr import Meaning
from holdfast.smt.unbounded.numbers import exact
from holdfast.smt.unbounded.operators import equation
from holdfast.smt.unbounded.scope import Names, Scope, Values, bind
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Item, Number, Set, Size, Sym, Undefined
from holdfast.smt.unbounded.symbols import any_element

SUPPORTED = frozenset((Op.UNCHANGED, Op.BOX_ACTION, Op.ANGLE_ACTION))
"""The rows about actions that an action may contain."""
_MOST = 256
"""The limit on the branches of an action."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of a step: its guard, its parameters, and the values after it."""

    guard: Term
    parameters: tuple[tuple[str, Term], ...]
    assigned: Mapping[str, Sym]


class Steps:
    """Finds the branches of bodies; `before` is None for the initial predicate."""

    def __init__(self, meaning: Meaning, before: Values | None, prefix: str) -> None:
        self.meaning = meaning
        self.theory = meaning.theory
        self.before = before
        self.prefix = prefix

    def action(self, action: Action) -> list[Branch]:
        """The branches of an action."""
        found: list[tuple[Names, Branch]] = [({}, Branch(TRUE, (), {}))]
        for bounds in action.bounds:
            found = [x for names, b in found for x in self._chosen(bounds, names, b)]
        return [x for names, b in found for x in self.run(action.body, names, b)]

    def start(self, body: Body) -> list[Branch]:
        """The branches of the initial predicate."""
        return self.run(body, {}, Branch(TRUE, (), {}))

    def run(self, b: Body, names: Names, so_far: Branch) -> list[Branch]:
        """The branches of a body that extend a given branch."""
        with self.theory.under(so_far.guard, self.variables(so_far)):
            found = [x for x in self._run(b, names, so_far) if x.guard is not FALSE]
        if len(found) > _MOST:
            raise refuse("too-many-branches", b.span)
        return found

    def variables(self, so_far: Branch) -> Sequence[Term]:
        """The variables that the parameters of a branch are: here, these are symbols."""
        return ()

    def _run(self, b: Body, names: Names, so_far: Branch) -> list[Branch]:  # noqa: C901  # a total match
        match b:
            case bodies.Test(e):
                return [self._tested(self._formula(e, names, so_far), so_far)]
            case bodies.Assign(variable, e, _):
                return [self._assigned(variable, e, names, so_far)]
            case bodies.AssignFrom(variable, domain, _):
                return self._assigned_from(variable, domain, names, so_far)
            case bodies.Keep(variable, e):
                return [self._kept(variable, e, so_far)]
            case bodies.Sequence(items, _):
                return self._sequence(items, names, so_far)
            case bodies.Branch(items, _):
                return [x for item in items for x in self.run(item, names, so_far)]
            case bodies.IfElse(test, yes, no, _):
                condition = self._formula(test, names, so_far)
                return [
                    *self.run(yes, names, self._tested(condition, so_far)),
                    *self.run(no, names, self._tested(not_(condition), so_far)),
                ]
            case bodies.Choice():
                return self._choice(b, names, so_far)
            case bodies.ForSome(bounds, inner, _):
                chosen = self._chosen(bounds, names, so_far)
                return [x for n, c in chosen for x in self.run(inner, n, c)]
            case bodies.ForEach(_, inner, e):
                if any(assigned_in(inner)):
                    raise refuse("action-forall", b.span)
                return [self._tested(self._formula(e, names, so_far), so_far)]
            case bodies.Within(definitions, inner, _):
                scope = self.meaning.with_definitions(definitions, self._scope(names, so_far))
                return self.run(inner, scope.names, so_far)
            case bodies.Compose():
                raise refuse("compose", b.span)
            case bodies.Enter():
                raise refuse("recursive-action", b.span)
            case bodies.Assert():
                raise refuse("assertion", b.span)
            case _:
                assert_never(b)

    # ---- parts ----

    def _scope(self, names: Names, so_far: Branch) -> Scope:
        if self.before is None:
            return Scope(names, so_far.assigned)
        return Scope(names, self.before, so_far.assigned)

    def _formula(self, e: ir.Expr, names: Names, so_far: Branch) -> Term:
        return self.meaning.formula(e, self._scope(names, so_far))

    def _tested(self, condition: Term, so_far: Branch) -> Branch:
        return replace(so_far, guard=and_(so_far.guard, condition))

    def _sequence(self, items: Sequence[Body], names: Names, so_far: Branch) -> list[Branch]:
        found = [so_far]
        for item in items:
            found = [x for b in found for x in self.run(item, names, b)]
        return found

    def _choice(self, b: bodies.Choice, names: Names, so_far: Branch) -> list[Branch]:
        left, found = so_far, []
        for test, inner in b.arms:
            condition = self._formula(test, names, left)
            found += self.run(inner, names, self._tested(condition, left))
            left = self._tested(not_(condition), left)
        if b.other is not None:
            return found + self.run(b.other, names, left)
        with self.theory.under(left.guard):
            self.theory.demand(FALSE, "a CASE of which no arm applies", b.span)
        return found

    def _assigned(self, variable: str, e: ir.Expr, names: Names, so_far: Branch) -> Branch:
        try:
            value = self.meaning.value(e, self._scope(names, so_far))
        except Undefined as reason:
            self.theory.demand(FALSE, str(reason), e.span)
            raise refuse("undefined", e.span, str(reason)) from None
        if isinstance(value, Size):
            raise refuse("cardinality", e.span)
        return self._with(variable, value, so_far)

    def _with(self, variable: str, value: Sym, so_far: Branch) -> Branch:
        """The branch with a value for a variable, or with the test that it has this value."""
        known = so_far.assigned.get(variable)
        if known is not None:
            return self._tested(equation(known, value, self.theory), so_far)
        return replace(so_far, assigned={**so_far.assigned, variable: value})

    def _assigned_from(
        self, variable: str, domain: ir.Expr, names: Names, so_far: Branch
    ) -> list[Branch]:
        s = self.meaning.set(domain, self._scope(names, so_far))
        known = so_far.assigned.get(variable)
        if known is not None:
            return [self._tested(member(known, s), so_far)]
        if s.of == shapes.NOTHING:
            return []
        try:
            value, guard = any_element(s, f"{self.prefix}.{variable}'")
        except Undefined as reason:
            raise refuse("undefined", domain.span, str(reason)) from None
        return [self._with(variable, value, self._tested(guard, so_far))]

    def _kept(self, variable: str, e: ir.Expr, so_far: Branch) -> Branch:
        if self.before is None or variable not in self.before:
            raise refuse("unknown-shape", e.span, f"`{variable}`")
        return self._with(variable, self.before[variable], so_far)

    # ---- parameters ----

    def _chosen(
        self, bounds: Sequence[ir.Bound], names: Names, so_far: Branch
    ) -> list[tuple[Names, Branch]]:
        """The names and the branch for every form of the chosen element."""
        with self.theory.under(so_far.guard, self.variables(so_far)):
            return list(self._chosen_under(bounds, names, so_far))

    def _chosen_under(
        self, bounds: Sequence[ir.Bound], names: Names, so_far: Branch
    ) -> Iterator[tuple[Names, Branch]]:
        scope = self._scope(names, so_far)
        domains = self.meaning.domains(bounds, scope)
        words = [n for b in bounds for n in (["_".join(b.names)] if b.pattern else b.names)]
        taken = {n for n, _ in so_far.parameters}
        found: list[tuple[tuple[Sym, ...], Branch]] = [((), so_far)]
        for word, domain in zip(words, domains, strict=True):
            name = _apart(word, taken)
            taken.add(name)
            found = [
                (
                    (*values, item.value),
                    self._chose(name, item, b),
                )
                for values, b in found
                for item in self._elements(domain, name)
            ]
        for values, b in found:
            if b.guard is not FALSE:
                yield bind(bounds, values, scope).names, b

    def _chose(self, name: str, item: Item, so_far: Branch) -> Branch:
        """The branch with an element as a parameter."""
        chosen = tuple((name, v) for v in item.variables)
        return replace(self._tested(item.guard, so_far), parameters=(*so_far.parameters, *chosen))

    def _elements(self, s: Set, name: str) -> tuple[Item, ...]:
        path = f"{self.prefix}.{name}"
        if s.each is None:
            value, guard = any_element(s, path)
            return (Item((), guard, value),)
        made: list[str] = []

        def make(sort: Sort) -> Term:
            made.append(path if not made else f"{path}.{len(made) + 1}")
            return Symbol(f"{made[-1]}:{sort.name}", (), sort)()

        found = elements(s, make)
        integers = all(isinstance(i.value, Number) and i.value.term.sort == INT for i in found)
        if len(found) > 1 and integers and any(item.variables for item in found):
            # One integer that is in the set makes fewer branches than one for each form.
            any_number = make(INT)
            return (Item((any_number,), s.has(exact(any_number)), exact(any_number)),)
        return found


def _apart(word: str, taken: set[str]) -> str:
    name, number = word, 1
    while name in taken:
        number += 1
        name = f"{word}_{number}"
    return name
