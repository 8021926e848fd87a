"""What tells lemmas that may hold from others: samples, and steps that solvers have found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeAlias

from holdfast.cancellation import tick
from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import Grammar
from holdfast.infer.lift import Lifted
from holdfast.infer.search.lemma_pool import PROPERTY, Pool, Row
from holdfast.infer.search.outcomes import Figures, Reached
from holdfast.infer.search.reserve import Reserve
from holdfast.infer.search.sources import Library
from holdfast.infer.search.table import Sighting
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value

PATIENCE = 30
"""After how many rounds candidates are generated even if the pool has some.

From then on, the instances of counterexamples are sampled, too.
"""
_RESERVE = 3000
"""How many samples outside the tables lemmas are checked on."""
_MOST_EXPLORED = 40
"""How many instances of counterexamples are sampled."""
_SHOWN = 60
"""How many of the samples of such an instance are added to the tables."""
_OFFERED = 6
"""The cost of a user's lemma: less than that of any candidate."""

Constants: TypeAlias = tuple[Value, ...]


class Evidence:
    """The samples, the pool of lemmas and steps, and the evaluation of lemmas in states."""

    def __init__(  # noqa: PLR0913  # the inputs of the search
        self,
        lifted: Lifted,
        machine: Machine,
        grammar: Grammar,
        property: ir.Expr,
        name: str,
        states: list[State],
        seed: int,
        table_states: int,
    ) -> None:
        self.lifted = lifted
        self.machine = machine
        self.grammar = grammar
        self.evaluator = Evaluator(machine, grammar.sorts, len(lifted.constants))
        self.atoms = AtomEvaluator(self.evaluator, grammar.atoms)
        self.random = Random(seed)
        self.tests: dict[int, tuple[ir.Expr, Callable[[State], bool]]] = {}
        self.figures = Figures()
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
        self.tested: set[int] = {PROPERTY}

    def _chosen(self, states: list[State], most: int) -> tuple[list[State], list[State]]:
        """The samples for the tables, and some of the others."""
        chosen = states if len(states) <= most else self.random.sample(states, most)
        kept = set(chosen)
        others = [s for s in states if s not in kept]
        return chosen, self.random.sample(others, min(len(others), _RESERVE))

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

    def is_false(self, lemma: int, state: Sighting) -> bool:
        """Whether a lemma of the pool is false in a state."""
        return self.pool.is_false(self.pool.lemmas[lemma], state)

    def expressions(self, chosen: Iterable[int]) -> list[ir.Expr]:
        """The formulas of some lemmas."""
        return [self.pool.lemmas[i].expr for i in chosen]

    def check_time(self) -> None:
        """Raise OutOfTime if the time limit is reached."""
        tick()
        self.follow()

    def offer(self, e: ir.Expr, name: str | None) -> bool:
        """Add a lemma that a user gave, or an earlier run found, unless a sample falsifies it."""
        test = self.test(e)
        states = (*(s.state for s in self.library.samples), *self.reserve.states)
        fits = all(map(test, states))
        if fits:
            self.pool.add_formula(e, name, _OFFERED)
        return fits

    # ---- samples ----

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

    def _reach(self, seen: Sighting) -> None:
        """Add a successor of a reachable state as a sample."""
        self._require_property(seen)
        if seen.state not in self.reachable:
            self.reachable.add(seen.state)
            self.add_sample(seen.state)

    def _require_property(self, seen: Sighting) -> None:
        if not self.holds(self.pool.lemmas[PROPERTY].expr, seen):
            raise Reached(seen.state)

    # ---- steps ----

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
            if self.figures.rounds >= PATIENCE:
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
