"""The evaluation of expressions on symbolic values, with the semantics of the interpreter.

The interpreter computes constant expressions, once. The rest is evaluated from left to right under
a path condition: the formulas that hold where the expression is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from holdfast.interp.lazy_sets import Subsets
from holdfast.interp.machine import Machine
from holdfast.interp.row_sets import Rows
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.values import LazySet, boolean, model_value
from holdfast.smt.bounded import functions
from holdfast.smt.bounded.builtins import call_builtin
from holdfast.smt.bounded.calls import Calls
from holdfast.smt.bounded.numbers import ARITHMETIC
from holdfast.smt.bounded.operators import LARGEST_KNOWN, OPERATORS, strict_operator
from holdfast.smt.bounded.place import Place, Recorder
from holdfast.smt.bounded.relations import same
from holdfast.smt.bounded.scope import Env, Operator, Scene
from holdfast.smt.bounded.step import Steps
from holdfast.smt.bounded.symbolic import NOTHING, Sym
from holdfast.smt.bounded.values import as_truth, merge, merge_all, truth_value
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, not_, or_
from holdfast.source import Span

SUPPORTED = (
    frozenset(OPERATORS)
    | ARITHMETIC
    | {
        *(Op.AND, Op.OR, Op.IMPLIES, Op.UNCHANGED, Op.BOX_ACTION, Op.ANGLE_ACTION),
        *(Op.MODEL, Op.BUILTIN),
    }
)
"""The rows of the operator table with an encoding; all others are rejected."""


class Evaluator(Calls):
    """Evaluates the expressions of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.machine = Machine(system)
        self.levels = self.machine.compiler.levels
        self.variables = frozenset(system.variables)
        self.recorder = Recorder()
        self.facts: list[Term] = []
        self.calls = 0
        self._constants: dict[int, tuple[ir.Expr, Sym | None]] = {}
        self._names: dict[int, tuple[ir.Expr, frozenset[str]]] = {}
        self._stateful: dict[tuple[str, int, int], tuple[object, object, Sym]] = {}

    # ---- entry points ----

    def place(self, scene: Scene, span: Span | None) -> Place:
        """The evaluation context of an expression in a scene."""
        return Place(scene.path, span, self.recorder)

    def truth(self, e: ir.Expr, env: Env, scene: Scene) -> Term:
        """A formula as a term."""
        return as_truth(self.value(e, env, scene), self.place(scene, e.span))

    def value(self, e: ir.Expr, env: Env, scene: Scene) -> Sym:
        """The value of an expression."""
        if isinstance(e, _FOLDED):
            known = self._constant(e, env)
            if known is not None:
                return known
        try:
            return self._value(e, env, scene)
        except EvalError as error:
            self.place(scene, e.span).fail(error.message)
            return NOTHING

    def _value(self, e: ir.Expr, env: Env, scene: Scene) -> Sym:
        match e:
            case ir.Literal(literal):
                return boolean(literal) if isinstance(literal, bool) else literal
            case ir.Name(name):
                return self.name(name, env, scene, e.span)
            case ir.Apply(op, args):
                return self._apply(e, op, args, env, scene)
            case ir.Call(name, args):
                return self.call(e, name, args, env, scene)
            case ir.Lambda():
                raise AssertionError("an operator stands only where one is expected")
            case ir.Let(definitions, body):
                return self.value(body, self.let(definitions, env, scene), scene)
            case ir.If(test, yes, no):
                return self._if(test, yes, no, env, scene)
            case ir.Case(arms, other):
                return self._case(e, arms, other, env, scene)
            case ir.Bind():
                return self.bind(e, env, scene)
            case ir.Except(base, updates):
                return self._except(base, updates, env, scene)
            case ir.Prime(body):
                return self.value(body, env, self.shifted(scene, e.span))
            case ir.Enabled():
                return self._enabled(e, env, scene)
            case _:
                assert_never(e)

    # ---- constant expressions ----

    def _constant(self, e: ir.Expr, env: Env) -> Sym | None:
        """The value of an expression without variables and unknown names."""
        if env and not self._names_in(e).isdisjoint(env):
            return None
        known = self._constants.get(id(e))
        if known is None:
            # Keep a reference to the expression, so that its `id` is not reused.
            known = self._constants[id(e)] = (e, self._evaluate(e))
        return known[1]

    def _names_in(self, e: ir.Expr) -> frozenset[str]:
        known = self._names.get(id(e))
        if known is None:
            known = self._names[id(e)] = (e, names_in(e))
        return known[1]

    def _evaluate(self, e: ir.Expr) -> Sym | None:
        if self.levels.of(e) != Level.CONSTANT or not self.levels.is_quiet(e):
            return None
        unknown = self._names_in(e) - self.system.definitions.keys() - frozenset(_bound(e))
        if unknown:
            return None
        try:
            value = self.machine.value(e)
            # These stay symbolic: their elements are rarely needed.
            if isinstance(value, Subsets | Rows):
                return None
            if isinstance(value, LazySet) and (
                not value.is_finite() or value.size() > LARGEST_KNOWN
            ):
                return None
            return canonical(value)
        except (EvalError, RecursionError):
            return None

    # ---- control ----

    def _if(self, test: ir.Expr, yes: ir.Expr, no: ir.Expr, env: Env, scene: Scene) -> Sym:
        condition = self.truth(test, env, scene)
        if condition is TRUE:
            return self.value(yes, env, scene)
        if condition is FALSE:
            return self.value(no, env, scene)
        first_value = self.value(yes, env, scene.under(condition))
        return merge(condition, first_value, self.value(no, env, scene.under(not_(condition))))

    def _case(
        self,
        e: ir.Case,
        arms: tuple[tuple[ir.Expr, ir.Expr], ...],
        other: ir.Expr | None,
        env: Env,
        scene: Scene,
    ) -> Sym:
        found: list[tuple[Term, Sym]] = []
        here, open_ = scene, TRUE
        for test, value in arms:
            condition = self.truth(test, env, here)
            guard = and_(open_, condition)
            if guard is not FALSE:
                found.append((guard, self.value(value, env, here.under(condition))))
            open_ = and_(open_, not_(condition))
            here = here.under(not_(condition))
            if open_ is FALSE:
                return merge_all(found)
        if other is None:
            self.place(here, e.span).require(FALSE, "some condition of this CASE holds")
        else:
            found.append((open_, self.value(other, env, here)))
        return merge_all(found)

    def _except(self, base: ir.Expr, updates: tuple[ir.Update, ...], env: Env, scene: Scene) -> Sym:
        value = self.value(base, env, scene)
        for u in updates:
            keys = [self.value(k, env, scene) for k in u.path]

            def change(old: Sym, at: Place, new: ir.Expr = u.value) -> Sym:
                return self.value(new, {**env, ir.OLD: old}, scene.on(at.path))

            value = functions.update(value, keys, change, self.place(scene, u.span))
        return value

    def _enabled(self, e: ir.Enabled, env: Env, scene: Scene) -> Sym:
        assert e.tree is not None, "explicit_actions gives every ENABLED its tree"
        return truth_value(Steps(self).enabled(e.tree, env, scene))

    # ---- operators ----

    def _apply(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], env: Env, scene: Scene) -> Sym:
        match op:
            case Op.AND:
                return truth_value(self._junction(args, env, scene, TRUE))
            case Op.OR:
                return truth_value(self._junction(args, env, scene, FALSE))
            case Op.IMPLIES:
                left = self.truth(args[0], env, scene)
                if left is FALSE:
                    return boolean(True)
                right = self.truth(args[1], env, scene.under(left))
                return truth_value(or_(not_(left), right))
            case Op.BUILTIN:
                return self._builtin(e, args, env, scene)
            case Op.MODEL:
                assert isinstance(args[0], ir.Literal)
                return model_value(str(args[0].value))
            case Op.UNCHANGED:
                before = self.value(args[0], env, scene)
                after = self.value(args[0], env, self.shifted(scene, e.span))
                return truth_value(same(after, before, self.place(scene, e.span)))
            case Op.BOX_ACTION | Op.ANGLE_ACTION:
                return truth_value(self._step_formula(op, args, env, scene))
            case _:
                values = [self.value(a, env, scene) for a in args]
                return strict_operator(op, values, self.place(scene, e.span))

    def _step_formula(self, op: Op, args: tuple[ir.Expr, ...], env: Env, scene: Scene) -> Term:
        unchanged = self.truth(args[1], env, scene)
        if op is Op.BOX_ACTION:
            return or_(unchanged, self.truth(args[0], env, scene.under(not_(unchanged))))
        return and_(not_(unchanged), self.truth(args[0], env, scene.under(not_(unchanged))))

    def _junction(self, args: tuple[ir.Expr, ...], env: Env, scene: Scene, unit: Term) -> Term:
        parts: list[Term] = []
        for a in args:
            part = self.truth(a, env, scene)
            if part is not unit and (part is TRUE or part is FALSE):
                return part
            parts.append(part)
            scene = scene.under(part if unit is TRUE else not_(part))
        return and_(*parts) if unit is TRUE else or_(*parts)

    def _builtin(self, e: ir.Apply, args: tuple[ir.Expr, ...], env: Env, scene: Scene) -> Sym:
        assert isinstance(args[0], ir.Literal)
        name = str(args[0].value)
        given: list[Sym | Callable[..., Sym]] = []
        for a in args[1:]:
            operator = self._operator_argument(a, env)
            given.append(
                self.value(a, env, scene) if operator is None else self._callable(operator, scene)
            )
        return call_builtin(name, given, self.place(scene, e.span))

    def _operator_argument(self, a: ir.Expr, env: Env) -> Operator | None:
        match a:
            case ir.Lambda(params, body):
                return Operator(params, body, env)
            case ir.Name(name) | ir.Call(name, ()) if name in env:
                bound = env[name]
                return bound if isinstance(bound, Operator) and bound.params else None
            case _:
                return None

    def _callable(self, operator: Operator, scene: Scene) -> Callable[..., Sym]:
        def call(*args: Any) -> Sym:
            *values, at = args
            names = dict(zip(operator.params, values, strict=True))
            return self.enter(operator.body, operator, names, scene.on(at.path))

        return call


def _bound(e: ir.Expr) -> Iterator[str]:
    for part in ir.walk(e):
        match part:
            case ir.Bind(_, bounds, _):
                for b in bounds:
                    yield from b.names
            case ir.Lambda(params, _):
                yield from params
            case ir.Let(definitions, _):
                for d in definitions:
                    yield d.name
                    yield from d.params
            case ir.Except():
                yield ir.OLD
            case _:
                pass


_FOLDED = (ir.Apply, ir.Bind, ir.Except, ir.If, ir.Case, ir.Let, ir.Call)
