"""An interactive session: expressions and definitions, one after the other, and a current state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.evaluating import EXPRESSION, compiled, scratch_spec
from holdfast.workbench.prepared import LoadedModel

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.interp.step import State
    from holdfast.ir.notation import Notation
    from holdfast.ir.values import Value
    from holdfast.verdict import Step


class Session:
    """Evaluates texts in the scope of a spec and of the definitions that were entered.

    Expressions over variables are evaluated in the current state. That is stored as the number of
    an initial state and of the step taken after each state: a machine is made for every text,
    and values belong to their machine.
    """

    def __init__(self, spec: LoadedModel | None = None) -> None:
        self.spec = spec or scratch_spec()
        self.definitions: dict[tuple[str, ...], Source] = {}
        self.path = [0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names that can be used."""
        entered = [name for names in self.definitions for name in names]
        return (*self.spec.document.names, *entered)

    @property
    def notation(self) -> Notation:
        """How values are written."""
        return self._machine().system.notation

    def enter(self, text: str) -> Value | None:
        """The value of an expression; None if the text is a definition. Raises SpecError."""
        names = self.spec.document.defined_names(Source(EXPRESSION, text))
        if names is None:
            return self._evaluate(text)
        self._define(names, text)
        return None

    def _define(self, names: tuple[str, ...], text: str) -> None:
        """Add definitions; they replace those of the same names, in the same position."""
        source = Source(f"the definition of {', '.join(names)}", text)
        changed: dict[tuple[str, ...], Source] = {}
        for known, before in self.definitions.items():
            if set(known) & set(names):
                changed.setdefault(names, source)
            else:
                changed[known] = before
        changed.setdefault(names, source)
        compiled(self.spec, ["TRUE"], tuple(changed.values()))
        self.definitions = changed

    def _evaluate(self, text: str) -> Value:
        from holdfast.check.evaluate import is_constant, outcome

        machine, (e,) = compiled(self.spec, [text], tuple(self.definitions.values()))
        state = None if is_constant(machine, e) else self._state(machine)
        found = outcome(machine, e, state)
        if isinstance(found, Diagnostic):
            raise SpecError(found)
        return found

    # ---- the current state ----

    def state(self) -> Mapping[str, Value]:
        """The current state; raises SpecError if there is none."""
        machine = self._machine()
        return dict(zip(machine.system.variables, self._state(machine), strict=True))

    def begin(self, number: int) -> int:
        """Make an initial state the current one, by its number; returns how many there are."""
        from holdfast.check.evaluate import initial_states

        count = len(initial_states(self._machine()))
        _require(number, count, "initial state")
        self.path = [number - 1]
        return count

    def steps(self) -> tuple[Step, ...]:
        """The steps that are possible in the current state; raises SpecError."""
        machine = self._machine()
        return _steps(machine, self._state(machine))

    def take(self, number: int) -> Step:
        """Take a step of `steps`, by its number; raises SpecError."""
        possible = self.steps()
        _require(number, len(possible), "step")
        self.path.append(number - 1)
        return possible[number - 1]

    def _machine(self) -> Machine:
        return compiled(self.spec, [])[0]

    def _state(self, machine: Machine) -> State:
        from holdfast.check.evaluate import initial_states

        first, *rest = self.path
        states = initial_states(machine)
        _require(first + 1, len(states), "initial state")
        state = states[first]
        for at in rest:
            state = tuple(_steps(machine, state)[at].state.values())
        return state


def _steps(machine: Machine, state: State) -> tuple[Step, ...]:
    from holdfast.check.evaluate import steps_from

    return steps_from(machine, state)


def _require(number: int, count: int, what: str) -> None:
    if not 1 <= number <= count:
        message = f"there is no {what} {number}; there are {count}"
        raise SpecError(Diagnostic("why-state", message, None))
