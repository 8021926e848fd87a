"""A model that is open: its machine, its initial states and successors, which are cached."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from holdfast.cancellation import Interruption, is_over, running
from holdfast.check.advice import diagnose
from holdfast.interp.context import Context
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.account import Account
from holdfast.ir.body import assertion_names, map_system
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Action, System
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Failed, Verdict
from holdfast.workbench.prepared import LoadedModel, asked_of, prepare_asked
from holdfast.workbench.room import first_room

SECONDS_TO_STEP = 10.0
"""How long the computation of successors or initial states may take."""
MOST_INITIAL = 10_000
"""How many initial states are enumerated."""
_MOST_CACHED = 2_000
_GRACE = 0.05
"""Seconds that an evaluation has to notice by itself that its time is over: pages wait for it."""


class Taken(NamedTuple):
    """A step: the state that it leads to, its action and arguments, who acts.

    An initial state has no action. `broken` are the assertions that the step violates.
    """

    state: State
    action: Action | None = None
    arguments: tuple[Value, ...] = ()
    account: Account[Value] | None = None
    broken: tuple[str, ...] = ()

    @property
    def mark(self) -> Hashable:
        """What tells a step from others; the hash of an action would be that of its formula."""
        return self.state, id(self.action), self.arguments


class Possible(NamedTuple):
    """Steps from a state, or initial states; whether these are all, and if not, why."""

    steps: tuple[Taken, ...]
    complete: bool = True
    error: Diagnostic | None = None


class Reopened(Exception):
    """The model was opened again with room for more processes: states are to be found again."""


class _Enough(Exception):
    """There are more initial states than are enumerated."""


class Opened:
    """A model with its machine; for one thread at a time. Raises SpecError if it has errors."""

    def __init__(self, spec: LoadedModel, folder: Path | None = None) -> None:
        self.spec = spec
        self.folder = folder
        self.asked = first_room(spec.path, asked_of(spec, {}))
        self._prepare()

    def _prepare(self) -> None:
        self.prepared = prepare_asked(self.spec, self.asked)
        self.system = self.prepared.system
        self.notation = self.system.notation
        self.assertions = assertion_names(self.system)
        self.context = Context(output=lambda line: None, figure=self._figure)
        self.level: int | None = None
        self._depends_on_level = _mentions(self.system, "TLC!TLCGet")
        self.machine = Machine(self.system, self.context)
        self.interruptions = 0
        self._until = math.inf
        self.counts: dict[int, int] = {}
        self._initial: Possible | None = None
        self._successors: dict[tuple[State, int | None], Possible] = {}
        self.ids: dict[State, str] = {}

    # ---- limits ----

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Evaluate without effects; raises EvalError if it takes longer."""
        until = time.monotonic() + seconds
        if self._until <= until:
            yield  # the work around this ends earlier; a limit of its own would need a thread
            return
        before, self._until = self._until, until
        try:
            limits = running(seconds=seconds, grace=_GRACE)
            with limits, self.context.quietly(), ranked_by(self.machine.ranks):
                yield
        except MemoryError:
            self._renew()
            raise EvalError("eval-too-large", "this needs too much memory") from None
        except Interruption:
            self._renew()
            if is_over():
                raise  # the work around this is cancelled
            message = f"this takes longer than {seconds:g} seconds"
            raise EvalError("eval-time", message) from None
        finally:
            self._until = before

    def _renew(self) -> None:
        """The frames of the machine may be in the middle of something: go on with another one."""
        self.machine = Machine(self.system, self.context, like=self.machine)
        self.interruptions += 1

    def diagnose(self, error: EvalError) -> Diagnostic:
        """The error as a diagnostic; raises Reopened if the model needed room, and now has it."""
        room = self.prepared.room
        larger = room.larger() if room is not None and room.lack in error.message else None
        if larger is not None:
            self.enlarge(larger)
            raise Reopened
        return diagnose(error, self.system)

    def enlarge(self, room: int) -> None:
        """Open the model again, with room for more processes."""
        self.asked = replace(self.asked, room=room)
        self._prepare()

    def enlarge_like(self, other: Opened) -> None:
        """Make as much room as another model of the same spec has."""
        if self.asked.room != other.asked.room and other.asked.room is not None:
            self.enlarge(other.asked.room)

    def lacks_room(self, verdict: Verdict) -> bool:
        """Whether a search ended for lack of room; then the model now has more."""
        room = self.prepared.room
        if room is None or not isinstance(verdict, Failed):
            return False
        larger = room.larger()
        if larger is None or not any(room.lack in d.message for d in verdict.diagnostics):
            return False
        self.enlarge(larger)
        return True

    # ---- states ----

    def initial(self) -> Possible:
        """The distinct initial states, in TLC's order."""
        if self._initial is None:
            self._initial = self._enumerate()
        return self._initial

    def _enumerate(self) -> Possible:
        if self.system.init is None:
            message = "there is no initial predicate, and so no state"
            raise SpecError(Diagnostic("model-no-behaviour", message, None))
        found: dict[State, None] = {}

        def visit(state: State) -> None:
            found[state] = None
            if len(found) > MOST_INITIAL:
                raise _Enough

        error, complete = None, True
        try:
            with self.limited(SECONDS_TO_STEP):
                self.machine.initial_states(visit)
        except _Enough:
            complete = False
        except EvalError as failed:
            error, complete = self.diagnose(failed), False
        steps = tuple(Taken(state) for state in list(found)[:MOST_INITIAL])
        return Possible(steps, complete, error)

    def successors(self, state: State) -> Possible:
        """The steps from a state: each action with its arguments, each result once."""
        key = state, self.level if self._depends_on_level else None
        known = self._successors.get(key)
        if known is None:
            known = self._step(state)
            if len(self._successors) >= _MOST_CACHED:
                del self._successors[next(iter(self._successors))]
            self._successors[key] = known
        return known

    def _figure(self, name: str) -> Value | None:
        """What TLCGet knows of a walk: the number of the state in which it is evaluated."""
        return self.level if name == "level" else None

    def _step(self, state: State) -> Possible:
        found: dict[Hashable, Taken] = {}
        error = None
        try:
            with self.limited(SECONDS_TO_STEP):
                for mover in self.machine.movers:
                    try:
                        self._take(state, mover, found)
                    except EvalError as failed:
                        error = error or failed
        except EvalError as failed:
            error = failed
        diagnostic = None if error is None else self.diagnose(error)
        return Possible(tuple(found.values()), diagnostic is None, diagnostic)

    def steps_by(self, state: State, chosen: Callable[[Action], bool]) -> tuple[Taken, ...]:
        """The steps from a state by some actions; raises EvalError."""
        known = self._successors.get((state, self.level if self._depends_on_level else None))
        if known is not None:
            return known.steps
        found: dict[Hashable, Taken] = {}
        with self.limited(SECONDS_TO_STEP):
            for mover in self.machine.movers:
                if chosen(mover.action):
                    self._take(state, mover, found)
        return tuple(found.values())

    def _take(self, state: State, mover: Mover, found: dict[Hashable, Taken]) -> None:
        moves = self.machine.moves(state, mover)
        violated = self.context.violated
        for i, move in enumerate(moves):
            broken = tuple(self.assertions[n] for n in violated.get(i, ()))
            taken = Taken(move.state, mover.action, move.arguments, move.account, broken)
            found.setdefault(taken.mark, taken)


def _mentions(system: System, operator: str) -> bool:
    """Whether a system uses an operator of the library."""
    found = False

    def visit(e: ir.Expr) -> ir.Expr:
        nonlocal found
        for part in ir.walk(e):
            match part:
                case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)) if name == operator:
                    found = True
                case _:
                    pass
        return e

    map_system(visit, system)
    return found
