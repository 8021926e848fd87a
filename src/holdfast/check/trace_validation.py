"""Whether a trace, or a log of parts of states, is a behaviour of a spec.

A breadth-first search over sets of states: after each line, all states that match it and can be
reached from those before. A step of the log is a step of the spec, a stuttering step, or a
stuttering step and some steps that the log does not show. Predecessors are stored, so that
there is a witness for the longest prefix that matches. Where the steps of an action cannot be
enumerated (`x' \\in Nat`), the state of a complete trace is tested by the action as a formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from holdfast.cancellation import tick
from holdfast.check.advice import diagnose
from holdfast.check.evaluate import initial_states
from holdfast.check.json_values import Dialect, matches
from holdfast.check.trace_file import TraceFile
from holdfast.check.trace_formulas import action_formula, given_state, is_true
from holdfast.interp.machine import Machine, Move
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Action
from holdfast.ir.values import Value
from holdfast.source import SpecError
from holdfast.verdict import Step, Trace

STUTTERING = "stuttering"
_NOT_ENUMERABLE = ("eval-not-enumerable", "eval-unbounded", "eval-too-large")
_EVERY_INITIAL_STATE = 1 << 62
_NEAREST = 5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a state that a line mentions: an expression, and data that describes its value."""

    label: str
    expr: ir.Expr
    data: Any


