"""Temporal formulas evaluated on a lasso, position by position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import assert_never

from holdfast.check.liveness.formulas import (
    Always,
    Atom,
    Eventually,
    Formula,
    Next,
    Release,
    Temporal,
    Until,
    evaluate,
    walk,
)
from holdfast.interp.machine import Machine
from holdfast.interp.step import State


class LassoWord(ABC):
    """A lasso of some length: the last position leads back to position `loop`."""

    def __init__(self, length: int, loop: int) -> None:
        self.length = length
        self.loop = loop
        self._known: dict[Formula, list[bool]] = {}

    @abstractmethod
    def truth(self, atom: Atom) -> list[bool]:
        """Whether an atom is true, by position."""

    def after(self, at: int) -> int:
        """The position that follows."""
        return at + 1 if at + 1 < self.length else self.loop

    def from_now_on(self, at: int) -> range:
        """The positions that are reached from a position, which is among them."""
        return range(min(at, self.loop), self.length)

    def holds(self, f: Formula, at: int = 0) -> bool:
        """Whether a formula is true of the behaviour that starts at a position."""
        for part in walk(f):
            if isinstance(part, Temporal) and part not in self._known:
                self._known[part] = self._values(part)
        return self._holds(f, at)

    def _values(self, f: Temporal) -> list[bool]:
        """The values of a formula, by position, whose parts are known."""
        positions = range(self.length)
        match f:
            case Always(body) | Eventually(body):
                values = [self._holds(body, i) for i in positions]
                every = all if isinstance(f, Always) else any
                return [every(values[i] for i in self.from_now_on(p)) for p in positions]
            case Next(body):
                return [self._holds(body, self.after(p)) for p in positions]
            case Until(left, right):
                return self._least(left, right, True)
            case Release(left, right):
                return self._least(left, right, False)
            case _:
                assert_never(f)

    def _least(self, left: Formula, right: Formula, goal: bool) -> list[bool]:
        """By position: where the first with `right` as wanted comes before one without `left`."""
        values = []
        for start in range(self.length):
            at, found = start, not goal
            for _ in range(2 * self.length):
                if self._holds(right, at) is goal:
                    found = goal
                    break
                if self._holds(left, at) is not goal:
                    break
                at = self.after(at)
            values.append(found)
        return values

    def _holds(self, f: Formula, at: int) -> bool:
        return evaluate(f, lambda atom: self.truth(atom)[at], lambda t: self._known[t][at])


class Word(LassoWord):
    """A lasso of states, evaluated by the interpreter.

    Unless it is `maximal`, a step that changes nothing is stuttering.
    """

    def __init__(
        self, machine: Machine, states: tuple[State, ...], loop: int, maximal: bool = False
    ) -> None:
        super().__init__(len(states), loop)
        self.machine = machine
        self.states = states
        self.maximal = maximal
        self._atoms: dict[Atom, list[bool]] = {}

    def truth(self, atom: Atom) -> list[bool]:
        """Whether an atom is true, by position."""
        known = self._atoms.get(atom)
        if known is None:
            test = self.machine.test(atom.expr, atom.names, atom.values)
            known = self._atoms[atom] = [self._at(test, atom, i) for i in range(self.length)]
        return known

    def _at(self, test: Callable[..., bool], atom: Atom, at: int) -> bool:
        if not atom.step:
            return test(self.states[at])
        before, after = self.states[at], self.states[self.after(at)]
        return atom.still if before == after and not self.maximal else test(before, after)
