"""Expressions to Python closures over frames: the definition of evaluation.

Only variables are primed: `passes/resolve_primes.py` ensures that. Operators of the table and
of the library are functions on values (`operators.py`, `builtins/`); this file adds names,
control and laziness. Arguments of definitions are evaluated when they are first needed, as TLC
does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeGuard, assert_never

from holdfast.interp import binders
from holdfast.interp.builtins import BUILTINS
from holdfast.interp.calls import MAX_CALLS, Calls
from holdfast.interp.closures import (
    application,
    changed_once,
    conditional,
    conjunction,
    disjunction,
    equation,
    forced,
    implication,
    membership,
    negation,
    not_boolean,
    once,
    strict,
    thunked,
)
from holdfast.interp.context import Context
from holdfast.interp.counters import Counters
from holdfast.interp.enabled import compile_composed, compile_enabled
from holdfast.interp.errors import no_state, unassigned
from holdfast.interp.frames import NEXT, NOW, Code, Frame
from holdfast.interp.functions import update
from holdfast.interp.names import Compiled, Names, Slots
from holdfast.interp.operators import OPERATORS
from holdfast.interp.sets import union
from holdfast.ir import expr as ir
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import variables_in
from holdfast.ir.levels import Level, Levels
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.values import EMPTY_SET, FALSE, TRUE, Value, boolean, model_value
from holdfast.recursion import raise_recursion_limit
from holdfast.source import Span

_FOLDABLE = (ir.Apply, ir.Bind, ir.Call, ir.Except, ir.If, ir.Case, ir.Let)


class Compiler(Calls):
    """Compiles the expressions of one system; with `counters`, their evaluations are counted."""

    def __init__(
        self,
        system: System,
        context: Context,
        counters: Counters | None = None,
        constants: dict[str, Any] | None = None,
    ) -> None:
        self.system = system
        self.context = context
        self.counters = counters
        self.initial = False
        # Hidden variables are only part of the next states that ENABLED searches for.
        hidden = (name for name, _ in system.hidden)
        self.variables = {name: i for i, name in enumerate((*system.variables, *hidden))}
        self.assertions = {name: i for i, name in enumerate(assertion_names(system))}
        self.levels = Levels.of_system(system)
        self._compiled: dict[tuple[str, bool], Compiled] = {}
        self.constant_values = {} if constants is None else constants
        self._slots = Slots()
        self._calls = 0
        self._folding = False
        self.procedures: dict[tuple[str, bool, bool], Any] = {}
        raise_recursion_limit(30 * MAX_CALLS)

    # ---- entry points ----

    def top(self, e: ir.Expr, params: tuple[str, ...] = ()) -> tuple[Code, int]:
        """Code for an expression outside any definition, and the size of its frame.

        The values of `params` go into the first local slots.
        """
        with self.layout() as slots:
            names = Names().bind({p: slots.take() for p in params})
            code = self.expr(e, names)
        return code, slots.size

    @contextmanager
    def layout(self) -> Iterator[Slots]:
        """Lay out a new frame: slots taken inside belong to it."""
        outer, self._slots = self._slots, Slots()
        try:
            yield self._slots
        finally:
            self._slots = outer

    def take_slot(self) -> int:
        """A new slot in the frame being laid out."""
        return self._slots.take()

    def complete(self, state: Any, span: Span | None) -> tuple[Value, ...]:
        """A next state as a complete state, if every variable is assigned."""
        for name, index in self.variables.items():
            if index < len(self.system.variables) and (state is None or state[index] is None):
                raise unassigned(name, True).at(span)
        return tuple(state)

    def restart(self) -> None:
        """Reset the count of active calls: the previous evaluation may have ended in an error."""
        self._calls = 0

    # ---- expressions ----

    def expr(self, e: ir.Expr, names: Names) -> Code:
        """The code of an expression."""
        code = self._uncounted_expr(e, names)
        number = None if self.counters is None else self.counters.sites.of(e)
        if self.counters is None or number is None:
            return code
        return self.counters.counted(code, number)

    def _uncounted_expr(self, e: ir.Expr, names: Names) -> Code:
        if not self._folding and isinstance(e, _FOLDABLE) and self._is_constant(e, names):
            self._folding = True
            code = self._plain_expr(e, names)
            self._folding = False
            return once(self.constant(code))
        return self._plain_expr(e, names)

    def _is_constant(self, e: ir.Expr, names: Names) -> bool:
        """Whether the value of an expression depends on neither the state nor a local name."""
        if self.levels.of(e) != Level.CONSTANT:
            return False
        used = names_in(e)
        if not self.levels.is_quiet(e):
            return False
        return used.isdisjoint(names.slots) and used.isdisjoint(names.local)

    def _plain_expr(self, e: ir.Expr, names: Names) -> Code:
        match e:
            case ir.Literal(value):
                constant = boolean(value) if isinstance(value, bool) else value
                return lambda f: constant
            case ir.Name(name):
                return self._name(e, name, names)
            case ir.Apply(op, args):
                return self._apply(e, op, args, names)
            case ir.Call(name, args):
                return self.call(e, name, args, names)
            case ir.Lambda(params, body):
                return self.operator(params, body, names)
            case ir.Let(definitions, body):
                return self.let(definitions, body, names)
            case ir.If(test, yes, no):
                condition = self.expr(test, names)
                first, second = self.expr(yes, names), self.expr(no, names)
                return conditional(condition, first, second, test.span)
            case ir.Case(arms, other):
                return self._case(e, arms, other, names)
            case ir.Bind():
                return binders.compile_bind(self, e, names)
            case ir.Except(base, updates):
                return self._except(base, updates, names)
            case ir.Prime(ir.Name(name) as variable):
                return self._next_value(variable, self.variables[name], name)
            case ir.Prime(ir.Enabled() as asked):
                return self._enabled(asked, names, NEXT)
            case ir.Prime():
                raise AssertionError("resolve_primes leaves primes on variables and ENABLED")
            case ir.Enabled():
                return self._enabled(e, names, NOW)
            case _:
                assert_never(e)

    def _name(self, e: ir.Name, name: str, names: Names) -> Code:
        slot = names.slots.get(name)
        if slot is not None:
            return forced(slot) if name in names.thunks else lambda f: f[slot]
        if name in self.variables:
            return self._value(e, self.variables[name], name)
        raise EvalError("eval-no-value", f"the constant `{name}` has no value").at(e.span)

    def _value(self, e: ir.Name, index: int, name: str) -> Code:
        if not self.initial:
            return lambda f: f[NOW][index]
        span = e.span

        def read(f: Frame) -> Any:
            state = f[NOW]
            if state is None:
                raise no_state(name).at(span)
            value = state[index]
            if value is None:
                raise unassigned(name, False).at(span)
            return value

        return read

    def _next_value(self, e: ir.Name, index: int, name: str) -> Code:
        span = e.span

        def read(f: Frame) -> Any:
            state = f[NEXT]
            value = None if state is None else state[index]
            if value is None:
                raise unassigned(name, True).at(span)
            return value

        return read

    # ---- operators ----

    def _apply(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], names: Names) -> Code:
        match op:
            case Op.BUILTIN:
                return self._builtin(e, args, names)
            case Op.UNCHANGED:
                return self._unchanged(args[0], e.span)
            case Op.COMPOSE:
                return compile_composed(self, args, names)
            case Op.BOX_ACTION:
                either = (self.expr(args[0], names), self.expr(args[1], names))
                return disjunction(either, (args[0].span, e.span))
            case Op.ANGLE_ACTION:
                stays = self.expr(args[1], names)
                moves: Code = lambda f: FALSE if stays(f) is TRUE else TRUE  # noqa: E731
                return conjunction((self.expr(args[0], names), moves), (args[0].span, e.span))
            case Op.MODEL:
                assert isinstance(args[0], ir.Literal)
                value = model_value(str(args[0].value))
                return lambda f: value
            case Op.IN | Op.NOTIN if _is_filter(args[1]):
                element = self.expr(args[0], names)
                member = binders.membership_in_filter(self, element, args[1], names)
                return member if op is Op.IN else negation(member, args[1].body.span)
            case Op.UNION if isinstance(args[0], ir.Apply) and args[0].op is Op.SET:
                # The operands may be infinite, so they do not become elements of a set.
                parts = tuple(self.expr(a, names) for a in args[0].args)
                return strict(_union_of_all, parts, e.span)
            case _:
                codes = tuple(self.expr(a, names) for a in args)
                return self._operator(e, op, args, codes)

    def _operator(
        self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], codes: tuple[Code, ...]
    ) -> Code:
        spans = tuple(a.span for a in args)
        match op:
            case Op.AND:
                return conjunction(codes, spans)
            case Op.OR:
                return disjunction(codes, spans)
            case Op.IMPLIES:
                return implication(codes[0], codes[1], spans)
            case Op.NOT:
                return negation(codes[0], spans[0])
            case Op.EQ:
                return equation(codes[0], codes[1], e.span)
            case Op.IN:
                return membership(codes[0], codes[1], e.span)
            case Op.INDEX:
                return application(codes[0], codes[1], e.span)
            case _ if op in OPERATORS:
                return strict(OPERATORS[op], codes, e.span)
            case _:
                raise EvalError(
                    "eval-unsupported",
                    f"`{op.value}` is a temporal operator and cannot be evaluated",
                ).at(e.span)

    def _builtin(self, e: ir.Apply, args: tuple[ir.Expr, ...], names: Names) -> Code:
        head = args[0]
        assert isinstance(head, ir.Literal)
        name = str(head.value)
        row, function = LIBRARY_OPS[name], BUILTINS[name]
        codes = tuple(self.expr(a, names) for a in args[1:])
        if row.lazy:
            codes = tuple(thunked(c) for c in codes)
        if row.context:
            context, plain = self.context, function
            function = lambda *values: plain(context, *values)  # noqa: E731
        return strict(function, codes, e.span)

    def _unchanged(self, e: ir.Expr, span: Span | None) -> Code:
        """`UNCHANGED` of variables."""
        pairs = tuple(
            (
                self._value(v, self.variables[v.name], v.name),
                self._next_value(v, self.variables[v.name], v.name),
            )
            for v in variables_in(e)
        )

        def unchanged(f: Frame) -> Any:
            try:
                return boolean(all(equal(before(f), after(f)) for before, after in pairs))
            except EvalError as error:
                raise error.at(span) from None

        return unchanged

    # ---- the rest ----

    def _case(
        self,
        e: ir.Case,
        arms: tuple[tuple[ir.Expr, ir.Expr], ...],
        other: ir.Expr | None,
        names: Names,
    ) -> Code:
        codes = tuple((self.expr(t, names), self.expr(v, names), t.span) for t, v in arms)
        rest = None if other is None else self.expr(other, names)
        span = e.span

        def case(f: Frame) -> Any:
            for test, value, place in codes:
                holds = test(f)
                if holds is TRUE:
                    return value(f)
                if holds is not FALSE:
                    raise not_boolean(holds).at(place)
            if rest is None:
                raise EvalError("eval-no-case", "no condition of this CASE holds").at(span)
            return rest(f)

        return case

    def _except(
        self,
        base: ir.Expr,
        updates: tuple[ir.Update, ...],
        names: Names,
    ) -> Code:
        start = self.expr(base, names)
        old = self._slots.take()
        inner = names.bind({ir.OLD: old})
        steps = tuple(
            (
                tuple(self.expr(k, names) for k in u.path),
                self.expr(u.value, inner),
                u.span,
            )
            for u in updates
        )

        if len(steps) == 1:
            return changed_once(start, old, *steps[0])

        def change(f: Frame) -> Any:
            value = start(f)
            for path, new, span in steps:
                keys = [k(f) for k in path]

                def at(previous: Any, new: Code = new) -> Any:
                    f[old] = previous
                    return new(f)

                try:
                    value = update(value, keys, at)
                except EvalError as error:
                    raise error.at(span) from None
            return value

        return change

    def _enabled(self, e: ir.Enabled, names: Names, place: int) -> Code:
        return compile_enabled(self, e, names, place)


def _union_of_all(*sets: Value) -> Value:
    everything: Value = EMPTY_SET
    for part in sets:
        everything = union(everything, part)
    return everything


def _is_filter(e: ir.Expr) -> TypeGuard[ir.Bind]:
    return (
        isinstance(e, ir.Bind) and e.binder is ir.Binder.FILTER and e.bounds[0].domain is not None
    )
