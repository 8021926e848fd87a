"""The search loop: select lemmas, find a counterexample to induction, add it as a row."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from random import Random
from typing import TypeAlias, assert_never

from holdfast.cancellation import tick
from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import Grammar, cost_of
from holdfast.infer.lift import Lifted
from holdfast.infer.search.lemma_pool import PROPERTY, Pool, Row
from holdfast.infer.search.oracles import Leaving, Oracle, Reply
from holdfast.infer.search.outcomes import Choice, Figures, Reached, Stuck, Undefined
from holdfast.infer.search.reserve import Reserve
from holdfast.infer.search.select import (
    Unsupported,
    choose_greedily,
    unsupported,
    without_spare,
)
from holdfast.infer.search.sources import Library, levels
from holdfast.infer.search.table import Sighting
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value

_RESERVE = 3000
"""How many samples outside the tables lemmas are checked on."""
_REFINED_ON = 1000
"""On how many samples outside the tables initial candidates are checked."""
_PATIENCE = 30
"""After how many rounds candidates are generated even if the pool has some.

From then on, the instances of counterexamples are sampled, too.
"""
_ENRICHED_BY = 100
"""How many of these candidates are added, the cheapest first."""
_TOLD_AT_ONCE = 4
"""How many background lemmas one counterexample activates, the cheapest first."""
_MOST_EXPLORED = 40
"""How many instances of counterexamples are sampled."""
_SHOWN = 60
"""How many of the samples of such an instance are added to the tables."""
NOT_CONFIRMED = Unclear("the interpreter does not confirm the step that a solver found")
_OFFERED = 6
"""The cost of a user's lemma: less than that of any candidate."""


Constants: TypeAlias = tuple[Value, ...]


