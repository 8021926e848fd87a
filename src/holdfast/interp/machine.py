"""A system that can run: its initial states, its steps, its predicates, on Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from holdfast.interp.binders import Setter, bind_slots, bindings
from holdfast.interp.context import Context
from holdfast.interp.calls import Names
from holdfast.interp.compile import Compiler
from holdfast.interp.frames import MISSING, NEXT, NOW, Code, Frame
from holdfast.interp.step import Run, State, Steps
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Action, System
from holdfast.ir.values import FALSE, TRUE, Value


@dataclass(slots=True)
class Mover:
    """One action, ready to run: `run` calls the frame's sink for every next state."""

    action: Action
    run: Run
    arguments: tuple[Code, ...]
    size: int


class Machine:
    """Evaluates the parts of one system."""

    def __init__(self, system: System, context: Context | None = None) -> None:
        self.system = system
        self.context = context or Context()
        self.compiler = Compiler(system, self.context)
        self.width = len(system.variables)
        self.movers = tuple(self._mover(a) for a in system.actions)
        self._predicates: dict[int, tuple[Code, int]] = {}

    # ---- states ----

    def initial_states(self) -> Iterator[State]:
        """The initial states in TLC's order, repetitions included."""
        body = self.system.init
        if body is None:
            return
        found: list[State] = []

        def emit(f: Frame) -> None:
            if f[MISSING]:
                missing = _missing(self.system.variables, f[NOW])
                raise EvalError(
                    "eval-incomplete",
                    f"the initial predicate gives no value to {missing}",
                ).at(body.span)
            found.append(tuple(f[NOW]))

        compiler = self.compiler
        with compiler.layout() as slots:
            run = Steps(compiler, initial=True).run(body, Names(), emit)
        frame: Frame = [[None] * self.width, None, self.width]
        compiler.restart()
        run(frame + [None] * slots.size)
        yield from found

    def successors(self, state: State, mover: Mover) -> list[State]:
        """The states that one action leads to, in order, repetitions included."""
        return [s for s, _ in self._moves(state, mover, False)]

    def moves(self, state: State, mover: Mover) -> list[tuple[State, tuple[Value, ...]]]:
        """The same with the arguments of the action."""
        return self._moves(state, mover, True)

    def _moves(
        self, state: State, mover: Mover, arguments: bool
    ) -> list[tuple[State, tuple[Value, ...]]]:
        found: list[tuple[State, tuple[Value, ...]]] = []
        codes = mover.arguments if arguments else ()

        def emit(f: Frame) -> None:
            found.append((tuple(f[NEXT]), tuple(c(f) for c in codes)))

        self.compiler.restart()
        frame: Frame = [state, [None] * self.width, self.width, emit]
        mover.run(frame + [None] * mover.size)
        return found

    def _mover(self, action: Action) -> Mover:
        compiler = self.compiler
        variables = self.system.variables

        def emit(f: Frame) -> None:
            if f[MISSING]:
                missing = _missing(variables, f[NEXT])
                raise EvalError(
                    "eval-incomplete",
                    f"the action {action.name} gives no next value to {missing}",
                    help="add UNCHANGED for the variables that stay as they are",
                ).at(action.span)
            f[sink](f)

        with compiler.layout() as slots:
            sink = slots.take()
            names, groups = Names(), []
            for bounds in action.bounds:
                names, setters = bind_slots(compiler, bounds, names, compiler.expr)
                groups.append(setters)
            run = Steps(compiler).run(action.body, names, emit)
            arguments = tuple(compiler.expr(a, names) for a in action.args)
        for setters in reversed(groups):
            run = _for_each_binding(setters, run)
        return Mover(action, run, arguments, slots.size)

    # ---- predicates ----

    def value(self, e: ir.Expr, state: State | None = None, after: State | None = None) -> Value:
        """The value of an expression in a state, or over a step."""
        known = self._predicates.get(id(e))
        if known is None:
            known = self._predicates[id(e)] = self.compiler.top(e)
        code, size = known
        self.compiler.restart()
        result: Value = code([state, after, 0] + [None] * size)
        return result

    def holds(self, e: ir.Expr, state: State | None = None, after: State | None = None) -> bool:
        """Whether a formula is true in a state, or over a step."""
        value = self.value(e, state, after)
        if value is not TRUE and value is not FALSE:
            from holdfast.ir.notation import show

            raise EvalError("eval-not-boolean", f"expected TRUE or FALSE, found {show(value)}").at(
                e.span
            )
        return value is TRUE


def _for_each_binding(setters: tuple[Setter, ...], run: Run) -> Run:
    def each(f: Frame) -> None:
        for _ in bindings(setters, f):
            run(f)

    return each


def _missing(variables: tuple[str, ...], state: list[Any]) -> str:
    names = [f"`{n}`" for n, v in zip(variables, state, strict=True) if v is None]
    return ", ".join(names)
