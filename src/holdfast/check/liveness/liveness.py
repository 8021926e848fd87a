"""Temporal properties of a system: what is asked before a search, and answered after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from holdfast.check.liveness.branches import Branch, branches_of
from holdfast.check.liveness.formulas import Atom, Formula, atoms_of, conjunction, negation
from holdfast.check.liveness.identified import identified_trace
from holdfast.check.liveness.problem import Lasso, StateGraph, problem_of
from holdfast.check.liveness.reader import FormulaReader
from holdfast.check.liveness.tableau import Tableau
from holdfast.check.liveness.word import Word
from holdfast.check.steps import state_step, step_between
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Property
from holdfast.source import Span, SpecError
from holdfast.verdict import Step, Trace, Violated

Report: TypeAlias = Callable[[str, int, int, StateGraph], None]
"""Called before each branch with the property, the number of the branch and of all of them."""


class WrongLasso(Exception):
    """A lasso that is not a counterexample by the interpreter: a bug of ours."""


class NotRepeatable(Exception):
    """The steps of a lasso depend on more than their states, such as registers of TLCGet."""


@dataclass(frozen=True, slots=True)
class Question:
    """One property, and the branches of its counterexamples."""

    property: Property
    formula: Formula
    branches: tuple[Branch, ...]

    def atoms(self) -> Iterator[Atom]:
        """The formulas about states and steps that decide it."""
        for branch in self.branches:
            yield from atoms_of(branch.rest)
            for condition in branch.conditions:
                yield from atoms_of(condition.bad)
                yield from atoms_of(condition.good)


class Liveness:
    """The temporal properties of a system, under its fairness; `asked` are those to check."""

    def __init__(self, machine: Machine, asked: tuple[Property, ...]) -> None:
        self.machine = machine
        self.notes: list[str] = []
        system = machine.system
        self.identifies = system.symmetry is not None or system.view is not None
        with ranked_by(machine.ranks):
            self.reader = FormulaReader(machine)
            fairness = machine.system.fairness if asked else ()
            self.fairness = conjunction(map(self.reader.read, fairness))
            self.questions = tuple(map(self._question, asked))

    def _question(self, prop: Property) -> Question:
        formula = self.reader.read(prop.expr)
        against = conjunction((self.fairness, negation(formula)))
        return Question(prop, formula, tuple(branches_of(against, prop.expr.span)))

    def atoms(self) -> tuple[Atom, ...]:
        """All atoms, each once."""
        return tuple(dict.fromkeys(a for q in self.questions for a in q.atoms()))

    def taken(self) -> tuple[Atom, ...]:
        """The atoms that must be evaluated when a step is taken.

        If states are identified, the state that is kept need not be the one that a step leads to.
        """
        return tuple(a for a in self.atoms() if a.step) if self.identifies else ()

    def violation(
        self, question: Question, graph: StateGraph, report: Report = lambda *_: None
    ) -> Violated | None:
        """The violation of a property; None if the graph has no lasso that violates it."""
        with ranked_by(self.machine.ranks):
            lasso = self._lasso(question, graph, report)
            return None if lasso is None else self._violated(question, lasso, graph)

    def _lasso(self, question: Question, graph: StateGraph, report: Report) -> Lasso | None:
        best: Lasso | None = None
        for i, branch in enumerate(question.branches):
            report(question.property.name, i + 1, len(question.branches), graph)
            problem = problem_of(branch, graph, question.property.expr.span)
            most = None if best is None else len(best.states)
            best = graph.shortest_lasso(problem, most) or best
        return best

    def _violated(self, question: Question, lasso: Lasso, graph: StateGraph) -> Violated:
        states = tuple(graph.state(i) for i in lasso.states)
        if not lasso.shortest:
            self.notes.append(f"{question.property.name}: a shorter counterexample may exist")
        if self.identifies:
            trace = identified_trace(self.machine, states, lasso.loop)
            return Violated("temporal", question.property.name, trace)
        word = Word(self.machine, states, lasso.loop, self.machine.system.maximal)
        if not word.holds(self.fairness) or word.holds(question.formula):
            raise WrongLasso(f"the lasso for {question.property.name} is no counterexample")
        from holdfast.check.liveness.explain import explained

        why, fair = explained(
            self.reader, word, question.property.expr, self.machine.system.fairness
        )
        return Violated("temporal", question.property.name, self._trace(word), why, fair)

    # ---- traces ----

    def _trace(self, word: Word) -> Trace:
        steps = [state_step(self.machine.system, word.states[0])]
        for before, after in pairwise(word.states):
            steps.append(self._move(before, after))
        last, back = word.states[-1], word.states[word.loop]
        closing = self._move(last, back)
        if last == back and (closing.action is None or not word.maximal):
            return Trace(tuple(steps), "stutter")
        return Trace(tuple(steps), word.loop, closing)

    def _move(self, before: State, after: State) -> Step:
        step = step_between(self.machine, before, after)
        if step is None and before == after:
            step = state_step(self.machine.system, after)
        if step is None:
            what = "a step of the lasso is not a step of the system"
            raise WrongLasso(what) if self._is_repeatable() else NotRepeatable(what)
        return step

    def _is_repeatable(self) -> bool:
        formula = self.machine.system.next_formula
        return formula is None or self.reader.levels.is_quiet(formula)


def why_unsupported(machine: Machine, prop: Property) -> str | None:
    """Why a property cannot be checked, if its form is not supported."""
    try:
        for question in Liveness(machine, (prop,)).questions:
            for branch in question.branches:
                Tableau(branch.rest, prop.expr.span)
    except SpecError as error:
        problem = error.diagnostics[0]
        if problem.code != "temporal-unsupported":
            raise
        return _located(problem.message, problem.span)
    except EvalError as error:
        return _located(str(error), error.span)
    return None


def _located(message: str, span: Span | None) -> str:
    return message if span is None else f"{message} ({span.location()})"
