"""Atoms that a stuck search lacks: with one of them, a lemma excludes the step that is open.

A lemma with one of the other atoms, and few of the grammar, may hold in all samples and be false
before that step, or before one for which a lemma was given up that would have helped. What
excludes many of these, and of other unreachable states, is suggested first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from holdfast.cancellation import tick
from holdfast.infer.grammar.evaluate import AtomEvaluator
from holdfast.infer.grammar.language import Atom, Clause, Shape, cost_of, shape_of
from holdfast.infer.search.candidates import choices_of, shapes
from holdfast.infer.search.lemma_pool import Row
from holdfast.infer.search.search import Search
from holdfast.infer.search.table import Sighting, Table, compiled

_MOST = 3
"""How many atoms are suggested."""
_MOST_ROWS = 5
"""How many steps for which lemmas were given up are considered."""
_MOST_SAMPLES = 120
_MOST_STEPS = 400_000
"""The limit on pairs of literals that are tried beside an atom."""
_MOST_PLACES = 700


def suggestions(search: Search, row: Row) -> tuple[Atom, ...]:
    """Two or three atoms outside the grammar with which a lemma would exclude a step."""
    rows = [row, *dict.fromkeys(search.given_up[-_MOST_ROWS:])]
    found: dict[int, list[tuple[int, int, int]]] = {}
    for each in rows:
        for index, score in _Suggesting(search, each).scores().items():
            found.setdefault(index, []).append(score)
    best = sorted(found, key=lambda index: (len(found[index]), max(found[index])), reverse=True)
    return tuple(search.grammar.others[i] for i in best[:_MOST])


class _Suggesting:
    """A search for such lemmas, with all atoms that were mined."""

    def __init__(self, search: Search, row: Row) -> None:
        self.own = len(search.grammar.atoms)
        atoms = (*search.grammar.atoms, *search.grammar.others)
        self.grammar = replace(search.grammar, atoms=atoms, others=())
        evaluator = AtomEvaluator(search.evaluator, atoms)
        states = [s.state for s in search.library.samples[:_MOST_SAMPLES]]
        states += search.reserve.states[:_MOST_SAMPLES]
        self.samples = [Sighting(s, evaluator, self.grammar) for s in states]
        self.before = Sighting(row.before.state, evaluator, self.grammar)
        others = {r.before.state: None for r in search.pool.rows}
        self.unreachable = [
            Sighting(s, evaluator, self.grammar) for s in list(others)[-_MOST_SAMPLES:]
        ]
        self.steps = 0

    def scores(self) -> dict[int, tuple[int, int, int]]:
        """For each useful atom how good its best lemma is."""
        found: dict[int, tuple[int, int, int]] = {}
        for total in range(4):
            for shape in shapes(self.grammar, total):
                for index, clause in self._clauses(shape):
                    score = self._score(clause)
                    found[index] = max(score, found.get(index, score))
        return found

    def _score(self, clause: Clause) -> tuple[int, int, int]:
        """Many excluded states at a low cost, then few literals."""
        shape = shape_of(clause, self.grammar)
        literals = compiled(clause, shape, self.grammar)
        excluded = sum(s.falsifies(literals, shape) for s in self.unreachable)
        cost = cost_of(clause, self.grammar)
        return excluded * 10 - 3 * cost, -len(clause), -cost

    def _clauses(self, shape: Shape) -> Iterator[tuple[int, Clause]]:
        """Lemmas with one other atom, by its index among these."""
        sizes = zip(shape, self.before.sizes, strict=True)
        if any(count > size for count, size in sizes):
            return
        table = Table(shape, self.grammar)
        if len(table.places) > _MOST_PLACES:
            return
        table.add([s for s in self.samples if s.choices(shape) <= _MOST_PLACES])
        columns = self.before.columns(shape)
        for choice in choices_of(self.before, shape):
            tick()
            here = [bool(columns[i] >> choice & 1) for i in range(len(table.places))]
            false_in = [
                table.literal(place, not holds)
                for place, holds in zip(table.places, here, strict=True)
            ]
            own = [i for i, (atom, _) in enumerate(table.places) if atom < self.own]
            for i, (atom, _) in enumerate(table.places):
                if atom >= self.own:
                    for chosen in self._beside(false_in[i], own, false_in):
                        literals = ((*table.places[j], not here[j]) for j in (i, *chosen))
                        yield atom - self.own, frozenset(literals)

    def _beside(
        self, left: int, own: Iterable[int], false_in: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """At most two literals of the grammar that hold wherever the other one does not."""
        if not left:
            yield ()
            return
        # A lemma that does not need the other atom is one of the grammar.
        useful = [j for j in own if left & false_in[j] != left]
        single = [j for j in useful if not left & false_in[j] and false_in[j]]
        yield from ((j,) for j in single)
        rest = [j for j in useful if j not in single]
        for j, k in combinations(rest, 2):
            self.steps += 1
            if self.steps > _MOST_STEPS:
                return
            if not left & false_in[j] & false_in[k] and false_in[j] & false_in[k]:
                yield j, k
