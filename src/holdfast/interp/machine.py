"""An executable system: its initial states, its steps, its predicates, on Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from holdfast.interp.assignments import Run
from holdfast.interp.binders import Setter, bind_slots, bindings
from holdfast.interp.closures import not_boolean
from holdfast.interp.compile import Compiler
from holdfast.interp.context import Context
from holdfast.interp.counters import Counters
from holdfast.interp.errors import too_deep
from holdfast.interp.frames import FIRST_LOCAL, MISSING, NEXT, NOW, Code, Frame
from holdfast.interp.names import Names
from holdfast.interp.step import State, Steps
from holdfast.ir import expr as ir
from holdfast.ir.account import Account, map_account
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import constant_groups
from holdfast.ir.ranks import Ranks, ranked_by, ranks_in_use
from holdfast.ir.system import Action, Store, StoreSite, System
from holdfast.ir.values import FALSE, TRUE, Value

Binding: TypeAlias = tuple[Value, ...]


class Move(NamedTuple):
    """A step of an action: the state that it leads to, its arguments, and who acts."""

    state: State
    arguments: tuple[Value, ...]
    account: Account[Value] | None = None


@dataclass(slots=True)
class Mover:
    """One action, ready to run: `run` adds every next state to the frame's list of states.

    If the frame has a second list, the arguments and the account of the action are added to that.
    `groups` bind the names around the action that range over constant sets, and `body` runs it for
    one such binding.
    """

    action: Action
    run: Run
    frame: Frame
    states: int
    told: int
    groups: tuple[tuple[Setter, ...], ...]
    body: Run

    @property
    def slots(self) -> Iterator[int]:
        """The slots of these names."""
        return (slot for group in self.groups for setter in group for slot in setter.slots)


class Machine:
    """Evaluates the parts of one system, by ranks of its own; for one thread at a time.

    Values belong to `ranks`. Every evaluation compares by them, whatever is in use outside. Code
    that sorts or enumerates values of a machine does so inside `ranked_by(machine.ranks)`.
    """

    def __init__(
        self,
        system: System,
        context: Context | None = None,
        *,
        like: Machine | None = None,
        counters: Counters | None = None,
    ) -> None:
        self.system = system
        self.context = context or Context()
        self.ranks: Ranks = Ranks(system.names) if like is None else like.ranks
        constants = None if like is None else like.compiler.constant_values
        self.compiler: Compiler = Compiler(system, self.context, counters, constants)
        self.width = len(system.variables)
        self._predicates: dict[tuple[int, bool], tuple[ir.Expr, Code, int]] = {}

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        """The actions, compiled when the first is needed: a native search may need none."""
        with ranked_by(self.ranks):
            return tuple(self._mover(a) for a in self.system.actions)

    def counting(self, counters: Counters) -> Machine:
        """A machine for the same values that counts evaluations."""
        return Machine(self.system, self.context, like=self, counters=counters)

    # ---- states ----

    def initial_states(self, visit: Callable[[State], None]) -> None:
        """Visit the initial states in TLC's order, repetitions included."""
        if ranks_in_use() is not self.ranks:
            with ranked_by(self.ranks):
                self.initial_states(visit)
            return
        body = self.system.init
        if body is None:
            return

        def emit(f: Frame) -> None:
            if f[MISSING]:
                missing = _missing(self.system.variables, f[NOW])
                raise EvalError(
                    "eval-incomplete",
                    f"the initial predicate gives no value to {_listed(missing)}",
                    f"add `{missing[0]} = e`, or `{missing[0]} \\in S` for any element of a set",
                ).at(body.span)
            visit(tuple(f[NOW]))

        compiler = self.compiler
        with compiler.layout() as slots:
            run = Steps(compiler, initial=True).run(body, Names(), emit)
        frame: Frame = [[None] * self.width, None, self.width]
        compiler.restart()
        try:
            run(frame + [None] * slots.size)
        except RecursionError:
            raise too_deep().at(body.span) from None

    def bindings(self, mover: Mover) -> Iterator[Binding]:
        """The values of the names around an action that range over constant sets, in order."""
        with ranked_by(self.ranks):
            self.compiler.restart()
            for _ in _bound(mover.groups, mover.frame):
                yield tuple(mover.frame[slot] for slot in mover.slots)

    def successors(self, state: State, mover: Mover, binding: Binding | None = None) -> list[State]:
        """The successors by one action, or for one binding, in order, repetitions included."""
        if ranks_in_use() is not self.ranks:
            with ranked_by(self.ranks):
                return self.successors(state, mover, binding)
        found: list[State] = []
        if self.context.violated:
            self.context.violated = {}
        frame, run = mover.frame, mover.run
        frame[NOW] = state
        frame[mover.states] = found
        if binding is not None:
            run = mover.body
            for slot, value in zip(mover.slots, binding, strict=True):
                frame[slot] = value
        self.compiler.restart()
        try:
            run(frame)
        except EvalError:
            self._clear(mover)
            raise
        except RecursionError:
            self._clear(mover)
            raise too_deep().at(mover.action.span) from None
        return found

    def moves(self, state: State, mover: Mover) -> list[Move]:
        """The same with the arguments of the action, and its account of each step."""
        told: list[tuple[tuple[Value, ...], Account[Value] | None]] = []
        mover.frame[mover.told] = told
        try:
            states = self.successors(state, mover)
        finally:
            mover.frame[mover.told] = None
        return [Move(state, *each) for state, each in zip(states, told, strict=True)]

    def _clear(self, mover: Mover) -> None:
        """Reset the frame after an evaluation that ended in an error."""
        mover.frame[:] = [None] * len(mover.frame)
        mover.frame[NEXT], mover.frame[MISSING] = [None] * self.width, self.width

    def _mover(self, action: Action) -> Mover:
        compiler, variables = self.compiler, self.system.variables
        broken = self.context.broken

        def emit(f: Frame) -> None:
            if f[MISSING]:
                missing = _missing(variables, f[NEXT])
                raise EvalError(
                    "eval-incomplete",
                    f"the action {action.name} gives no next value to {_listed(missing)}",
                    f"add {_unchanged(missing)} if nothing changes there",
                ).at(action.span)
            if broken:
                self.context.violated[len(f[states])] = tuple(sorted(set(broken)))
            f[states].append(tuple(f[NEXT]))
            if stores:
                _note_stores(stores, f, self.context.truncated)
            if f[told] is not None:
                f[told].append((tuple([code(f) for code in codes]), account(f)))

        with compiler.layout() as slots:
            states, told = slots.take(), slots.take()
            names, groups = Names(), []
            for bounds in action.bounds:
                names, setters = bind_slots(compiler, bounds, names, compiler.expr)
                groups.append(setters)
            run = Steps(compiler).run(action.body, names, emit)
            codes = tuple(compiler.expr(a, names) for a in action.args)
            account = self._account(action, names)
            stores = [(s, compiler.expr(s.value, names)) for s in action.stores]
        constant = constant_groups(self.system, action)
        for setters in reversed(groups[constant:]):
            run = _for_each_binding(setters, run)
        body = run
        for setters in reversed(groups[:constant]):
            run = _for_each_binding(setters, run)
        frame = [None] * slots.size
        mover = Mover(action, run, frame, states, told, tuple(groups[:constant]), body)
        self._clear(mover)
        return mover

    def _account(self, action: Action, names: Names) -> Callable[[Frame], Account[Value] | None]:
        """Code for the account of a step."""
        if action.account is None:
            return lambda f: None
        codes: Account[Code] = map_account(lambda e: self.compiler.expr(e, names), action.account)
        return lambda f: map_account(lambda code: code(f), codes)

    # ---- predicates ----

    def value(self, e: ir.Expr, state: State | None = None, after: State | None = None) -> Value:
        """The value of an expression in a state, or over a step."""
        if ranks_in_use() is not self.ranks:
            with ranked_by(self.ranks):
                return self.value(e, state, after)
        key = (id(e), state is None)
        known = self._predicates.get(key)
        if known is None:
            # The expression is kept alive, so that its id stays unique.
            known = self._predicates[key] = (e, *self._top(e, state is None))
        _, code, size = known
        self.compiler.restart()
        try:
            result: Value = code([state, after, 0] + [None] * size)
        except RecursionError:
            raise too_deep().at(e.span) from None
        return result

    def _top(self, e: ir.Expr, without_state: bool) -> tuple[Code, int]:
        """Code for an expression; without a state, reading a variable is an error."""
        before, self.compiler.initial = self.compiler.initial, without_state
        try:
            return self.compiler.top(e)
        finally:
            self.compiler.initial = before

    def holds(self, e: ir.Expr, state: State | None = None, after: State | None = None) -> bool:
        """Whether a formula is true in a state, or over a step."""
        return self._truth(self.value(e, state, after), e)

    def value_of(
        self, e: ir.Expr, params: tuple[str, ...] = (), args: tuple[Value, ...] = ()
    ) -> Value:
        """The value of a constant expression, for some values of its free names."""
        with ranked_by(self.ranks):
            code, size = self.compiler.top(e, params)
            self.compiler.restart()
            value: Value = code([None, None, 0, *args] + [None] * (size - len(args)))
            return value

    def test(
        self, e: ir.Expr, params: tuple[str, ...] = (), args: tuple[Value, ...] = ()
    ) -> Callable[..., bool]:
        """`holds` for one formula that is evaluated often, for some values of its free names."""
        ranks, restart = self.ranks, self.compiler.restart
        with ranked_by(ranks):
            code, size = self.compiler.top(e, params)
        rest = [0, *args] + [None] * (size - FIRST_LOCAL - len(args))

        def holds(state: State, after: State | None = None) -> bool:
            if ranks_in_use() is not ranks:
                with ranked_by(ranks):
                    return holds(state, after)
            restart()
            try:
                value = code([state, after, *rest])
            except RecursionError:
                raise too_deep().at(e.span) from None
            return value is TRUE or self._truth(value, e)

        return holds

    def _truth(self, value: Value, e: ir.Expr) -> bool:
        if value is not TRUE and value is not FALSE:
            with ranked_by(self.ranks):
                raise not_boolean(value).at(e.span)
        return value is TRUE