class Search:
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
        self.best: tuple[int, ...] = (PROPERTY,)
        self.background: tuple[int, ...] = ()
        self.active: list[int] = []
        self.lifted = lifted
        self.machine = machine
        self.grammar = grammar
        evaluator = Evaluator(machine, grammar.sorts, len(lifted.constants))
        self.evaluator = evaluator
        self.atoms = AtomEvaluator(evaluator, grammar.atoms)
        self.random = Random(seed)
        self.tests: dict[int, tuple[ir.Expr, Callable[[State], bool]]] = {}
        self.figures = Figures()
        self.tell: Callable[[], None] = lambda: None
        self.follow: Callable[[], None] = lambda: None
        """Looks after what else is going on, often."""
        self.is_initial: Callable[[State], bool] = lambda _: False
        self.explore: Callable[[Constants], list[State]] = lambda _: []
        """Gives reachable states of the instance with some constants."""
        chosen, reserve = self._chosen(states, table_states)
        self.reserve = Reserve(reserve, self.atoms, grammar, self.test)
        self.reachable = set(states)
        self.instances = {s[: len(lifted.constants)] for s in states}
        """The constants of the samples."""
        self.n_explored = 0
        self.library = Library(grammar, [self.sighting(s) for s in chosen])
        self.pool = Pool(grammar, self.holds)
        self.pool.add_formula(property, name, 1)
        self.shown = property
        """The property, if lemmas support a stronger formula."""
        self.is_watchful = False
        """Whether to end at a counterexample in which the property is not defined."""
        self.banned: set[int] = set()
        self.given_up: list[Row] = []
        """The rows that no lemma rules out, which is why lemmas are banned."""
        self.level: dict[int, int] = {}
        self.levels = levels(grammar)
        self.tested: set[int] = {PROPERTY}
        self._add_candidates()

    def _chosen(self, states: list[State], most: int) -> tuple[list[State], list[State]]:
        """The samples for the tables, and some of the others."""
        chosen = states if len(states) <= most else self.random.sample(states, most)
        kept = set(chosen)
        others = [s for s in states if s not in kept]
        return chosen, self.random.sample(others, min(len(others), _RESERVE))

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

    def sighting(self, state: State) -> Sighting:
        """A state with its atoms, evaluated lazily."""
        return Sighting(state, self.atoms, self.grammar)

    def holds(self, e: ir.Expr, state: Sighting) -> bool:
        """Whether a formula holds in a state; an evaluation error counts as false."""
        return self.test(e)(state.state)

    def test(self, e: ir.Expr) -> Callable[[State], bool]:
        """A formula as a function of states; an evaluation error counts as false."""
        known = self.tests.get(id(e))
        if known is None:
            known = self.tests[id(e)] = (e, self.evaluator.test(e))
        return known[1]

    def offer(self, e: ir.Expr, name: str | None) -> bool:
        """Add a lemma that a user gave, or an earlier run found, unless a sample falsifies it."""
        test = self.test(e)
        states = (*(s.state for s in self.library.samples), *self.reserve.states)
        fits = all(map(test, states))
        if fits:
            self.pool.add_formula(e, name, _OFFERED)
        return fits

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
            late = self.figures.rounds >= _PATIENCE and self.figures.rounds % 3 == 0
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

    def is_false(self, lemma: int, state: Sighting) -> bool:
        """Whether a lemma of the pool is false in a state."""
        return self.pool.is_false(self.pool.lemmas[lemma], state)

    def assume(self, lemmas: Iterable[int]) -> None:
        """Use mutually inductive lemmas as the background of the search."""
        self.background = tuple(lemmas)
        self.active = []

    def expressions(self, chosen: Iterable[int]) -> list[ir.Expr]:
        """The formulas of some lemmas."""
        return [self.pool.lemmas[i].expr for i in chosen]

    def check_time(self) -> None:
        """Raise OutOfTime if the time limit is reached."""
        tick()
        self.follow()

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

    def _explore(self, state: State) -> None:
        """Sample the instance of a state if there are no samples of it.

        Lemmas may be false there: with one quorum, elements outside it need not do anything.
        """
        constants = state[: len(self.lifted.constants)]
        if constants in self.instances or self.n_explored >= _MOST_EXPLORED:
            return
        self.n_explored += 1
        self.instances.add(constants)
        found = [s for s in self.explore(constants) if s not in self.reachable]
        for each in found:
            self._require_property(self.sighting(each))
        self.reachable.update(found)
        shown = set(self.random.sample(found, min(len(found), _SHOWN)))
        for each in found:
            if each in shown:
                self.add_sample(each)
        self.reserve.extend([s for s in found if s not in shown])
        self.tested = {PROPERTY}

    def survive(self, chosen: Iterable[int], most: int | None = None) -> bool:
        """Check chosen lemmas on samples outside the tables; add the samples that falsify one."""
        fine = True
        for i in chosen:
            if i in self.tested:
                continue
            if most is None:
                self.tested.add(i)
            tick()
            witness = self.reserve.witness(self.pool.lemmas[i], most)
            if witness is not None:
                fine = False
                self.reserve.take(witness)
                self.add_sample(witness)
        return fine

    def add_sample(self, state: State) -> None:
        """Add a reachable state to the tables; lemmas that it falsifies are dropped."""
        seen = self.sighting(state)
        self.library.samples.append(seen)
        self.pool.refute(seen)

    # ---- learning ----

    def seed(self, states: Iterable[State], most: int) -> None:
        """Add steps from states that may be unreachable, to discriminate between lemmas."""
        for state in states:
            tick()
            if len(self.pool.rows) >= most:
                return
            if state in self.reachable or self.is_initial(state):
                continue
            try:
                mover = self.random.choice(self.machine.movers)
                following = self.machine.successors(state, mover)
            except EvalError:
                continue
            following = [s for s in following if s != state]
            if following:
                after = self.random.choice(following)
                row = Row(self.sighting(state), self.sighting(after), mover.action.name)
                self.pool.add_row(row)

    def learn_all(self, states: Iterable[State], chosen: tuple[int, ...]) -> bool:
        """Learn from several states; returns whether a step breaks a chosen lemma.

        That, or new samples, is progress: without it, the same states would be found again.
        """
        known, breaks = len(self.reachable), False
        for state in states:
            if self.figures.rounds >= _PATIENCE:
                self._explore(state)
            breaks |= self.learn(state, chosen)
        return breaks or len(self.reachable) != known

    def learn(self, state: State, chosen: tuple[int, ...]) -> bool:
        """Add the steps from a state that break a chosen lemma, if there are some, and others."""
        before = self.sighting(state)
        others: list[Row] = []
        added = 0
        reached = state in self.reachable or self.is_initial(state)
        for mover in self.machine.movers:
            tick()
            try:
                following = self.machine.successors(state, mover)
            except EvalError:
                continue
            for after in dict.fromkeys(following):
                if after == state:
                    continue
                row = Row(before, self.sighting(after), mover.action.name)
                if reached:
                    self._reach(row.after)
                if any(self.pool.is_false(self.pool.lemmas[i], row.after) for i in chosen):
                    if added < 3:
                        self.pool.add_row(row)
                        added += 1
                else:
                    others.append(row)
        for row in self.random.sample(others, min(2, len(others))) if added else ():
            self.pool.add_row(row)
        return added > 0

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

    def _reach(self, seen: Sighting) -> None:
        """Add a successor of a reachable state as a sample."""
        self._require_property(seen)
        if seen.state not in self.reachable:
            self.reachable.add(seen.state)
            self.add_sample(seen.state)

    def _require_property(self, seen: Sighting) -> None:
        if not self.holds(self.pool.lemmas[PROPERTY].expr, seen):
            raise Reached(seen.state)
