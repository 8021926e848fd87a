"""Samples as bits: one row for each state and choice of variables, one column for each atom.

Equal rows are merged. A clause holds in all samples if no row falsifies all its literals:
the columns of the falsified literals, which are integers with a bit for each row, have an
empty intersection.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod

from holdfast.cancellation import tick
from holdfast.infer.grammar.evaluate import AtomEvaluator
from holdfast.infer.grammar.language import Clause, Grammar, Shape, instances_in
from holdfast.interp.step import State

Place = tuple[int, tuple[int, ...]]
"""An atom and the variables that its parameters are."""


@lru_cache(maxsize=200_000)
def _masks(sizes: Shape, shape: Shape, sorts: Shape, args: tuple[int, ...]) -> tuple[int, ...]:
    """For each choice of an atom's parameters, the choices of the variables that agree with it."""
    variables = [(s, i) for s, count in enumerate(shape) for i in range(count)]
    at = [variables.index((s, a)) for s, a in zip(sorts, args, strict=True)]
    found = [0] * prod(sizes[s] for s in sorts)
    for bit, values in enumerate(product(*(range(sizes[s]) for s, _ in variables))):
        index = 0
        for s, place in zip(sorts, at, strict=True):
            index = index * sizes[s] + values[place]
        found[index] |= 1 << bit
    return tuple(found)


@lru_cache(maxsize=4096)
def _places(shape: Shape, grammar: Grammar) -> tuple[tuple[Place, ...], dict[Place, int]]:
    found = tuple(instances_in(shape, grammar))
    return found, {place: i for i, place in enumerate(found)}


def places_in(shape: Shape, grammar: Grammar) -> tuple[Place, ...]:
    """Every atom with every choice of variables of a shape, in the order of columns."""
    return _places(shape, grammar)[0]


def choices(sizes: Shape, shape: Shape) -> int:
    """How many choices of the variables of a shape there are, with sorts of these sizes."""
    return prod(size**count for size, count in zip(sizes, shape, strict=True))


def spread(bits: int, sizes: Shape, shape: Shape, sorts: Shape, args: tuple[int, ...]) -> int:
    """The choices of the variables of a shape for which an atom of some parameters is true."""
    found = 0
    if bits:
        for mask in _masks(sizes, shape, sorts, args):
            if bits & 1:
                found |= mask
            bits >>= 1
            if not bits:
                break
    return found


class Sighting:
    """A state and the truth of all atoms in it, computed lazily."""

    __slots__ = ("_bits", "_evaluator", "_false", "_grammar", "_some", "sizes", "state")

    def __init__(self, state: State, evaluator: AtomEvaluator, grammar: Grammar) -> None:
        self.state = state
        self.sizes = evaluator.sizes(state)
        self._evaluator = evaluator
        self._grammar = grammar
        self._bits: dict[int, int] = {}
        self._false: dict[Shape, list[int]] = {}
        self._some: dict[Shape, dict[int, int]] = {}

    def choices(self, shape: Shape) -> int:
        """How many choices of variables there are."""
        return choices(self.sizes, shape)

    def columns(self, shape: Shape) -> list[int]:
        """For each literal the choices of variables for which it is false here.

        First come the negative literals of all atoms, then the positive ones; the last entry
        has all choices.
        """
        found = self._false.get(shape)
        if found is None:
            tick()
            places, _ = _places(shape, self._grammar)
            every = (1 << self.choices(shape)) - 1
            true = [self._spread(shape, place) for place in places]
            found = self._false[shape] = [*true, *(every ^ c for c in true), every]
        return found

    def _spread(self, shape: Shape, place: Place) -> int:
        atom, args = place
        bits = self._bits.get(atom)
        if bits is None:
            bits = self._bits[atom] = self._evaluator.bits(self.state, atom)
        return spread(bits, self.sizes, shape, self._evaluator.sorts[atom], args)

    def falsifies(self, literals: tuple[int, ...], shape: Shape) -> bool:
        """Whether a lemma is false here: for some choice all of its literals are."""
        columns = self._false.get(shape)
        if columns is None:
            return self._falsifies(literals, shape)
        left = columns[-1]
        for literal in literals:
            left &= columns[literal]
        return left != 0

    def _falsifies(self, literals: tuple[int, ...], shape: Shape) -> bool:
        """The same with the columns of these literals only: most states are asked little."""
        places, _ = _places(shape, self._grammar)
        left = every = (1 << self.choices(shape)) - 1
        known = self._some.setdefault(shape, {})
        for literal in literals:
            positive, index = divmod(literal, len(places))
            true = known.get(index)
            if true is None:
                true = known[index] = self._spread(shape, places[index])
            left &= every ^ true if positive else true
            if not left:
                break
        return left != 0


def compiled(clause: Clause, shape: Shape, grammar: Grammar) -> tuple[int, ...]:
    """The indices of a clause's literals among the columns of a sighting."""
    places, position = _places(shape, grammar)
    return tuple(
        position[atom, args] + (len(places) if positive else 0)
        for atom, args, positive in sorted(clause)
    )


class Table:
    """The distinct rows of all samples for one shape, as columns."""

    def __init__(self, shape: Shape, grammar: Grammar) -> None:
        self.shape = shape
        self.grammar = grammar
        self.places, self.position = _places(shape, grammar)
        self.rows: dict[str, None] = {}
        self.columns: list[int] = [0] * len(self.places)

    def add(self, sightings: list[Sighting]) -> bool:
        """Add the rows of more samples; returns whether there was a new one."""
        before = len(self.rows)
        for seen in sightings:
            width = seen.choices(self.shape)
            if width:
                columns = seen.columns(self.shape)[: len(self.places)]
                texts = [format(column, f"0{width}b") for column in columns]
                self.rows.update(dict.fromkeys(map("".join, zip(*texts, strict=True))))
        if len(self.rows) == before:
            return False
        # Columns are made from the text of all rows at once: row 0 is the lowest bit.
        rows = list(self.rows)[::-1]
        self.columns = [int("".join(bits), 2) for bits in zip(*rows, strict=True)]
        return True

    def places_up_to(self, cost: int | None) -> list[Place]:
        """The places whose atoms cost at most this."""
        atoms = self.grammar.atoms
        return [p for p in self.places if cost is None or atoms[p[0]].cost <= cost]

    @property
    def all_rows(self) -> int:
        """The column of an atom that always holds."""
        return (1 << len(self.rows)) - 1

    def literal(self, place: Place, positive: bool) -> int:
        """The rows in which a literal is false."""
        column = self.columns[self.position[place]]
        return self.all_rows ^ column if positive else column

    def holds(self, clause: Clause) -> bool:
        """Whether a clause of this shape, or a smaller one, holds in all samples."""
        left = self.all_rows
        for atom, args, positive in clause:
            left &= self.literal((atom, args), positive)
            if not left:
                return True
        return not left
