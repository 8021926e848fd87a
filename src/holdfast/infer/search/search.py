"""The search loop: select lemmas, find a counterexample to induction, add it as a row."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import assert_never

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.grammar.language import Grammar, cost_of
from holdfast.infer.lift import Lifted
from holdfast.infer.search.evidence import PATIENCE, Evidence
from holdfast.infer.search.lemma_pool import PROPERTY, Row
from holdfast.infer.search.oracles import Leaving, Oracle, Reply
from holdfast.infer.search.outcomes import Choice, Stuck, Undefined
from holdfast.infer.search.select import (
    Unsupported,
    choose_greedily,
    unsupported,
    without_spare,
)
from holdfast.infer.search.sources import levels
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir

_REFINED_ON = 1000
"""On how many samples outside the tables initial candidates are checked."""
_ENRICHED_BY = 100
"""How many of these candidates are added, the cheapest first."""
_TOLD_AT_ONCE = 4
"""How many background lemmas one counterexample activates, the cheapest first."""
NOT_CONFIRMED = Unclear("the interpreter does not confirm the step that a solver found")


class Search(Evidence):
    """One search for an inductive invariant, over the lemmas of a grammar."""

    def __init__(  # noqa: PLR0913  # the inputs of the search
        self,
        lifted: Lifted,
        machine: Machine,
        grammar: Grammar,
        property: ir.Expr,
        name: str,
        states: list[State],
        seed: int = 0,
        table_states: int = 240,
    ) -> None:
        super().__init__(lifted, machine, grammar, property, name, states, seed, table_states)
        self.best: tuple[int, ...] = (PROPERTY,)
        self.background: tuple[int, ...] = ()
        self.active: list[int] = []
        self.tell: Callable[[], None] = lambda: None
        self.shown = property
        """The property, if lemmas support a stronger formula."""
        self.is_watchful = False
        """Whether to end at a counterexample in which the property is not defined."""
        self.banned: set[int] = set()
        self.given_up: list[Row] = []
        """The rows that no lemma rules out, which is why lemmas are banned."""
        self.level: dict[int, int] = {}
        self.levels = levels(grammar)
        self._add_candidates()

    def _add_candidates(self) -> None:
        start = time.process_time()
        for clause in self.library.initial():
            self.pool.add_clause(clause)
        if self.grammar.has_numbers:
            self._refine()
        self.figures.spend("candidates", start)

    def _refine(self) -> None:
        """Replace the initial candidates that samples outside the tables falsify.

        There are many if messages have numbers: states with rare messages are few in the tables.
        """
        every = range(1, len(self.pool.lemmas))
        if self.survive((i for i in every if i not in self.pool.refuted), _REFINED_ON):
            return
        for clause in self.library.initial():
            self.pool.add_clause(clause)

    # ---- the loop ----

    def run(self, oracle: Oracle, rounds: int | None = None) -> Choice | None:
        """Lemmas that include the property and for which the oracle finds no counterexample.

        None if that exceeds the limit on rounds. Raises Stuck, Reached, Undefined, OutOfTime.
        """
        while True:
            self.check_time()
            if rounds is not None and self.figures.rounds >= rounds:
                return None
            start = time.process_time()
            self.best = chosen = self.choose()
            start = self.figures.spend("select", start)
            self.figures.rounds += 1
            self.tell()
            reply = self.counterexamples(oracle, chosen)
            start = self.figures.spend("cti", start)
            match reply:
                case Kept() | Unclear():
                    return Choice(tuple(dict.fromkeys((*chosen, *self.active))), reply)
                case Leaving(states):
                    before = len(self.pool.rows)
                    self.require_defined(states)
                    if not self.progresses(oracle, states, chosen):
                        return Choice(chosen, NOT_CONFIRMED)
                case _:
                    assert_never(reply)
            start = self.figures.spend("learn", start)
            late = self.figures.rounds >= PATIENCE and self.figures.rounds % 3 == 0
            if late and before < len(self.pool.rows):
                self._enrich(before)
                self.figures.spend("enrich", start)

    def counterexamples(self, oracle: Oracle, chosen: tuple[int, ...]) -> Reply:
        """States from which a step breaks chosen lemmas and where the background holds.

        Lemmas of the background are activated when they are first needed.
        """
        while True:
            self.check_time()
            given = [i for i in self.active if i not in chosen]
            reply = oracle.ask(self.expressions(chosen), self.expressions(given))
            if not isinstance(reply, Leaving):
                return reply
            states = [self.sighting(s) for s in reply.states]
            false = [i for s in states for i in self.background if self.is_false(i, s)]
            more = false[:_TOLD_AT_ONCE]
            if not more or not set(more).isdisjoint(self.active):
                return reply
            self.active += dict.fromkeys(more)

    def require_defined(self, states: Iterable[State]) -> None:
        """Raise Undefined at a state of a solver in which the property is not true."""
        for state in states if self.is_watchful else ():
            if self.is_false(PROPERTY, self.sighting(state)):
                raise Undefined(state)

    def undefined(self, states: Iterable[State], lemmas: Iterable[int]) -> frozenset[int]:
        """The lemmas that are false in some states in which they hold according to a solver.

        They cannot be evaluated there, because a message has no such field, for example: such a
        counterexample would appear again and again.
        """
        seen = [self.sighting(s) for s in states]
        return frozenset(
            i for i in lemmas if i != PROPERTY and any(self.is_false(i, s) for s in seen)
        )

    def assume(self, lemmas: Iterable[int]) -> None:
        """Use mutually inductive lemmas as the background of the search."""
        self.background = tuple(lemmas)
        self.active = []

    def choose(self) -> tuple[int, ...]:
        """A set of lemmas that is consistent with all rows and samples."""
        while True:
            try:
                chosen = choose_greedily(self.pool, self.banned, self.background)
            except Unsupported as problem:
                self._support(problem)
                continue
            chosen = without_spare(self.pool, chosen, self.background)
            if self.survive(chosen):
                return chosen

    def _enrich(self, row: int) -> None:
        """Add candidates that rule out a row, although the pool has others."""
        if self.level.get(row, 0) == 0:
            self.level[row] = 1
            found = self.library.blocking(self.pool.rows[row].before, self.levels[0])
            found.sort(key=lambda clause: cost_of(clause, self.grammar))
            for clause in found[:_ENRICHED_BY]:
                self.pool.add_clause(clause)

    def _support(self, problem: Unsupported) -> None:
        """Find lemmas that rule out a row; if there are none, ban the lemmas that it breaks."""
        row = self.pool.rows[problem.row]
        level = self.level.get(problem.row, 0)
        while level < len(self.levels):
            self.level[problem.row] = level + 1
            before = len(self.pool.lemmas)
            for clause in self.library.blocking(row.before, self.levels[level]):
                self.pool.add_clause(clause)
            if len(self.pool.lemmas) > before:
                return
            level += 1
        if PROPERTY in problem.lemmas:
            raise Stuck(row, tuple(sorted(problem.lemmas)))
        self.given_up.append(row)
        most = len(self.levels)
        exhausted = sum(1 << row for row, level in self.level.items() if level >= most)
        self.banned |= unsupported(self.pool, exhausted, self.banned, self.background)

    def progresses(self, oracle: Oracle, states: Iterable[State], chosen: tuple[int, ...]) -> bool:
        """Learn from states, or ban the lemmas that have no meaning there; false if neither."""
        states = tuple(states)
        without = self.undefined(states, chosen)
        if not self.learn_all(states, chosen) and not without:
            known = len(self.pool.rows), len(self.reachable)
            without = self.unconfirmed(oracle, chosen)
            if not without and known == (len(self.pool.rows), len(self.reachable)):
                return False
        self.banned |= without
        return True

    def unconfirmed(self, oracle: Oracle, chosen: tuple[int, ...]) -> frozenset[int]:
        """The lemmas that steps break according to the oracle only.

        They have no value after the step, or one that the encoding does not determine.
        """
        given = self.expressions(chosen)
        found = set[int]()
        for i in chosen:
            self.check_time()
            reply = oracle.ask(self.expressions((i,)), given) if i != PROPERTY else None
            if isinstance(reply, Leaving) and not self.learn_all(reply.states, (i,)):
                found.add(i)
        return frozenset(found)
