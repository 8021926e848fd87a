"""What is searched for: a fair lasso in the product of a state graph and a tableau.

A step of the product has marks: bits that say which formulas are true in its first state and
over the step, and which promises of the tableau it keeps. The marks of the atoms of the tableau
come first. A condition is met by a loop that has a mark of `good`, or none of `bad`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Protocol

from holdfast.check.liveness.branches import Branch
from holdfast.check.liveness.formulas import (
    And,
    Atom,
    Constant,
    Formula,
    Literal,
    Or,
    atoms_of,
)
from holdfast.check.liveness.tableau import Tableau
from holdfast.interp.step import State
from holdfast.source import Span


class Graph(Protocol):
    """States and the steps that change something, both numbered from 0.

    The first `initial` states are the initial ones. `first[s]` to `first[s + 1]` are the steps
    from state `s`, which lead to `target`. Every state may also stutter, unless behaviours are
    maximal: then steps that change nothing are among the steps, and a state without successors
    has one to itself.
    """

    @property
    def stutters(self) -> bool:
        """Whether every state may stutter."""
        ...

    @property
    def states(self) -> int:
        """The number of states."""
        ...

    @property
    def steps(self) -> int:
        """The number of steps."""
        ...

    @property
    def initial(self) -> int:
        """The number of initial states."""
        ...

    @property
    def first(self) -> Sequence[int]:
        """By state, its first step; then the number of steps."""
        ...

    @property
    def target(self) -> Sequence[int]:
        """By step, the state that it leads to."""
        ...

    def bits(self, atom: Atom) -> int:
        """The states, or steps, for which an atom is true, as the bits of a number."""
        ...


class StateGraph(Graph, Protocol):
    """The graph of the reachable states of a system."""

    def state(self, number: int) -> State:
        """A state by its number."""
        ...

    def shortest_lasso(self, problem: Problem, shorter_than: int | None) -> Lasso | None:
        """A shortest fair lasso; None if there is none, or none as short."""
        ...


@dataclass(frozen=True, slots=True)
class Marks:
    """Where each mark is, as bits: all steps from a state, a step, or stuttering in a state."""

    states: tuple[int, ...]
    steps: tuple[int, ...]
    still: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Accepts:
    """A condition as marks; `bad` None: every loop has it."""

    bad: int | None
    good: int


@dataclass(frozen=True, slots=True)
class Problem:
    """The search for one lasso."""

    tableau: Tableau
    marks: Marks
    conditions: tuple[Accepts, ...]
    span: Span | None = None

    @property
    def promises(self) -> int:
        """The number of the first mark of a promise."""
        return len(self.marks.states)


@dataclass(frozen=True, slots=True)
class Lasso:
    """States by number; the last one leads back to `states[loop]`, perhaps by stuttering.

    `shortest` if no other lasso is shorter.
    """

    states: tuple[int, ...]
    loop: int
    shortest: bool = True


def problem_of(branch: Branch, graph: Graph, span: Span | None) -> Problem:
    """The search for a lasso that satisfies a branch."""
    tableau = Tableau(branch.rest, span)
    marker = _Marker(graph)
    for atom in tableau.atoms:
        marker.add(Literal(atom))
    conditions = []
    for c in branch.conditions:
        bad = None if c.bad == Constant(True) else marker.add(c.bad)
        conditions.append(Accepts(bad, marker.add(c.good)))
    first = len(marker.states)
    for i in range(len(tableau.temporal)):
        conditions.append(Accepts(None, 1 << (first + i)))
    marks = Marks(tuple(marker.states), tuple(marker.steps), tuple(marker.still))
    return Problem(tableau, marks, tuple(conditions), span)


class _Marker:
    """Gives formulas marks."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.states: list[int] = []
        self.steps: list[int] = []
        self.still: list[int] = []
        self._spread: dict[Atom, int] = {}

    def add(self, f: Formula) -> int:
        """A mark that is where the formula is true."""
        mark = 1 << len(self.states)
        all_states, all_steps = everything(self.graph.states), everything(self.graph.steps)
        of_states = of_steps = still = 0
        for part in f.items if isinstance(f, Or) else (f,):
            if any(atom.step for atom in atoms_of(part)):
                of_steps |= _bits(part, self._of_steps, all_steps)
                still |= _bits(part, self._at_rest, all_states)
            else:
                of_states |= _bits(part, self.graph.bits, all_states)
        self.states.append(of_states)
        self.steps.append(of_steps)
        self.still.append(still)
        return mark

    def _at_rest(self, atom: Atom) -> int:
        if not atom.step:
            return self.graph.bits(atom)
        return everything(self.graph.states) if atom.still else 0

    def _of_steps(self, atom: Atom) -> int:
        if atom.step:
            return self.graph.bits(atom)
        known = self._spread.get(atom)
        if known is None:
            known = self._spread[atom] = _spread(self.graph, self.graph.bits(atom))
        return known


def everything(size: int) -> int:
    """The bits of all states, or of all steps."""
    return (1 << size) - 1


def _spread(graph: Graph, states: int) -> int:
    """The steps that leave some states."""
    digits = bytearray(b"0" * graph.steps)
    for s in range(graph.states):
        if states >> s & 1:
            begin, end = graph.first[s], graph.first[s + 1]
            digits[begin:end] = b"1" * (end - begin)
    digits.reverse()
    return int(digits or b"0", 2)


def _bits(f: Formula, bits: Callable[[Atom], int], whole: int) -> int:
    match f:
        case Constant(value):
            return whole if value else 0
        case Literal(atom, positive):
            return bits(atom) if positive else whole & ~bits(atom)
        case And(items):
            return reduce(and_, (_bits(i, bits, whole) for i in items))
        case Or(items):
            return reduce(or_, (_bits(i, bits, whole) for i in items))
        case _:
            raise AssertionError("conditions and atoms are immediate formulas")
