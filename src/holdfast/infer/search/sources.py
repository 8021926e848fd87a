"""Candidate lemmas from tables of samples, from few variables to many, and from cheap atoms to all.

A costly atom, a guard of many lines for example, repeats what a step needs. In a few small
instances such lemmas are often inductive, as the step before last explains everything there, and
they hide the cheaper ones that say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from holdfast.cancellation import tick
from holdfast.infer.grammar.language import Clause, Grammar, Shape, instances_in, special_cases
from holdfast.infer.search.candidates import blocking_clauses, prime_clauses, shapes, unique_clauses
from holdfast.infer.search.table import Sighting, Table

_MOST_PLACES = (500, 500, 500, 220, 150)
"""The limit on the atoms of a table, by the number of variables."""
_MOST_CHOICES = 1500


_COSTLY = 7
"""The cost from which on an atom is left out at first."""


@dataclass(frozen=True, slots=True)
class Level:
    """Which clauses are candidates: how many variables (none: those of the property) and literals.

    Clauses with costly atoms come after all others of the same kind.
    """

    variables: tuple[int, ...]
    literals: int
    with_costly: bool = False


_CHEAP = (
    *(Level((2, 3), 3), Level((), 3), Level((2,), 4), Level((4,), 3), Level((3,), 4)),
    *(Level((4,), 4), Level((4,), 5)),
)


def levels(grammar: Grammar) -> tuple[Level, ...]:
    """The levels of candidates, in order."""
    has_costly = any(atom.cost >= _COSTLY for atom in grammar.atoms)
    costly = (replace(each, with_costly=True) for each in _CHEAP if has_costly)
    return (*_CHEAP, *costly)


class Library:
    """The tables of all requested shapes, over the same samples."""

    def __init__(self, grammar: Grammar, samples: list[Sighting]) -> None:
        self.grammar = grammar
        self.samples = samples
        self._tables: dict[Shape, Table] = {}
        self._filled: dict[Shape, int] = {}

    def table(self, shape: Shape) -> Table:
        """The table of a shape, with the rows of all samples."""
        table = self._tables.get(shape)
        if table is None:
            table = self._tables[shape] = Table(shape, self.grammar)
        done = self._filled.get(shape, 0)
        if done < len(self.samples):
            table.add([s for s in self.samples[done:] if s.choices(shape) <= _MOST_CHOICES])
            self._filled[shape] = len(self.samples)
        return table

    def shapes_with(self, total: int) -> list[Shape]:
        """The shapes with this number of variables that are not too large to search."""
        most = _MOST_PLACES[min(total, 4)]
        every = shapes(self.grammar, total)
        if total >= 4 and self.grammar.has_numbers:
            return every
        return [s for s in every if len(instances_in(s, self.grammar)) <= most]

    def small(self, variables: int, literals: int) -> Iterable[Clause]:
        """All prime clauses with at most this number of variables."""
        for total in range(variables + 1):
            for shape in self.shapes_with(total):
                yield from prime_clauses(self.table(shape), literals, _COSTLY - 1)

    def initial(self) -> list[Clause]:
        """The initial clauses, without special cases of others."""
        found = dict.fromkeys(self.small(2, 2))
        for total in (2, 3, 4) if self.grammar.has_numbers else (2, 3):
            for shape in self.shapes_with(total):
                found |= dict.fromkeys(unique_clauses(self.table(shape), _COSTLY - 1))
        special: set[Clause] = set()
        for clause in found:
            tick()
            special |= special_cases(clause, self.grammar)
        return [clause for clause in found if clause not in special]

    def blocking(self, state: Sighting, level: Level) -> list[Clause]:
        """Clauses of a level that a state falsifies."""
        most = None if level.with_costly else _COSTLY - 1
        found: dict[Clause, None] = {}
        wanted = [s for total in level.variables for s in self.shapes_with(total)]
        for shape in wanted or [self.grammar.property_shape]:
            if all(c <= size for c, size in zip(shape, state.sizes, strict=True)):
                table = self.table(shape)
                found |= dict.fromkeys(blocking_clauses(table, state, level.literals, most))
        return list(found)
