"""The state graph of a native search: formulas and lassos are C's, states are decoded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from holdfast.check.liveness.formulas import Atom
from holdfast.check.liveness.lassos import shortest_lasso
from holdfast.check.liveness.problem import Lasso, Problem
from holdfast.interp.step import State
from holdfast.ir.expr import Expr
from holdfast.native.emit.column import Column
from holdfast.native.run import state_graph
from holdfast.native.run.engine import Engine
from holdfast.native.run.state_graph import MOST_MARKS, NativeStateGraph, NoValue, ProductSearch
from holdfast.source import Diagnostic, SpecError

ColumnKey: TypeAlias = tuple[Expr, tuple[str, ...]]


def column_numbers(columns: Sequence[Column], others: int) -> dict[ColumnKey, int]:
    """The numbers of columns that come after others, by formula and names."""
    return {(c.expr, c.params): others + i for i, c in enumerate(columns)}


def columns_of(atoms: Sequence[Atom]) -> list[Column]:
    """The formulas of atoms, each once, with the values of its names as rows."""
    rows: dict[ColumnKey, list[Atom]] = {}
    for atom in atoms:
        rows.setdefault((atom.expr, atom.names), []).append(atom)
    return [
        Column(expr, names, tuple(a.values for a in each)) for (expr, names), each in rows.items()
    ]


class NativeGraph:
    """States and steps that an engine has kept; see `StateGraph`.

    The first columns of the engine are others; `columns` come after them. `taken` are the atoms
    that were evaluated when steps were taken. `fail` evaluates an atom again where it has no value.
    """

    def __init__(
        self,
        engine: Engine,
        columns: Sequence[Column],
        others: int,
        taken: Sequence[Atom],
        fail: Callable[[Atom, State, State | None], None],
    ) -> None:
        self.stutters = not engine.system.maximal
        self._graph = NativeStateGraph(engine, len(taken), self.stutters)
        self._taken = {atom: i for i, atom in enumerate(taken)}
        self._engine = engine
        self._fail = fail
        self._columns = column_numbers(columns, others)
        self.states, self.initial = self._graph.states, self._graph.initial
        self._bits: dict[Atom, int] = {}

    @cached_property
    def first(self) -> Sequence[int]:
        """By state, its first step; then the number of steps."""
        return self._graph.first()

    @cached_property
    def target(self) -> Sequence[int]:
        """By step, the state that it leads to."""
        return self._graph.target()

    @property
    def steps(self) -> int:
        """The number of steps."""
        return self._graph.steps

    def bits(self, atom: Atom) -> int:
        """The states, or steps, for which an atom is true."""
        known = self._bits.get(atom)
        if known is None:
            known = self._bits[atom] = self._evaluated(atom)
        return known

    def _evaluated(self, atom: Atom) -> int:
        if atom in self._taken:
            return self._graph.taken_steps(self._taken[atom])
        column = self._columns[atom.expr, atom.names]
        try:
            if atom.step:
                only = None if atom.guard is None else self.bits(atom.guard)
                return self._graph.true_steps(column, atom.values, only)
            return self._graph.true_states(column, atom.values)
        except NoValue as error:
            source, after = error.place, None
            if atom.step:
                after = self.state(self.target[source])
                source = _source(self.first, source)
            self._fail(atom, self.state(source), after)
            raise

    def state(self, number: int) -> State:
        """A state by its number."""
        return next(self._engine.states((number,)))

    def shortest_lasso(self, problem: Problem, shorter_than: int | None) -> Lasso | None:
        """A shortest fair lasso; None if there is none, or none as short."""
        tableau, marks = problem.tableau, problem.marks
        if self.states * tableau.nodes > state_graph.MOST_NODES:
            message = (
                f"the temporal formula needs {tableau.nodes:,} nodes of a tableau for each of "
                f"{self.states:,} states: that is too many to be searched"
            )
            raise SpecError(Diagnostic("temporal-unsupported", message, problem.span))
        if problem.promises + len(tableau.temporal) > MOST_MARKS:
            return shortest_lasso(problem, self, shorter_than)
        rows = range(1 << len(tableau.atoms))
        search = ProductSearch(
            marks.states,
            marks.steps,
            marks.still,
            len(tableau.atoms),
            len(tableau.temporal),
            [[(e.next, e.kept) for e in edges] for row in tableau.edges for edges in row],
            [tableau.is_start(row, node) for row in rows for node in range(tableau.nodes)],
            [
                (None if c.bad is None else _number(c.bad), _number(c.good))
                for c in problem.conditions
            ],
        )
        found = self._graph.shortest_lasso(search, shorter_than)
        return None if found is None else Lasso(*found)


def _number(mark: int) -> int:
    return mark.bit_length() - 1


def _source(first: Sequence[int], step: int) -> int:
    """The state that a step leaves."""
    return bisect_right(first, step) - 1
