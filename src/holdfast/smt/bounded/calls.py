"""Names, definitions, arguments and recursion, on symbolic values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.ir import expr as ir
from holdfast.ir.system import System
from holdfast.smt.bounded.binders import Binders
from holdfast.smt.bounded.place import Place, Recorder, goes_on, path_term
from holdfast.smt.bounded.scope import Env, Operator, Scene, Thunk
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import NOTHING, RecordSet, Rule, Sym, is_known
from holdfast.smt.terms.term import FALSE, TRUE, Term
from holdfast.source import Span

MOST_CALLS = 200
_CHECKED_FROM = 3
"""From this depth of recursion on, a solver checks whether the path is feasible."""


class Calls(Binders):
    """The part of the evaluator for definitions."""

    system: System
    variables: frozenset[str]
    facts: list[Term]
    calls: int
    _stateful: dict[tuple[str, int, int], tuple[object, object, Sym]]

    def name(self, name: str, env: Env, scene: Scene, span: Span | None) -> Sym:
        """The value of a name."""
        bound = env.get(name)
        if bound is not None:
            return self._force(bound, scene)
        if name in self.variables:
            value = scene.now.get(name)
            if value is None:
                raise refuse_bounded("unset", span, f"`{name}`")
            return value
        return self.call(ir.Call(name, (), span=span), name, (), env, scene)

    def _force(self, bound: Sym | Thunk | Operator, scene: Scene) -> Sym:
        match bound:
            case Thunk(expr, env, made, known):
                where = made.on(scene.path)
                key = (id(where.now), id(where.next))
                found = known.get(key)
                if found is None or not self._is_recorded(found, where):
                    # Keep a reference to the scene, so that its `id` is not reused.
                    found = known[key] = (where, self.value(expr, env, where), self.recorder)
                return found[1]
            case Operator(_, body, env, name):
                if bound.recursive and isinstance(body, ir.Bind):
                    return self.rule(body, {**env, name: bound}, scene, bound)
                return self.value(body, env, scene)
            case _:
                return bound

    def _is_recorded(self, found: tuple[Scene, Sym, Recorder], where: Scene) -> bool:
        """Whether the conditions of a known value are recorded, for this path or for a prefix."""
        scene, _, recorder = found
        if not self.recorder.on:
            return True
        return recorder is self.recorder and goes_on(where.path, scene.path)

    def shifted(self, scene: Scene, span: Span | None) -> Scene:
        """The next state as the current one."""
        if scene.next is None:
            raise refuse_bounded("operator", span, "`'` where there is no next state")
        return Scene(scene.next, None, scene.path)

    def call(self, e: ir.Call, name: str, args: tuple[ir.Expr, ...], env: Env, scene: Scene) -> Sym:
        """A definition or an operator parameter, applied."""
        bound = env.get(name)
        if isinstance(bound, Operator):
            if not args:
                return self._force(bound, scene)
            return self.enter(e, bound, self._arguments(bound.params, args, env, scene), scene)
        if bound is not None:
            return self._force(bound, scene)
        definition = self.system.definitions.get(name)
        if definition is None:
            raise refuse_bounded("operator", e.span, f"`{name}`, which has no value")
        if not args:
            return self._plain_definition(e, definition, scene)
        operator = Operator(definition.params, definition.body, {}, name, definition.recursive)
        return self.enter(e, operator, self._arguments(definition.params, args, env, scene), scene)

    def _plain_definition(self, e: ir.Call, d: ir.Definition, scene: Scene) -> Sym:
        """A definition without parameters: once for each pair of states."""
        key = (d.name, id(scene.now), id(scene.next))
        known = self._stateful.get(key)
        if known is not None and not self.recorder.on:
            return known[2]
        if d.recursive and isinstance(d.body, ir.Bind):
            value = self.rule(d.body, {}, scene, None)
        else:
            value = self.enter(e, Operator((), d.body, {}, d.name, d.recursive), {}, scene)
        # Keep references to the states, so that their `id`s are not reused.
        self._stateful[key] = (scene.now, scene.next, value)
        return value

    def _arguments(
        self, params: Sequence[str], args: Sequence[ir.Expr], env: Env, scene: Scene
    ) -> dict[str, Sym | Thunk | Operator]:
        found: dict[str, Sym | Thunk | Operator] = {}
        for p, a in zip(params, args, strict=True):
            found[p] = self._argument(a, env, scene)
        return found

    def _argument(self, a: ir.Expr, env: Env, scene: Scene) -> Sym | Thunk | Operator:
        match a:
            case ir.Lambda(params, body):
                return Operator(params, body, env)
            case ir.Name(name) if name in env:
                return env[name]
            case ir.Call(name, ()) if name in env and isinstance(env[name], Operator):
                return env[name]
            case _:
                return Thunk(a, env, scene)

    def enter(
        self,
        e: ir.Expr,
        operator: Operator,
        args: Mapping[str, Sym | Thunk | Operator],
        scene: Scene,
    ) -> Sym:
        """The body of an operator; recursion ends where its path is infeasible."""
        env: dict[str, Sym | Thunk | Operator] = {**operator.env, **args}
        if not operator.recursive:
            return self.value(operator.body, env, scene)
        if operator.name in operator.env:
            env[operator.name] = operator.env[operator.name]
        self.calls += 1
        try:
            if self._cannot_happen(scene, operator.name, e.span):
                return NOTHING
            return self.value(operator.body, env, scene)
        finally:
            self.calls -= 1

    def _cannot_happen(self, scene: Scene, name: str, span: Span | None) -> bool:
        if self.calls < _CHECKED_FROM or scene.path is None:
            if self.calls > MOST_CALLS:
                raise refuse_bounded("recursion", span, f"`{name}`")
            return False
        if self.calls > MOST_CALLS:
            raise refuse_bounded("recursion", span, f"`{name}`")
        return not self.possible(path_term(scene.path))

    def possible(self, path: Term) -> bool:
        """Whether a path is feasible, by a solver query; unknown counts as feasible."""
        from holdfast.smt.solvers.outcome import Limits
        from holdfast.smt.solvers.solve import solve
        from holdfast.smt.terms.term import Query, to_smtlib

        if path is FALSE or path is TRUE:
            return path is TRUE
        facts = tuple((f"fact {i}", f) for i, f in enumerate(self.facts))
        text = to_smtlib(Query("a path", (*facts, ("the path", path)), FALSE))
        return solve(text, "z3", Limits(1_000_000, 500, 10)).status != "unsat"

    def let(self, definitions: Sequence[ir.Definition], env: Env, scene: Scene) -> Env:
        """The names inside a LET."""
        inner: dict[str, Sym | Thunk | Operator] = dict(env)
        for d in definitions:
            if d.params or d.recursive:
                inner[d.name] = Operator(d.params, d.body, inner, d.name, d.recursive)
            else:
                inner[d.name] = Thunk(d.body, inner, scene)
        return inner

    def rule(self, body: ir.Bind, env: Env, scene: Scene, own: Operator | None) -> Sym:
        """`f[x \\in S] == ... f[y] ...`: a rule, because its body applies it."""
        inner: dict[str, Sym | Thunk | Operator] = dict(env)
        sets = [self.domain(b, env, scene) for b in body.bounds]
        domain = sets[0] if len(sets) == 1 else RecordSet(tuple(enumerate(sets, 1)))

        def apply(x: Sym, at: Place) -> Sym:
            where = scene.on(at.path)
            self.calls += 1
            try:
                if self._cannot_happen(where, "a recursive function", body.span):
                    return NOTHING
                values = [x] if len(sets) == 1 else self.items(x, len(sets), at)
                names = dict(inner)
                for b, v in zip(body.bounds, values, strict=True):
                    names.update(self.bound_names(b, v, at))
                result = self.value(body.body, names, where)
                if is_known(x) and not self.recorder.on:
                    rule.known[x] = result  # type: ignore[index]
                return result
            finally:
                self.calls -= 1

        rule = Rule(domain, apply)
        if own is not None:
            inner[own.name] = rule
        return rule
