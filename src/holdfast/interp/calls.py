"""Code for definitions: calls, arguments, LET and operators as arguments.

Arguments are evaluated when they are first needed, as in TLC, and at most once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from holdfast.interp import binders
from holdfast.interp.closures import forced, remembered, thunked
from holdfast.interp.context import Context
from holdfast.interp.counters import Counters
from holdfast.interp.frames import MISSING, NEXT, NOW, Closure, Code, Frame
from holdfast.interp.names import Compiled, Local, Names, Slots
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level, Levels
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.source import Span

MAX_CALLS = 5_000
"""How deeply definitions may call each other before recursion counts as infinite."""


class Calls:
    """The part of the compiler that handles definitions."""

    system: System
    context: Context
    counters: Counters | None
    variables: dict[str, int]
    assertions: dict[str, int]
    levels: Levels
    initial: bool
    _slots: Slots
    _compiled: dict[tuple[str, bool], Compiled]
    constant_values: dict[str, Any]
    _calls: int
    _folding: bool
    procedures: dict[tuple[str, bool, bool], Any]

    @abstractmethod
    def expr(self, e: ir.Expr, names: Names) -> Code:
        """The code of an expression."""

    @abstractmethod
    def take_slot(self) -> int:
        """A new slot in the frame being laid out."""

    @abstractmethod
    def layout(self) -> AbstractContextManager[Slots]:
        """Lay out a new frame: slots taken inside belong to it."""

    @abstractmethod
    def complete(self, state: Any, span: Span | None) -> tuple[Value, ...]:
        """A next state as a complete state, if every variable is assigned."""

    def call(self, e: ir.Call, name: str, args: tuple[ir.Expr, ...], names: Names) -> Code:
        """A definition, a LET definition or an operator parameter, applied."""
        slot = names.slots.get(name)
        if slot is not None:
            return self._call_parameter(e, slot, args, names)
        local = names.local.get(name)
        if local is not None:
            return self._call_local(e, local, args, names)
        definition = self.system.definitions.get(name)
        if definition is None:
            raise EvalError("eval-no-value", f"the constant `{name}` has no value").at(e.span)
        if not definition.params and self.levels.of_definition(name) == Level.CONSTANT:
            return self._constant_definition(name)
        code = self._call_compiled(e, self._definition(name), args, names)
        if definition.params or self.initial or not self.levels.is_pure(name):
            return code
        if self.counters is not None:
            return code  # every evaluation counts
        if self.levels.of_definition(name) == Level.STATE:
            return remembered(code, NOW)
        return remembered(code, NEXT) if self.levels.is_next_only(name) else code

    def _call_parameter(
        self, e: ir.Call, slot: int, args: tuple[ir.Expr, ...], names: Names
    ) -> Code:
        operator = forced(slot)
        if not args:
            return operator
        makers = tuple(self.argument(a, names) for a in args)
        span = e.span

        def call(f: Frame) -> Any:
            try:
                return operator(f)(*[make(f) for make in makers])
            except EvalError as error:
                raise error.at(span) from None

        return call

    def _constant_definition(self, name: str) -> Code:
        """A constant definition without parameters is evaluated once."""
        values = self.constant_values

        def constant(f: Frame) -> Any:
            value = values.get(name)
            if value is None:
                compiled = self._definition(name)
                assert compiled.code is not None
                code = self.constant(compiled.code)
                value = values[name] = code([None, None, 0] + [None] * compiled.size)
            return value

        return constant

    def constant(self, code: Code) -> Code:
        """The code of a constant, which is evaluated once: its parts are not counted."""
        return code if self.counters is None else self.counters.uncounted(code)

    def _definition(self, name: str) -> Compiled:
        """The compiled form of a definition; its code may still be missing while it is compiled."""
        key = (name, self.initial)
        known = self._compiled.get(key)
        if known is not None:
            return known
        compiled = self._compiled[key] = Compiled()
        definition = self.system.definitions[name]
        folding, self._folding = self._folding, False
        try:
            with self.layout() as frame:
                slots = {p: frame.take() for p in definition.params}
                compiled.params = tuple(slots.values())
                names = Names().bind(slots, thunks=True)
                if _is_recursive_function(definition):
                    code = binders.recursive_function(self, definition.body, names)
                else:
                    code = self.expr(definition.body, names)
        except EvalError as error:
            # A recursive call, perhaps through another definition, finds the same object.
            compiled.code = _raising(error)
            raise
        finally:
            self._folding = folding
        compiled.code, compiled.size = code, frame.size
        return compiled

    def _call_compiled(
        self,
        e: ir.Call,
        compiled: Compiled,
        args: tuple[ir.Expr, ...],
        names: Names,
    ) -> Code:
        makers = tuple(self.argument(a, names) for a in args)
        span = e.span

        def call(f: Frame) -> Any:
            frame = [f[NOW], f[NEXT], f[MISSING]]
            for make in makers:
                frame.append(make(f))
            frame += [None] * (compiled.size - len(frame))
            self._calls += 1
            if self._calls > MAX_CALLS:
                self._calls = 0
                raise endless(e.name).at(span)
            value = compiled.code(frame)  # type: ignore[misc]  # set before any evaluation
            self._calls -= 1
            return value

        return call

    def begin_call(self, name: str, span: Span | None) -> None:
        """Count one more active call; an error if there are too many."""
        self._calls += 1
        if self._calls > MAX_CALLS:
            self._calls = 0
            raise endless(name.partition("@")[0]).at(span)

    def end_call(self) -> None:
        """Count one active call less."""
        self._calls -= 1

    def argument(self, e: ir.Expr, names: Names) -> Code:
        """Code that computes an argument: a value, a `Closure` or a `Thunk`."""
        if isinstance(e, ir.Literal | ir.Lambda):
            return self.expr(e, names)
        if isinstance(e, ir.Name) and e.name in names.slots:
            slot = names.slots[e.name]
            return lambda f: f[slot]
        return thunked(self.expr(e, names))

    def _moves(self, e: ir.Expr, names: Names) -> bool:
        """Whether an expression mentions the next state."""
        if self.levels.of(e) >= Level.ACTION:
            return True
        calls = (x.name for x in ir.walk(e) if isinstance(x, ir.Call))
        return any(names.local[c].moves for c in calls if c in names.local)

    def operator(self, params: tuple[str, ...], body: ir.Expr, names: Names) -> Code:
        """A LAMBDA: it captures the frame in which it occurs."""
        slots = {p: self._slots.take() for p in params}
        code = self.expr(body, names.bind(slots, thunks=True))
        where = tuple(slots.values())
        return lambda f: Closure(code, f, where)

    # ---- LET ----

    def let(self, definitions: tuple[ir.Definition, ...], body: ir.Expr, names: Names) -> Code:
        """Local definitions around an expression."""
        inner, enter = self.let_names(definitions, names)
        code = self.expr(body, inner)

        def let(f: Frame) -> Any:
            enter(f)
            return code(f)

        return let

    def let_names(
        self, definitions: tuple[ir.Definition, ...], names: Names
    ) -> tuple[Names, Callable[[Frame], None]]:
        """The names inside a LET, and the code to run on entering it."""
        inner = Names(dict(names.slots), names.thunks, dict(names.local))
        values: list[tuple[int, Callable[[Frame], Any]]] = []
        for d in definitions:
            inner.slots.pop(d.name, None)
            local = Local(d, inner, self._slots.take())
            inner.local[d.name] = local
        for d in definitions:
            local = inner.local[d.name]
            if d.params:
                slots = {p: self._slots.take() for p in d.params}
                local.params = tuple(slots.values())
                local.names = inner.bind(slots, thunks=True)
                local.moves = self._moves(d.body, inner)
                continue
            local.moves = self._moves(d.body, inner)
            # While a state is being computed, values that depend on it change.
            changing = self.initial and self.levels.of(d.body) > Level.CONSTANT
            local.cached = not local.moves and not changing
            if _is_recursive_function(d):
                local.cached = True
                code = binders.recursive_function(self, d.body, inner, local.slot)
                values.append((local.slot, code))
            elif local.cached:
                values.append((local.slot, thunked(self._local_code(local))))

        def enter(f: Frame) -> None:
            for slot, make in values:
                f[slot] = make(f)

        return inner, enter

    def _local_code(self, local: Local) -> Code:
        if local.code is None:
            # A recursive definition finds this while its body is compiled.
            local.code = lambda f: local.code(f)  # type: ignore[misc]  # replaced below
            local.code = self.expr(local.definition.body, local.names)
        return local.code

    def _call_local(
        self, e: ir.Call, local: Local, args: tuple[ir.Expr, ...], names: Names
    ) -> Code:
        if not args:
            return forced(local.slot) if local.cached else self._local_code(local)
        self._local_code(local)
        params, span = local.params, e.span
        makers = tuple(self.argument(a, names) for a in args)

        def call(f: Frame) -> Any:
            frame = f[:]
            for slot, make in zip(params, makers, strict=True):
                frame[slot] = make(f)
            self._calls += 1
            if self._calls > MAX_CALLS:
                self._calls = 0
                raise endless(e.name).at(span)
            value = local.code(frame)  # type: ignore[misc]  # set before any evaluation
            self._calls -= 1
            return value

        return call


def endless(name: str) -> EvalError:
    """The error for infinite recursion."""
    return EvalError(
        "eval-endless", f"`{name}` calls itself more than {MAX_CALLS} deep: does it ever end?"
    )


def _is_recursive_function(definition: ir.Definition) -> bool:
    return definition.recursive and _is_function(definition)


def _is_function(definition: ir.Definition) -> bool:
    """Whether it is `f[x \\in S] == e`, or equivalent."""
    body = definition.body
    return not definition.params and isinstance(body, ir.Bind) and body.binder is ir.Binder.FUNCTION


def _raising(error: EvalError) -> Code:
    def code(f: Frame) -> Any:
        raise error

    return code
