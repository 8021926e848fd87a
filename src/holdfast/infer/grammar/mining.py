"""Atoms from the text: the parts of guards and of the property, with their closures.

    BecomeLeader(n, Q) ==                       Q \\subseteq votes[n]
      /\\ Q \\subseteq votes[n]           =>      \\E Q \\in Quorum : Q \\subseteq votes[n]
      /\\ leader' = ...

A closure quantifies the names of an action that a lemma does not mention: the reason why
`leader[n]` true is that some quorum voted for `n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from holdfast.infer.grammar.language import Atom, Sort
from holdfast.infer.grammar.sorts import Typing
from holdfast.infer.grammar.terms import (
    bounds_of,
    conditions_in,
    free_names,
    height,
    stricter,
    without_equal,
)
from holdfast.infer.guards import Scene, conjuncts, scenes, unfolded
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.system import System
from holdfast.ir.types import Type

_LOGIC = ops_in(Group.LOGIC)
_DEEPEST = 4

Local = Mapping[str, ir.Bound]


class Miner:
    """Decomposes the formulas of one system."""

    def __init__(self, system: System, sorts: tuple[Sort, ...], typing: Typing) -> None:
        self.system = system
        self.sorts = sorts
        self.typing = typing
        self.levels = Levels.of_system(system)

    # ---- guards and properties ----

    def from_formula(self, e: ir.Expr, origin: str, local: Local | None = None) -> Iterator[Atom]:
        """The atoms in a formula."""
        for part, names in self.parts(e, dict(local or {}), _DEEPEST):
            atom = self.atom(part, names, origin)
            if atom is not None:
                yield atom

    def from_property(self, property: ir.Expr) -> Iterator[Atom]:
        """The atoms inside a property, but not the property itself."""
        pending: list[tuple[ir.Expr, dict[str, ir.Bound]]] = [(property, {})]
        while pending:
            e, local = pending.pop()
            match e:
                case ir.Apply(Op.AND, args):
                    pending += [(a, local) for a in args]
                case ir.Bind(Binder.FORALL, bounds, body):
                    pending.append((body, local | {n: b for b in bounds for n in b.names}))
                case ir.Call() if (inner := unfolded(e, self.system)) is not None:
                    pending.append((inner, local))
                case ir.Apply(op, args) if op in _LOGIC:
                    for a in args:
                        yield from self.from_formula(a, "property", local)
                case _:
                    yield from self.from_formula(e, "property", local)

    def from_actions(self) -> Iterator[Atom]:
        """The atoms of all guards, of the conditions inside updates, and the closures."""
        every = list(scenes(self.system))
        for scene in every:
            local = bounds_of(scene)
            for guard in (*scene.guards, *scene.tests):
                yield from self.from_formula(guard, "guard", local)
        for scene in every:
            yield from self.closures(scene)
        for scene in every:
            yield from self.substituted(scene)
        for scene in every:
            for value in scene.values:
                for test, names in conditions_in(value, bounds_of(scene)):
                    yield from self.from_formula(test, "update", names)

    def parts(
        self, e: ir.Expr, local: dict[str, ir.Bound], depth: int
    ) -> Iterator[tuple[ir.Expr, dict[str, ir.Bound]]]:
        """The formulas below connectives, inside quantifiers and inside definitions."""
        match e:
            case ir.Apply(op, args) if op in _LOGIC:
                for a in args:
                    yield from self.parts(a, local, depth)
            case ir.Bind(Binder.FORALL | Binder.EXISTS, bounds, body):
                yield e, local
                inner = local | {n: b for b in bounds if not b.pattern for n in b.names}
                yield from self.parts(body, inner, depth)
            case ir.Call():
                yield e, local
                meant = unfolded(e, self.system)
                if meant is not None and depth:
                    yield from self.parts(meant, local, depth - 1)
            case ir.If(test, yes, no):
                for a in (test, yes, no):
                    yield from self.parts(a, local, depth)
            case ir.Let():
                for part in conjuncts(e):
                    if not isinstance(part, ir.Let):
                        yield from self.parts(part, local, depth)
            case ir.Literal():
                return
            case _:
                yield e, local

    def relations(self, property: ir.Expr) -> Iterator[tuple[str, tuple[Type, ...]]]:
        """The definitions that the property or a guard applies to sequences, and their types."""
        every = [(property, dict[str, ir.Bound]())]
        every += [(g, bounds_of(scene)) for scene in scenes(self.system) for g in scene.guards]
        found: dict[tuple[str, tuple[Type, ...]], None] = {}
        for formula, local in every:
            for part, names in self.parts(formula, local, _DEEPEST):
                match part:
                    case ir.Call(name, args) if args:
                        known = self.types(names)
                        types = tuple(self.typing.of(a, known) for a in args)
                        if all(isinstance(t, ty.Seq | ty.Function) for t in types):
                            found[name, types] = None
                    case _:
                        pass
        return iter(found)

    # ---- closures ----

    def closures(self, scene: Scene) -> Iterator[Atom]:
        """The cause of an effect: the guards, with the names that it does not mention quantified.

        Also each guard for itself, with one of its names quantified.
        """
        local = bounds_of(scene)
        guards = [g for g in scene.guards if self._is_state(g)]
        split = [g for guard in guards for g in self._split(guard, _DEEPEST)]
        for value in dict.fromkeys(scene.values):
            used = names_in(value)
            chosen = tuple(n for n in local if n not in used)
            if chosen:
                yield from self._closures(chosen, local, guards)
                if len(split) > len(guards):
                    yield from self._closures(chosen, local, split)
        for guard in guards:
            used = names_in(guard)
            for name in (n for n in local if n in used):
                yield from self._closures((name,), local, [guard])

    def _closures(
        self, chosen: tuple[str, ...], local: dict[str, ir.Bound], guards: list[ir.Expr]
    ) -> Iterator[Atom]:
        about = [g for g in guards if not names_in(g).isdisjoint(chosen)]
        if not about or len(about) > 6:
            return
        for size in range(len(about), 0, -1):
            for some in combinations(about, size):
                parts = without_equal(some, chosen) or some
                used = frozenset().union(*map(names_in, parts))
                names = tuple(n for n in local if n in chosen and n in used)
                bounds = tuple(ir.Bound((n,), local[n].domain) for n in names)
                body = parts[0] if len(parts) == 1 else ir.Apply(Op.AND, parts)
                closed = ir.Bind(Binder.EXISTS, bounds, body) if bounds else body
                atom = self.atom(closed, local, "closure", 1 + size)
                if atom is not None:
                    yield atom

    # ---- other terms of the same type ----

    def substituted(self, scene: Scene) -> Iterator[Atom]:
        """Guards with other terms of the same type substituted.

        A set that an action chooses becomes a value of a function to sets; a number that the
        voters are compared with, inside a quantified guard, becomes one of another server.
        """
        local = bounds_of(scene)
        types = self.types(local)
        for guard in (g for each in scene.guards for g in self._split(each, _DEEPEST)):
            sets = [n for n in free_names(guard) if n in local and isinstance(types[n], ty.Set)]
            if len(sets) == 1 and self.sort_of(local[sets[0]], types[sets[0]]) is None:
                yield from self._with_terms(guard, ir.Name(sets[0]), types[sets[0]], local, ())
        chosen = [n for n, t in types.items() if isinstance(t, ty.Set)]
        if len(chosen) != 1 or self.sort_of(local[chosen[0]], types[chosen[0]]) is not None:
            return
        about = [
            g
            for each in scene.guards
            for g in self._split(each, _DEEPEST)
            if chosen[0] in names_in(g) and self._is_state(g)
        ]
        domain = [g for g in about if isinstance(g, ir.Apply)]
        for guard in about:
            for number in self._numbers(guard, local):
                yield from self._with_terms(guard, number, ty.INT, local, tuple(domain[:1]))

    def _numbers(self, guard: ir.Expr, local: Local) -> list[ir.Expr]:
        """The numbers that a quantified guard reads at names of the action."""
        if not isinstance(guard, ir.Bind):
            return []
        found = []
        for part in ir.walk(guard.body):
            match part:
                case ir.Apply(Op.INDEX, (ir.Name(), ir.Name(at))) if at in local:
                    found.append(part)
                case _:
                    pass
        return list(dict.fromkeys(found))

    def _with_terms(
        self,
        guard: ir.Expr,
        old: ir.Expr,
        wanted: Type,
        local: dict[str, ir.Bound],
        beside: tuple[ir.Expr, ...],
    ) -> Iterator[Atom]:
        """A guard with function applications in place of a term, with a new argument."""
        types = self.types(local)
        for variable, t in self.typing.exprs.variables.items():
            if not isinstance(t, ty.Function) or t.range != wanted:
                continue
            for index, sort in enumerate(self.sorts):
                if sort.element != t.domain:
                    continue
                new = ir.Apply(Op.INDEX, (ir.Name(variable), ir.Name("other")))

                def rule(part: ir.Expr, new: ir.Expr = new) -> ir.Expr | None:
                    return new if part == old else None

                body = ir.rewrite(rule, guard)
                names = {**local, "other": ir.Bound(("other",), self.sorts[index].domain)}
                for variant in (body, *stricter(body)):
                    closed = variant
                    free = [n for n in free_names(variant) if n in local]
                    loose = [n for n in free if self.sort_of(local[n], types[n]) is None]
                    if loose:
                        inner = ir.Apply(Op.AND, (*beside, variant)) if beside else variant
                        bounds = tuple(ir.Bound((n,), local[n].domain) for n in loose)
                        closed = ir.Bind(Binder.EXISTS, bounds, inner)
                    atom = self.atom(closed, names, "substituted", 3)
                    if atom is not None:
                        yield atom

    def _split(self, guard: ir.Expr, depth: int) -> Iterator[ir.Expr]:
        """A guard as several: definitions unfolded, `\\A` over each part of a conjunction."""
        match guard:
            case ir.Call() if depth:
                meant = unfolded(guard, self.system)
                parts = [] if meant is None else list(conjuncts(meant))
                if len(parts) > 1:
                    for p in parts:
                        yield from self._split(p, depth - 1)
                elif parts and isinstance(parts[0], ir.Bind):
                    several = list(self._split(parts[0], depth - 1))
                    yield from several if len(several) > 1 else [guard]
                else:
                    yield guard
            case ir.Bind(Binder.FORALL, bounds, body):
                for part in conjuncts(body):
                    for inner in self._split(part, depth - 1 if depth else 0):
                        yield ir.Bind(Binder.FORALL, bounds, inner)
            case _:
                yield guard

    # ---- one atom ----

    def _is_state(self, e: ir.Expr) -> bool:
        return self.levels.of(e) <= Level.STATE

    def atom(
        self, e: ir.Expr, local: Mapping[str, ir.Bound], origin: str, cost: int = 1
    ) -> Atom | None:
        """A formula as an atom, if it is about the state and its free names have sorts."""
        if self.levels.of(e) != Level.STATE:
            return None
        match e:
            case ir.Apply(Op.NE, args):
                e = ir.Apply(Op.EQ, args)
            case ir.Apply(Op.NOTIN, args):
                e = ir.Apply(Op.IN, args)
            case ir.Apply(Op.GE, args):
                e = ir.Apply(Op.LT, args)
            case ir.Apply(Op.GT, (a, b)):
                e = ir.Apply(Op.LT, (b, a))
            case ir.Apply(Op.LE, (a, b)):
                e = ir.Apply(Op.LT, (b, a))
            case ir.Apply(Op.EQ, (a, ir.Literal(bool()))):
                e = a
            case _:
                pass
        free = [n for n in free_names(e) if n in local]
        types = self.types(local)
        params = []
        for n in free:
            index = self.sort_of(local[n], types[n])
            if index is None:
                return None
            params.append((n, index))
        if self.typing.of(e, types) != ty.BOOL:
            return None
        new = {n: ir.Name(f"${i}") for i, (n, _) in enumerate(params, start=1)}
        renamed = substitute(e, new)
        return Atom(
            renamed,
            tuple((f"${i}", s) for i, (_, s) in enumerate(params, start=1)),
            origin,
            max(cost, height(e)),
        )

    def types(self, local: Mapping[str, ir.Bound]) -> dict[str, Type]:
        """The types of names that range over sets."""
        types: dict[str, Type] = {}
        for name, bound in local.items():
            domain = bound.domain
            known = ty.ANY if domain is None else ty.element_of(self.typing.of(domain, types))
            types[name] = known
        return types

    def sort_of(self, bound: ir.Bound, element: Type) -> int | None:
        """The sort that a name belongs to: that of its set, or else one of its type."""
        for index, sort in enumerate(self.sorts):
            if sort.domain == bound.domain:
                return index
        if isinstance(element, ty.Set):
            return None
        for index, sort in enumerate(self.sorts):
            if sort.element == element:
                return index
        return None
