"""The state graph of a search by the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, repeat

from holdfast.cancellation import tick
from holdfast.check.liveness.formulas import Atom
from holdfast.check.liveness.lassos import shortest_lasso
from holdfast.check.liveness.problem import Lasso, Problem
from holdfast.interp.machine import Machine
from holdfast.interp.step import State


class InterpretedGraph:
    """States and steps of a search that kept its edges; see `StateGraph`.

    `taken` has, for each edge, the bits of the atoms that were true when it was taken. `stuck` are
    the states without successors if behaviours are maximal, otherwise None.
    """

    def __init__(  # noqa: PLR0913  # what a search has kept
        self,
        machine: Machine,
        states: Sequence[State],
        initial: int,
        edges: Sequence[tuple[int, int, str]],
        taken: Sequence[int] = (),
        atoms: Sequence[Atom] = (),
        stuck: Sequence[int] | None = None,
    ) -> None:
        self.machine = machine
        self._states = states
        self.states, self.initial, self.stutters = len(states), initial, stuck is None
        found: list[set[tuple[int, int]]] = [set() for _ in states]
        for (source, target, _), true in zip(edges, taken or repeat(0), strict=False):
            # A step between states that count as one may change something.
            if source != target or atoms or not self.stutters:
                found[source].add((target, true))
        for state in stuck or ():
            found[state].add((state, 0))
        rows = [row for targets in found for row in sorted(targets)]
        self.target = [target for target, _ in rows]
        self.first = list(accumulate((len(targets) for targets in found), initial=0))
        self.steps = len(rows)
        self._bits = {
            atom: int("".join("01"[true >> i & 1] for _, true in reversed(rows)) or "0", 2)
            for i, atom in enumerate(atoms)
        }

    def bits(self, atom: Atom) -> int:
        """The states, or steps, for which an atom is true."""
        known = self._bits.get(atom)
        if known is None:
            known = self._bits[atom] = self._evaluated(atom)
        return known

    def _evaluated(self, atom: Atom) -> int:
        test = self.machine.test(atom.expr, atom.names, atom.values)
        guard = None if atom.guard is None else self.bits(atom.guard)
        digits = []
        for i, state in enumerate(self._states):
            tick()
            if atom.step:
                targets = self.target[self.first[i] : self.first[i + 1]]
                if guard is not None and not guard >> i & 1:
                    digits += ["0"] * len(targets)
                    continue
                digits += ["01"[test(state, self._states[t])] for t in targets]
            else:
                digits.append("01"[test(state)])
        return int("".join(reversed(digits)) or "0", 2)

    def state(self, number: int) -> State:
        """A state by its number."""
        return self._states[number]

    def shortest_lasso(self, problem: Problem, shorter_than: int | None) -> Lasso | None:
        """A shortest fair lasso; None if there is none, or none as short."""
        return shortest_lasso(problem, self, shorter_than)
