"""The pool of candidate lemmas, and their values before and after steps from unreachable states.

For each step (a row) and each lemma there are two bits: whether the lemma is false before the
step, and whether it is false after it. A set of lemmas is consistent with a row if one of
them is false before the step, or none of them after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from holdfast.cancellation import tick
from holdfast.infer.grammar.language import Clause, Grammar, Shape, cost_of, formula, shape_of
from holdfast.infer.search.table import Sighting, compiled
from holdfast.ir import expr as ir

PROPERTY = 0
"""The index of the property among the lemmas."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A lemma of the pool; the property and a user's lemmas have no clause."""

    expr: ir.Expr
    cost: int
    clause: Clause | None = None
    shape: Shape = ()
    literals: tuple[int, ...] = ()
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A step from a state that may be unreachable."""

    before: Sighting
    after: Sighting
    action: str


@dataclass(slots=True)
class Pool:
    """Lemmas and rows; `before[i]`, `after[i]` have a bit for each row where lemma i is false."""

    grammar: Grammar
    test: Callable[[ir.Expr, Sighting], bool]
    lemmas: list[Lemma] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    index: dict[Clause, int] = field(default_factory=dict)
    refuted: set[int] = field(default_factory=set)
    given: list[int] = field(default_factory=list)
    """The lemmas that are not clauses."""
    clauses: dict[Shape, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    """The others by their shapes, with their literals."""

    # ---- lemmas ----

    def add_formula(self, e: ir.Expr, name: str | None, cost: int) -> int:
        """Add the property or a lemma that a user gave."""
        return self._append(Lemma(e, cost, name=name))

    def lemma(self, clause: Clause) -> Lemma:
        """A clause as a lemma, which need not be in the pool."""
        known = self.index.get(clause)
        if known is not None:
            return self.lemmas[known]
        grammar = self.grammar
        shape = shape_of(clause, grammar)
        literals = compiled(clause, shape, grammar)
        return Lemma(formula(clause, grammar), cost_of(clause, grammar), clause, shape, literals)

    def add_clause(self, clause: Clause) -> int:
        """Add a clause, unless it is there."""
        known = self.index.get(clause)
        return self.add(self.lemma(clause)) if known is None else known

    def add(self, lemma: Lemma) -> int:
        """Add a lemma, unless it is a clause that is there."""
        if lemma.clause is not None:
            known = self.index.setdefault(lemma.clause, len(self.lemmas))
            if known < len(self.lemmas):
                return known
        return self._append(lemma)

    def _append(self, lemma: Lemma) -> int:
        tick()
        number = len(self.lemmas)
        self.lemmas.append(lemma)
        if lemma.clause is None:
            self.given.append(number)
        else:
            self.clauses.setdefault(lemma.shape, []).append((number, lemma.literals))
        before = after = 0
        for i, row in enumerate(self.rows):
            before |= self.is_false(lemma, row.before) << i
            after |= self.is_false(lemma, row.after) << i
        self.before.append(before)
        self.after.append(after)
        return number

    def is_false(self, lemma: Lemma, state: Sighting) -> bool:
        """Whether a lemma is false in a state."""
        if lemma.clause is None:
            return not self.test(lemma.expr, state)
        return state.falsifies(lemma.literals, lemma.shape)

    def _false_in(self, state: Sighting) -> Iterator[int]:
        """The lemmas that are false in a state."""
        for i in self.given:
            if not self.test(self.lemmas[i].expr, state):
                yield i
        for shape, clauses in self.clauses.items():
            columns = state.columns(shape)
            every = columns[-1]
            for i, literals in clauses:
                # `Sighting.falsifies`, inlined: it is called a million times a second.
                left = every
                for literal in literals:
                    left &= columns[literal]
                if left:
                    yield i

    def refute(self, state: Sighting) -> None:
        """Rule out the lemmas that are false in a reachable state."""
        self.refuted.update(self._false_in(state))

    def clear(self) -> None:
        """Forget all lemmas but the property, and all rows."""
        goal = self.lemmas[PROPERTY]
        for each in (self.lemmas, self.rows, self.before, self.after):
            each.clear()
        self.index.clear()
        self.refuted.clear()
        self.given.clear()
        self.clauses.clear()
        self._append(goal)

    # ---- rows ----

    def add_row(self, row: Row) -> int:
        """Add a step and evaluate all lemmas before and after it."""
        tick()
        number = len(self.rows)
        self.rows.append(row)
        for bits, state in ((self.before, row.before), (self.after, row.after)):
            for i in self._false_in(state):
                bits[i] |= 1 << number
        return number

    def violated(self, chosen: Iterable[int]) -> int:
        """The rows with which a set of lemmas is not consistent."""
        before = after = 0
        for i in chosen:
            before |= self.before[i]
            after |= self.after[i]
        return after & ~before

    def blockers(self, row: int) -> list[int]:
        """The lemmas that rule out a row, because they are false before it."""
        return [
            i for i, bits in enumerate(self.before) if bits >> row & 1 and i not in self.refuted
        ]
