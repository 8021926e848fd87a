"""Trees of tests, assignments and choices to code that finds initial and next states.

The code of a body takes its continuation as an argument, so that a choice simply
runs the continuation once for each alternative. Once all variables are assigned, the rest
is evaluated as formulas, without branching, as in TLC.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, assert_never

from holdfast.interp.assignments import Run, assign, assign_from, keep, keep_all, observe, require
from holdfast.interp.binders import bind_slots, bindings
from holdfast.interp.calls import Calls
from holdfast.interp.closures import not_boolean
from holdfast.interp.frames import FIRST_LOCAL, MISSING, NEXT, NOW, Code, Frame
from holdfast.interp.names import Names
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import has_assertion
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Body
from holdfast.ir.values import FALSE, TRUE, Value

State: TypeAlias = tuple[Value, ...]


class _Entered:
    """A procedure, compiled: its code, and the size of its frame."""

    __slots__ = ("run", "size")

    def __init__(self) -> None:
        self.run: Run = lambda f: None
        self.size = 0


class Steps:
    """Compiles bodies; `target` is the slot in the frame of the state that they compute."""

    def __init__(self, compiler: Calls, initial: bool = False) -> None:
        self.compiler = compiler
        self.initial = initial
        # An ENABLED inside the initial predicate reads a state that is not yet complete.
        self.incomplete = initial or compiler.initial
        self.target = NOW if initial else NEXT

    def run(self, b: Body, names: Names, then: Run) -> Run:
        """Code that runs `then` for every way to satisfy the body."""
        counters = self.compiler.counters
        if counters is None:
            return self._run(b, names, then)
        # A formula counts its own evaluations.
        own = None if self._is_formula(b) else counters.sites.of(b)
        numbers = (*counters.sites.calls_of(b), *(() if own is None else (own,)))
        return counters.around(numbers, lambda after: self._run(b, names, after), then)

    def _evaluated(self, b: Body, names: Names, then: Run) -> Run:
        """Code that evaluates the formula of a body, if every variable is assigned."""

        def run(after: Run) -> Run:
            return require(self._expr(b.expr, names), after, b.expr)

        counters = self.compiler.counters
        return (
            run(then)
            if counters is None
            else counters.around(counters.sites.calls_of(b), run, then)
        )

    def _is_formula(self, b: Body) -> bool:
        return self.initial and isinstance(b, body.Keep | body.Compose)

    def _run(self, b: Body, names: Names, then: Run) -> Run:  # noqa: C901  # a total match
        match b:
            case body.Test(expr):
                return require(self._expr(expr, names), then, expr)
            case body.Assign(variable, value, _):
                return self._assign(variable, self._expr(value, names), then, b)
            case body.AssignFrom(variable, domain, _):
                return self._assign_from(variable, self._expr(domain, names), then, b)
            case body.Keep(_, formula) | body.Compose(_, _, formula) if self._is_formula(b):
                # There is no next state, which the formula reports.
                return require(self._expr(formula, names), then, formula)
            case body.Keep(variable, _):
                return self._keep(variable, then, b)
            case body.Assert(name, condition, _):
                code, number = self._expr(condition, names), self.compiler.assertions[name]
                return observe(code, number, then, condition, self.compiler.context.broken)
            case body.Sequence(items, _):
                return self._sequence(items, names, then)
            case body.Branch(items, _):
                return _each(tuple(self.run(i, names, then) for i in items))
            case body.IfElse(test, yes, no, _):
                return self._if(test, yes, no, names, then)
            case body.Choice(arms, other, _):
                return self._choice(b, arms, other, names, then)
            case body.ForSome(bounds, inner, _):
                return self._for_some(bounds, inner, names, then)
            case body.ForEach(bounds, inner, _):
                return self._for_each(bounds, inner, names, then)
            case body.Within(definitions, inner, _):
                with self._filling():
                    local, enter = self.compiler.let_names(definitions, names)
                return _entered(enter, self.run(inner, local, then))
            case body.Compose(first, second, _):
                return self._compose(first, second, names, then)
            case body.Enter(procedure, args, _):
                return self._enter(procedure, args, names, then)
            case _:
                assert_never(b)

    def _expr(self, e: ir.Expr, names: Names) -> Code:
        with self._filling():
            return self.compiler.expr(e, names)

    @contextmanager
    def _filling(self) -> Iterator[None]:
        """Expressions compiled inside read the state that is being computed."""
        before, self.compiler.initial = self.compiler.initial, self.incomplete
        try:
            yield
        finally:
            self.compiler.initial = before

    # ---- leaves ----

    def _assign(self, variable: str, code: Code, then: Run, b: Body) -> Run:
        place = self.target, self.compiler.variables[variable]
        return assign(place, code, then, b.span)

    def _keep(self, variable: str, then: Run, b: Body) -> Run:
        if self.incomplete:
            return self._assign(variable, self._expr(ir.Name(variable), Names()), then, b)
        return keep(self.compiler.variables[variable], then, b.span)

    def _assign_from(self, variable: str, code: Code, then: Run, b: Body) -> Run:
        place = self.target, self.compiler.variables[variable]
        return assign_from(place, code, then, b.span)

    # ---- control ----

    def _sequence(self, items: tuple[Body, ...], names: Names, then: Run) -> Run:
        kept = not self.initial and all(isinstance(item, body.Keep) for item in items)
        if len(items) > 1 and kept:
            return self._keep_all(items, names, then)
        for item in reversed(items[1:]):
            then = self._item(item, names, then)
        return self.run(items[0], names, then) if items else then

    def _keep_all(self, items: tuple[Body, ...], names: Names, then: Run) -> Run:
        """`UNCHANGED` of several variables: at once if none of them is assigned yet."""

        def one_by_one() -> Run:
            run = then
            for item in reversed(items):
                run = self.run(item, names, run)
            return run

        indices = tuple(self.compiler.variables[i.variable] for i in items if type(i) is body.Keep)
        if self.incomplete or len(set(indices)) < len(indices):
            return one_by_one()
        return keep_all(indices, then, one_by_one)

    def _item(self, b: Body, names: Names, then: Run) -> Run:
        """An item after others: a plain formula once every variable is assigned."""
        branching = self.run(b, names, then)
        parts = b.items if isinstance(b, body.Sequence) else (b,)
        if all(isinstance(part, body.Test | body.Assign | body.Keep) for part in parts):
            return branching
        if has_assertion(b):
            return branching  # its formula asserts nothing
        plain = self._evaluated(b, names, then)

        def item(f: Frame) -> None:
            if f[MISSING]:
                branching(f)
            else:
                plain(f)

        return item

    def _if(self, test: ir.Expr, yes: Body, no: Body, names: Names, then: Run) -> Run:
        condition = self._expr(test, names)
        first, second = self.run(yes, names, then), self.run(no, names, then)

        def choose(f: Frame) -> None:
            value = condition(f)
            if value is TRUE:
                first(f)
            elif value is FALSE:
                second(f)
            else:
                raise not_boolean(value).at(test.span)

        return choose

    def _choice(
        self,
        b: Body,
        arms: tuple[tuple[ir.Expr, Body], ...],
        other: Body | None,
        names: Names,
        then: Run,
    ) -> Run:
        codes = tuple((self._expr(t, names), self.run(a, names, then), t.span) for t, a in arms)
        rest = None if other is None else self.run(other, names, then)

        def choose(f: Frame) -> None:
            for test, run, span in codes:
                value = test(f)
                if value is TRUE:
                    return run(f)
                if value is not FALSE:
                    raise not_boolean(value).at(span)
            if rest is None:
                raise EvalError("eval-no-case", "no condition of this CASE holds").at(b.span)
            return rest(f)

        return choose

    def _for_some(self, bounds: tuple[ir.Bound, ...], inner: Body, names: Names, then: Run) -> Run:
        local, setters = bind_slots(self.compiler, bounds, names, self._expr)
        run = self.run(inner, local, then)

        def each(f: Frame) -> None:
            for _ in bindings(setters, f):
                run(f)

        return each

    def _for_each(self, bounds: tuple[ir.Bound, ...], inner: Body, names: Names, then: Run) -> Run:
        """The body for one binding after the other; a slot counts how many are done."""
        local, setters = bind_slots(self.compiler, bounds, names, self._expr)
        slots = [s for setter in setters for s in setter.slots]
        progress = self.compiler.take_slot()

        def restore(f: Frame, saved: list[Any]) -> None:
            for slot, value in zip(slots, saved, strict=True):
                f[slot] = value

        def advance(f: Frame) -> None:
            rows, at = f[progress]
            if at == len(rows):
                then(f)
                return
            saved = [f[s] for s in slots]
            restore(f, rows[at])
            f[progress] = (rows, at + 1)
            if f[MISSING] or at == 0:
                run(f)
            else:
                plain(f)
            f[progress] = (rows, at)
            restore(f, saved)

        run = self.run(inner, local, advance)
        plain = self._evaluated(inner, local, advance)
        if has_assertion(inner):
            plain = run

        def start(f: Frame) -> None:
            outer = f[progress]
            f[progress] = ([[f[s] for s in slots] for _ in bindings(setters, f)], 0)
            advance(f)
            f[progress] = outer

        return start

    def _compose(self, first: Body, second: Body, names: Names, then: Run) -> Run:
        """`A \\cdot B`: all states that A reaches, then B from each of them."""
        size = len(self.compiler.variables)
        run_first_slot, began = self.compiler.take_slot(), self.compiler.take_slot()

        def reached(f: Frame) -> None:
            f[run_first_slot].append(self.compiler.complete(f[NEXT], first.span))

        def go_on(f: Frame) -> None:
            # The whole step begins in the state of its first half.
            middle, before = f[NOW], f[began]
            f[NOW] = before
            then(f)
            f[NOW], f[began] = middle, before

        run_first = self.run(first, names, reached)
        run_second = self.run(second, names, go_on)

        def compose(f: Frame) -> None:
            before, after, missing = f[NOW], f[NEXT], f[MISSING]
            f[run_first_slot] = []
            f[NEXT], f[MISSING] = [None] * size, size
            run_first(f)
            middle = f[run_first_slot]
            self.compiler.context.composed += len(middle)
            for state in middle:
                f[NOW], f[NEXT], f[MISSING], f[began] = state, after, missing, before
                run_second(f)
            f[NOW], f[NEXT], f[MISSING] = before, after, missing

        return compose

    def _enter(self, name: str, args: tuple[ir.Expr, ...], names: Names, then: Run) -> Run:
        """A procedure has a frame of its own, which holds its continuation."""
        with self._filling():
            makers = tuple(self.compiler.argument(a, names) for a in args)
        entered, span = self._procedure(name), args[0].span if args else None

        def enter(f: Frame) -> None:
            frame = [f[NOW], f[NEXT], f[MISSING], then, f, *(make(f) for make in makers)]
            self.compiler.begin_call(name, span)
            entered.run(frame + [None] * (entered.size - len(frame)))
            self.compiler.end_call()

        return enter

    def _procedure(self, name: str) -> _Entered:
        key = (name, self.initial, self.incomplete)
        known: _Entered | None = self.compiler.procedures.get(key)
        if known is not None:
            return known
        entered = self.compiler.procedures[key] = _Entered()
        procedure = self.compiler.system.procedures[name]

        def go_on(frame: Frame) -> None:
            then, f = frame[FIRST_LOCAL], frame[FIRST_LOCAL + 1]
            missing, f[MISSING] = f[MISSING], frame[MISSING]
            then(f)
            f[MISSING] = missing

        with self.compiler.layout() as slots:
            slots.take(), slots.take()
            places = {p: slots.take() for p in procedure.params}
            entered.run = self.run(procedure.body, Names().bind(places, thunks=True), go_on)
        entered.size = slots.size
        return entered


def _each(runs: tuple[Run, ...]) -> Run:
    def each(f: Frame) -> None:
        for run in runs:
            run(f)

    return each


def _entered(enter: Callable[[Frame], None], run: Run) -> Run:
    def entered(f: Frame) -> None:
        enter(f)
        run(f)

    return entered