def _for_each_binding(setters: tuple[Setter, ...], run: Run) -> Run:
    first = setters[0]
    if len(setters) == 1 and not first.pattern:
        slot = first.slots[0]

        def each_element(f: Frame) -> None:
            for element in first.members(f):
                f[slot] = element
                run(f)

        return each_element

    def each(f: Frame) -> None:
        for _ in bindings(setters, f):
            run(f)

    return each


def _bound(groups: tuple[tuple[Setter, ...], ...], f: Frame) -> Iterator[None]:
    if not groups:
        yield
        return
    for _ in bindings(groups[0], f):
        yield from _bound(groups[1:], f)


def _note_stores(
    stores: list[tuple[Store, Code]], f: Frame, truncated: dict[StoreSite, int]
) -> None:
    """Record the least number that each store truncates."""
    for store, code in stores:
        number = code(f)
        if not store.low <= number <= store.high:
            least = truncated.get(store.site, number)
            truncated[store.site] = min(number, least)


def _missing(variables: tuple[str, ...], state: list[Any]) -> list[str]:
    return [n for n, v in zip(variables, state, strict=True) if v is None]


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{n}`" for n in names)


def _unchanged(names: list[str]) -> str:
    together = ", ".join(names)
    return f"`UNCHANGED {together}`" if len(names) == 1 else f"`UNCHANGED <<{together}>>`"