@dataclass(frozen=True, slots=True)
class Expected:
    """What one line says about a state, and about the action that leads to it."""

    parts: tuple[Part, ...]
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A part of a state that differs from the line; `value` is None if it has no value there."""

    label: str
    value: Value | None
    data: Any


@dataclass(frozen=True, slots=True)
class Alternative:
    """A step that the spec allows where no line matches, and in which parts it differs."""

    step: Step
    mismatches: tuple[Mismatch, ...]


@dataclass(frozen=True, slots=True)
class Validation:
    """The longest prefix of the lines that matches, with a witness.

    `lines` has the index of the line of each step of the witness, None where none is logged.
    `loops` is whether the loop closes, if there is one and all lines match. If not all lines
    match, `alternatives` are steps that the spec allows there, the nearest first, and `before` is
    the state before them; None if there is none or there are several. `allowed` is how many there
    are, None if they cannot be enumerated.
    """

    file: TraceFile
    witness: Trace
    lines: tuple[int | None, ...]
    matched: int
    loops: bool = True
    alternatives: tuple[Alternative, ...] = ()
    allowed: int | None = 0
    before: State | None = None

    @property
    def valid(self) -> bool:
        """Whether the whole trace is a behaviour."""
        return self.matched == len(self.file.lines) and self.loops


def validate(
    machine: Machine,
    file: TraceFile,
    expected: Sequence[Expected],
    dialect: Dialect,
    between: int = 0,
) -> Validation:
    """Follow the lines of a trace; up to `between` steps before each are not logged."""
    try:
        with ranked_by(machine.ranks):
            return _Search(machine, file, expected, dialect, between).run()
    except EvalError as error:
        raise SpecError(diagnose(error, machine.system)) from None


@dataclass(slots=True)
class _Node:
    """A state of the search and how it was reached."""

    state: State
    parent: _Node | None = None
    action: Action | None = None
    arguments: tuple[Value, ...] = ()
    line: int | None = None
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = 1 if self.parent is None else self.parent.length + 1

    @property
    def label(self) -> str:
        """The action with its arguments, as a trace shows it."""
        assert self.action is not None
        shown = ", ".join(map(show, self.arguments))
        return f"{self.action.name}({shown})" if self.arguments else self.action.name


@dataclass(slots=True)
class _Search:
    machine: Machine
    file: TraceFile
    expected: Sequence[Expected]
    dialect: Dialect
    between: int
    tried: list[_Node] = field(default_factory=list)
    enumerable: bool = True

    def run(self) -> Validation:
        reached: list[_Node] = []
        for at in range(len(self.expected)):
            self.tried = []
            following = self._first() if at == 0 else self._next(reached, at)
            if not following:
                return self._failed(at, reached)
            reached = sorted(following, key=lambda node: node.length)
        return self._closed(reached)

    # ---- one line ----

    def _first(self) -> list[_Node]:
        level = [_Node(state) for state in self._initial_states()]
        found: dict[State, _Node] = {}
        self._keep(level, 0, found)
        self._hidden(level, 0, found, self.between)
        return list(found.values())

    def _initial_states(self) -> Sequence[State]:
        try:
            return initial_states(self.machine, _EVERY_INITIAL_STATE)
        except SpecError as error:
            given, init = self._given(0, None), self.machine.system.init_formula
            if error.diagnostics[0].code not in _NOT_ENUMERABLE or given is None or init is None:
                raise
            self.enumerable = False
            return [given] if is_true(self.machine, init, given) else []

    def _next(self, reached: list[_Node], at: int) -> list[_Node]:
        found: dict[State, _Node] = {}
        level = self._successors(reached, at, found)
        if self.expected[at].action is None:
            # A stuttering step; a step of the spec to the same state is preferred to it.
            still = [_Node(node.state, node) for node in reached if node.state not in found]
            self._keep(still, at, found)
        self._hidden(level, at, found, self.between)
        return list(found.values())

    def _hidden(self, level: list[_Node], at: int, found: dict[State, _Node], most: int) -> None:
        """Steps of which only the last is logged."""
        seen = {node.state for node in level}
        for _ in range(most):
            level = [n for n in self._successors(level, at, found) if n.state not in seen]
            seen.update(node.state for node in level)

    def _successors(self, level: list[_Node], at: int, found: dict[State, _Node]) -> list[_Node]:
        """The distinct successors of some states; those that match the line are kept, too."""
        unique: dict[State, _Node] = {}
        for node in level:
            tick()
            for following in self._steps(node, at):
                self._keep([following], at, found)
                unique.setdefault(following.state, following)
        return list(unique.values())

    def _steps(self, node: _Node, at: int) -> Iterator[_Node]:
        """The steps from a state; of an action that cannot be enumerated, the one of the trace."""
        for mover in self.machine.movers:
            try:
                moves = self.machine.moves(node.state, mover)
            except EvalError as error:
                given = self._given(at, node.state)
                if error.code not in _NOT_ENUMERABLE or given is None:
                    raise
                self.enumerable = False
                formula = action_formula(mover.action)
                taken = is_true(self.machine, formula, node.state, given)
                moves = [Move(given, ())] if taken else []
            for move in moves:
                yield _Node(move.state, node, mover.action, move.arguments)

    def _given(self, at: int, like: State | None) -> State | None:
        """The state that the trace describes completely, if it does."""
        if self.file.partial:
            return None
        return given_state(self.machine, self.file.lines[at].values, like)

    def _keep(self, nodes: list[_Node], at: int, found: dict[State, _Node]) -> None:
        """Add those of some states that match a line, each with a shortest path to it."""
        for node in nodes:
            self.tried.append(node)
            known = found.get(node.state)
            if (known is None or node.length < known.length) and self._fits(node, at):
                logged = _Node(node.state, node.parent, node.action, node.arguments, at)
                found[node.state] = logged

    def _fits(self, node: _Node, at: int) -> bool:
        wanted = self.expected[at].action
        if wanted is not None:
            names = () if node.action is None else (node.action.name, node.label)
            if wanted not in names:
                return False
        return next(self._mismatches(node.state, at), None) is None

    def _mismatches(self, state: State, at: int) -> Iterator[Mismatch]:
        for part in self.expected[at].parts:
            try:
                value = canonical(self.machine.value(part.expr, state))
            except EvalError:
                yield Mismatch(part.label, None, part.data)
                continue
            if not matches(value, part.data, self.dialect):
                yield Mismatch(part.label, value, part.data)

    # ---- the result ----

    def _closed(self, reached: list[_Node]) -> Validation:
        """All lines match: does the last state lead back to where the loop begins?"""
        loop = self.file.loop
        if loop is None or not reached:
            return self._matching(reached[0] if reached else None, len(self.expected), None, True)
        for node in reached:
            start = _path(node)[loop].state
            if node.state == start or any(n.state == start for n in self._steps(node, loop)):
                return self._matching(node, len(self.expected), loop, True)
        self.tried = list(self._steps(reached[0], loop))
        return self._failed(loop, reached, closing=True)

    def _failed(self, at: int, reached: list[_Node], closing: bool = False) -> Validation:
        """The longest prefix that matches, and what the spec allows after it."""
        unique = {(n.state, n.label if n.action else ""): n for n in self.tried}
        allowed = [n for n in unique.values() if n.action is not None or n.parent is None]
        rows = [(n, tuple(self._mismatches(n.state, at))) for n in allowed]
        rows.sort(key=lambda row: len(row[1]))
        last = reached[0] if reached else None
        found = self._matching(last, len(self.expected) if closing else at, None, not closing)
        return replace(
            found,
            alternatives=tuple(Alternative(self._step(n), parts) for n, parts in rows[:_NEAREST]),
            allowed=len(allowed) if self.enumerable else None,
            before=last.state if last is not None and len(reached) == 1 else None,
        )

    def _matching(
        self, last: _Node | None, matched: int, loop: int | None, loops: bool
    ) -> Validation:
        path = _path(last) if last is not None else []
        stutters = loop is not None and loop == len(path) - 1
        trace = Trace(tuple(map(self._step, path)), "stutter" if stutters else loop)
        return Validation(self.file, trace, tuple(n.line for n in path), matched, loops)

    def _step(self, node: _Node) -> Step:
        state = dict(zip(self.machine.system.variables, node.state, strict=True))
        if node.action is not None:
            return Step(state, node.action.name, node.arguments, node.action.span)
        return Step(state, STUTTERING if node.parent is not None else None)


def _path(node: _Node) -> list[_Node]:
    """The states from the first one to this one."""
    path = []
    at: _Node | None = node
    while at is not None:
        path.append(at)
        at = at.parent
    return path[::-1]
