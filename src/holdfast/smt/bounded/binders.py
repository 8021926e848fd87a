"""Quantifiers, CHOOSE, filters, maps and functions over symbolic sets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.values import FiniteSet, Value
from holdfast.smt.bounded.elements import endless
from holdfast.smt.bounded.numbers import at_most
from holdfast.smt.bounded.operators import row as row_of
from holdfast.smt.bounded.order import first, ordered_members
from holdfast.smt.bounded.place import Place, Recorder
from holdfast.smt.bounded.relations import listed, table
from holdfast.smt.bounded.scope import Env, Operator, Scene
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import LAZY, Filtered, Range, Sym, cases, kind_of
from holdfast.smt.bounded.values import make_function, make_set, merge_all, truth_value
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, not_, or_
from holdfast.source import Span

MOST_UNKNOWN = 512
"""The limit on possible elements of a set whose images are computed one by one."""


class Binders:
    """The part of the evaluator for binders."""

    recorder: Recorder

    @abstractmethod
    def value(self, e: ir.Expr, env: Env, scene: Scene) -> Sym:
        """The value of an expression."""

    @abstractmethod
    def truth(self, e: ir.Expr, env: Env, scene: Scene) -> Term:
        """A formula as a term."""

    @abstractmethod
    def place(self, scene: Scene, span: Span | None) -> Place:
        """The evaluation context of an expression in a scene."""

    @abstractmethod
    def rule(self, body: ir.Bind, env: Env, scene: Scene, own: Operator | None) -> Sym:
        """A function that is evaluated where it is applied."""

    def domain(self, b: ir.Bound, env: Env, scene: Scene) -> Sym:
        """The set of a bound."""
        if b.domain is None:
            raise refuse_bounded("unbounded", b.span)
        return self.value(b.domain, env, scene)

    def bound_names(self, b: ir.Bound, v: Sym, at: Place) -> dict[str, Sym]:
        """The names of a bound, for one element."""
        if not b.pattern:
            return {b.names[0]: v}
        return dict(zip(b.names, self.items(v, len(b.names), at), strict=True))

    def items(self, v: Sym, count: int, at: Place) -> list[Sym]:
        """The items of a tuple of this many."""
        items: list[list[tuple[Term, Sym]]] = [[] for _ in range(count)]
        for guard, x in cases(v):
            entries = table(x, at).entries if kind_of(x) == "function" else {}
            if set(entries) != set(range(1, count + 1)):
                at.under(guard).require(FALSE, f"a tuple of {count} elements is expected")
                continue
            for i in range(count):
                items[i].append((guard, entries[i + 1][1]))
        return [merge_all(each) for each in items]

    def bindings(
        self, bounds: Sequence[ir.Bound], env: Env, scene: Scene
    ) -> Iterator[tuple[Env, Term, tuple[Sym, ...]]]:
        """The names bound to each combination of elements, with its condition."""
        sets = [
            (b, listed(self.domain(b, env, scene), self.place(scene, b.span)).members())
            for b in bounds
        ]

        def combine(i: int, names: Env, guard: Term, row: tuple[Sym, ...]) -> Any:
            if i == len(sets):
                yield names, guard, row
                return
            b, members = sets[i]
            for v, g in members:
                both = and_(guard, g)
                if both is not FALSE:
                    at = self.place(scene.under(both), b.span)
                    yield from combine(
                        i + 1, {**names, **self.bound_names(b, v, at)}, both, (*row, v)
                    )

        yield from combine(0, env, TRUE, ())

    def bind(self, e: ir.Bind, env: Env, scene: Scene) -> Sym:
        """The value of a binder."""
        match e.binder:
            case Binder.FORALL | Binder.EXISTS:
                return truth_value(self._quantifier(e, env, scene))
            case Binder.CHOOSE:
                return self._choose(e, env, scene)
            case Binder.FILTER:
                return self._filter(e, env, scene)
            case Binder.MAP:
                rows = list(self.bindings(e.bounds, env, scene))
                if sum(g is not TRUE for _, g, _ in rows) > MOST_UNKNOWN:
                    raise refuse_bounded("large", e.span, str(MOST_UNKNOWN))
                return make_set([(self.value(e.body, n, scene.under(g)), g) for n, g, _ in rows])
            case Binder.FUNCTION:
                return self._function(e, env, scene)

    def _quantifier(self, e: ir.Bind, env: Env, scene: Scene) -> Term:
        universal = e.binder is Binder.FORALL
        parts: list[Term] = []
        here = scene
        for names, guard, _ in self.bindings(e.bounds, env, scene):
            body = self.truth(e.body, names, here.under(guard))
            part = or_(not_(guard), body) if universal else and_(guard, body)
            if part is (FALSE if universal else TRUE):
                return part
            parts.append(part)
            if self.recorder.on:
                here = here.under(part if universal else not_(part))
        return and_(*parts) if universal else or_(*parts)

    def _choose(self, e: ir.Bind, env: Env, scene: Scene) -> Sym:
        b = e.bounds[0]
        at = self.place(scene, e.span)
        domain = listed(self.domain(b, env, scene), at)
        if domain.rest:
            return self._choose_unknown(e, domain.members(), env, scene)
        candidates: list[tuple[Sym, Term]] = []
        here = scene
        for v, g in ordered_members(domain, at):
            names = {**env, **self.bound_names(b, v, at)}
            holds = and_(g, self.truth(e.body, names, here.under(g)))
            candidates.append((v, holds))
            if holds is TRUE:
                break
            if self.recorder.on:
                here = here.under(not_(holds))
        return first(candidates, at, "some element satisfies this CHOOSE")

    def _choose_unknown(
        self, e: ir.Bind, members: Sequence[tuple[Sym, Term]], env: Env, scene: Scene
    ) -> Sym:
        """CHOOSE among unknown numbers: the least."""
        b, at = e.bounds[0], self.place(scene, e.span)
        if any(kind_of(x) != "number" for v, _ in members for _, x in cases(v)):
            raise refuse_bounded("choose", e.span, "values that are not known")
        holding = []
        for v, g in members:
            names = {**env, **self.bound_names(b, v, at)}
            holding.append((v, and_(g, self.truth(e.body, names, scene.under(g)))))
        least = [
            (v, and_(g, *(or_(not_(h), at_most(v, w, at)) for w, h in holding if w is not v)))
            for v, g in holding
        ]
        return first(least, at, "some element satisfies this CHOOSE")

    def _filter(self, e: ir.Bind, env: Env, scene: Scene) -> Sym:
        b = e.bounds[0]
        domain = self.domain(b, env, scene)

        def test(v: Sym, at: Place) -> Term:
            names = {**env, **self.bound_names(b, v, at)}
            return self.truth(e.body, names, scene.on(at.path))

        at = self.place(scene, e.span)
        if isinstance(domain, LAZY) and not isinstance(domain, Range):
            return Filtered(domain, test)
        members = listed(domain, at).members()
        return make_set([(v, and_(g, test(v, at.under(g)))) for v, g in members])

    def _function(self, e: ir.Bind, env: Env, scene: Scene) -> Sym:
        if len(e.bounds) == 1:
            domain = self.domain(e.bounds[0], env, scene)
            if isinstance(domain, LAZY) and endless(domain):
                return self.rule(e, env, scene, None)
        entries: dict[Value, tuple[Term, Sym]] = {}
        for names, guard, row in self.bindings(e.bounds, env, scene):
            keys = make_set([(row[0] if len(row) == 1 else row_of(row), TRUE)])
            if not isinstance(keys, FiniteSet):
                raise refuse_bounded("key", e.span, "not known")
            (key,) = keys.elements
            entries[key] = (guard, self.value(e.body, names, scene.under(guard)))
        return make_function(entries)
