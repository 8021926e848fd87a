"""Temporal formulas evaluated on a lasso, by the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from holdfast.check.liveness.formulas import (
    Always,
    Atom,
    Eventually,
    Formula,
    evaluate,
    walk,
)
from holdfast.interp.machine import Machine
from holdfast.interp.step import State


@dataclass(slots=True)
class Word:
    """A lasso: the last state leads back to state `loop`."""

    machine: Machine
    states: tuple[State, ...]
    loop: int
    _known: dict[Formula, list[bool]] = field(default_factory=dict)
    _atoms: dict[Atom, list[bool]] = field(default_factory=dict)

    def after(self, at: int) -> int:
        """The position that follows."""
        return at + 1 if at + 1 < len(self.states) else self.loop

    def from_now_on(self, at: int) -> range:
        """The positions that are reached from a position, which is among them."""
        return range(min(at, self.loop), len(self.states))

    def holds(self, f: Formula, at: int = 0) -> bool:
        """Whether a formula is true of the behaviour that starts at a position."""
        for part in walk(f):
            if isinstance(part, Always | Eventually) and part not in self._known:
                body = [self._holds(part.body, i) for i in range(len(self.states))]
                every = all if isinstance(part, Always) else any
                self._known[part] = [
                    every(body[i] for i in self.from_now_on(p)) for p in range(len(self.states))
                ]
        return self._holds(f, at)

    def _holds(self, f: Formula, at: int) -> bool:
        return evaluate(f, lambda atom: self.truth(atom)[at], lambda t: self._known[t][at])

    def truth(self, atom: Atom) -> list[bool]:
        """Whether an atom is true, by position."""
        known = self._atoms.get(atom)
        if known is None:
            test = self.machine.test(atom.expr, atom.names, atom.values)
            known = self._atoms[atom] = [self._at(test, atom, i) for i in range(len(self.states))]
        return known

    def _at(self, test: Callable[..., bool], atom: Atom, at: int) -> bool:
        if not atom.step:
            return test(self.states[at])
        before, after = self.states[at], self.states[self.after(at)]
        return atom.still if before == after else test(before, after)
