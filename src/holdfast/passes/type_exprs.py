"""The type of an expression, bottom-up, from the types of the variables.

An operator is typed separately for each combination of argument types, so that a polymorphic
operator does not mix them up. Results are memoised, and recursion is iterated
to a fixpoint. The number of steps is bounded: beyond the bound, calls are `Any`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr import Binder
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import FORMULAS, Op
from holdfast.ir.types import ANY, BOOL, INT, NEVER, STR, Type
from holdfast.passes.type_rules import (
    BUILTINS,
    FOLDS,
    OPERATORS,
    TESTS,
    changed,
    index,
)

DEPTH = 8
"""How deep types may be nested."""
_ITERATIONS = 6
_NESTED_CALLS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """A definition or a lambda, and the local names around it."""

    params: tuple[str, ...]
    body: ir.Expr
    env: dict[str, Meaning] = field(repr=False)


Meaning: TypeAlias = Type | Operator
Env: TypeAlias = dict[str, Meaning]
Use: TypeAlias = tuple[Operator, tuple[Meaning, ...]]


class ExprTypes:
    """Types the expressions of one system; `variables` may change, then `forget` results."""

    def __init__(
        self,
        definitions: Mapping[str, ir.Definition],
        sorts: Mapping[str, ty.Model],
        budget: int,
    ) -> None:
        self.variables: dict[str, Type] = {}
        self.operators = {n: Operator(d.params, d.body, {}) for n, d in definitions.items()}
        self.sorts = sorts
        self.results: dict[Use, Type] = {}
        self.budget = budget
        self.gave_up = False
        self._thorough = False
        self._entered_again: set[Use] = set()
        self._nested = 0

    def forget(self) -> None:
        """Drop the results for other types of variables."""
        self.results.clear()

    def look_everywhere(self, budget: int) -> None:
        """From now on, look also at formulas, whose type is known, for the calls in them."""
        self.results.clear()
        self._thorough = True
        self.budget = budget

    def _look(self, items: Iterable[ir.Expr], env: Env) -> None:
        if self._thorough:
            for e in items:
                self.meaning(e, env)

    def of(self, e: ir.Expr, env: Env) -> Type:
        """The type of `e` where local names have the meanings in `env`."""
        self.budget -= 1
        match e:
            case ir.Apply(op, args):
                return self._apply(op, args, env)
            case ir.Name(name):
                return self._value(name, (), env)
            case ir.Call(name, args):
                return self._value(name, tuple(self.meaning(a, env) for a in args), env)
            case ir.Literal(value):
                return _LITERALS.get(type(value), ANY)
            case ir.Bind(binder, bounds, body):
                return self._bind(binder, bounds, body, env)
            case ir.Except(base, updates):
                return self._except(base, updates, env)
            case ir.If(test, yes, no):
                self._look((test,), env)
                return ty.join(self.of(yes, env), self.of(no, env))
            case ir.Case(arms, other):
                self._look((test for test, _ in arms), env)
                found = [self.of(value, env) for _, value in arms]
                return ty.join_all(found if other is None else [*found, self.of(other, env)])
            case ir.Let(definitions, body):
                return self.of(body, self.with_definitions(definitions, env))
            case ir.Prime(body):
                return self.of(body, env)
            case ir.Enabled(body):
                self._look((body,), env)
                return BOOL
            case ir.Lambda():
                return ANY
            case _:
                assert_never(e)

    def meaning(self, e: ir.Expr, env: Env) -> Meaning:
        """The type of an argument, or the operator that it is."""
        match e:
            case ir.Lambda(params, body):
                return Operator(params, body, env)
            case ir.Name(name) if isinstance(found := env.get(name), Operator):
                return found
            case _:
                return self.of(e, env)

    # ---- names ----

    def with_definitions(self, definitions: tuple[ir.Definition, ...], env: Env) -> Env:
        """The local names and the local definitions."""
        inner = dict(env)
        for d in definitions:
            # A definition may mention itself, so it is closed over the names that it joins.
            inner[d.name] = Operator(d.params, d.body, inner)
            if not d.params and not d.recursive:
                inner[d.name] = self.of(d.body, inner)
        return inner

    def with_bounds(self, bounds: tuple[ir.Bound, ...], env: Env) -> Env:
        """The local names and the bound variables."""
        inner = dict(env)
        for b in bounds:
            of = self._ranges_over(b, env)
            for i, name in enumerate(b.names, start=1):
                inner[name] = index(of, i, INT) if b.pattern else of
        return inner

    def _ranges_over(self, bound: ir.Bound, env: Env) -> Type:
        return ANY if bound.domain is None else ty.element_of(self.of(bound.domain, env))

    def _value(self, name: str, args: tuple[Meaning, ...], env: Env) -> Type:
        places: tuple[Mapping[str, Meaning], ...] = (env, self.variables, self.operators)
        found = next((place[name] for place in places if name in place), ANY)
        return self.use(found, args) if isinstance(found, Operator) else found

    def use(self, operator: Operator, args: tuple[Meaning, ...]) -> Type:
        """The type of an operator's value for arguments of these types."""
        use = (operator, args)
        known = self.results.get(use)
        if known is not None:
            self._entered_again.add(use)
            return known
        if len(args) != len(operator.params):
            return ANY
        if self.budget < 0 or self._nested > _NESTED_CALLS:
            self.gave_up = True
            return ANY
        self._nested += 1
        found = self._iterate(use)
        self._nested -= 1
        return found

    def _iterate(self, use: Use) -> Type:
        operator, args = use
        env = {**operator.env, **dict(zip(operator.params, args, strict=True))}
        found: Type = NEVER
        for _ in range(_ITERATIONS):
            self.results[use] = found
            self._entered_again.discard(use)
            before, size = found, len(self.results)
            found = ty.join(found, ty.limited(self.of(operator.body, env), DEPTH))
            self.budget -= ty.size(found)  # what is large takes longer
            if found == before or use not in self._entered_again:
                self.results[use] = found
                return found
            self._drop(size)
        self.results[use] = ANY
        return ANY

    def _drop(self, size: int) -> None:
        """Drop the newest results: they depend on one that has changed."""
        while len(self.results) > size:
            self.results.popitem()

    # ---- operators ----

    def _apply(self, op: Op, args: tuple[ir.Expr, ...], env: Env) -> Type:
        if op in FORMULAS:
            self._look(args, env)
            return BOOL
        match op, args:
            case Op.INDEX, (table, key):
                return index(self.of(table, env), _literal(key), self.of(key, env))
            case ((Op.RECORD | Op.RECORD_SET), _):
                return self._record(op, args, env)
            case Op.MODEL, (ir.Literal(str(name)),):
                return self.sorts.get(name) or ty.Model((), (name,))
            case Op.BUILTIN, (ir.Literal(str(name)), *rest):
                return self._builtin(name, [self.meaning(a, env) for a in rest])
            case _ if op in OPERATORS:
                found = [self.of(a, env) for a in args]
                return NEVER if NEVER in found else OPERATORS[op](*found)
            case _:
                return ANY

    def _record(self, op: Op, args: tuple[ir.Expr, ...], env: Env) -> Type:
        fields = {}
        for key, value in zip(args[::2], args[1::2], strict=False):
            name, found = _literal(key), self.of(value, env)
            if not isinstance(name, str):
                return ANY
            if found == NEVER:
                return NEVER
            fields[name] = ty.element_of(found) if op is Op.RECORD_SET else found
        made = ty.record(fields) if fields else ty.EMPTY
        return ty.Set(made) if op is Op.RECORD_SET else made

    def _builtin(self, name: str, args: list[Meaning]) -> Type:
        if name in TESTS:
            return BOOL
        if name in FOLDS:
            return self._fold(name, args)
        rule = BUILTINS.get(name)
        if rule is None or len(args) != LIBRARY_OPS[name].arity:
            return ANY
        found = [ANY if isinstance(a, Operator) else a for a in args]
        return NEVER if NEVER in found else rule(*found)

    def _fold(self, name: str, args: list[Meaning]) -> Type:
        places, result_first, part = FOLDS[name]
        if len(args) < len(places):
            return ANY
        operator, base, collection = (args[i] for i in places)
        if isinstance(base, Operator) or not isinstance(operator, Operator):
            return ANY
        item, found = part(collection), base
        for _ in range(_ITERATIONS):
            before = found
            both = (before, item) if result_first else (item, before)
            found = ty.join(before, ty.limited(self.use(operator, both), DEPTH))
            if found == before:
                return found
        return ANY

    # ---- binders, EXCEPT ----

    def _bind(self, binder: Binder, bounds: tuple[ir.Bound, ...], body: ir.Expr, env: Env) -> Type:
        if self._thorough and binder not in (Binder.MAP, Binder.FUNCTION):
            self._look((body,), self.with_bounds(bounds, env))
        match binder:
            case Binder.FORALL | Binder.EXISTS:
                return BOOL
            case Binder.CHOOSE:
                return self._ranges_over(bounds[0], env)
            case Binder.FILTER:
                return ty.Set(self._ranges_over(bounds[0], env))
            case Binder.MAP:
                return ty.Set(self.of(body, self.with_bounds(bounds, env)))
            case Binder.FUNCTION:
                domains = tuple(self._ranges_over(b, env) for b in bounds)
                domain = domains[0] if len(domains) == 1 else ty.Tuple(domains)
                return ty.Function(domain, self.of(body, self.with_bounds(bounds, env)))
            case _:
                assert_never(binder)

    def _except(self, base: ir.Expr, updates: tuple[ir.Update, ...], env: Env) -> Type:
        found = self.of(base, env)
        for u in updates:
            found = self._updated(found, u.path, u.value, env)
        return found

    def _updated(self, table: Type, path: tuple[ir.Expr, ...], value: ir.Expr, env: Env) -> Type:
        if not path:
            return self.of(value, {**env, ir.OLD: table})
        key = _literal(path[0])
        # The type of the key does not matter: one outside the domain changes nothing.
        inner = self._updated(index(table, key, ANY), path[1:], value, env)
        return changed(table, key, inner)


_LITERALS: dict[type, Type] = {bool: BOOL, int: INT, str: STR}


def _literal(e: ir.Expr) -> bool | int | str | None:
    return e.value if isinstance(e, ir.Literal) else None
