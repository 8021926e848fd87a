"""Samples outside the tables, on which lemmas that are chosen are checked.

The truth of an atom is one integer for a block of samples, with a bit for each sample and choice of
variables. So an atom is evaluated once in each sample, however many lemmas contain it, and a
clause costs one operation for each of its literals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from holdfast.cancellation import tick
from holdfast.infer.grammar.evaluate import AtomEvaluator, Numbered
from holdfast.infer.grammar.language import Grammar, Shape
from holdfast.infer.search.lemma_pool import Lemma
from holdfast.infer.search.table import Place, choices, places_in, spread
from holdfast.interp.step import State
from holdfast.ir import expr as ir

_BLOCK = 250
"""How many samples are evaluated at once: most lemmas that are false somewhere are so early."""


class Reserve:
    """Samples in a fixed order, without those that were taken out."""

    def __init__(
        self,
        states: list[State],
        atoms: AtomEvaluator,
        grammar: Grammar,
        test: Callable[[ir.Expr], Callable[[State], bool]],
    ) -> None:
        self.states = states
        self._test = test
        self._grammar = grammar
        self._atoms = atoms
        self._blocks: list[_Block] = []
        self._add_blocks(states)

    def _add_blocks(self, states: list[State]) -> None:
        starts = range(0, len(states), _BLOCK)
        self._blocks += [_Block(states[i : i + _BLOCK], self._atoms) for i in starts]

    def extend(self, states: list[State]) -> None:
        """Add more samples."""
        self.states += states
        self._add_blocks(states)

    def witness(self, lemma: Lemma, most: int | None = None) -> State | None:
        """The first sample (of the first ones) that falsifies a lemma."""
        first = self.states[:most]
        if lemma.clause is None:
            test = self._test(lemma.expr)
            return next((s for s in first if not test(s)), None)
        if not first:
            return None
        among, last = set(first), first[-1]
        for block in self._blocks:
            tick()
            for state in self._falsifying(block, lemma):
                if state in among:
                    return state
            if last in block.known:
                break
        return None

    def n_false(self, lemma: Lemma) -> int | None:
        """In how many samples a lemma is false; None if it cannot be evaluated in all of them."""
        if lemma.clause is None:
            test = self._test(lemma.expr)
            return sum(not test(s) for s in self.states)
        places = places_in(lemma.shape, self._grammar)
        atoms = [places[n % len(places)][0] for n in lemma.literals]
        if any(block.undefined(iter(atoms)) for block in self._blocks):
            return None
        return sum(len(set(self._falsifying(block, lemma))) for block in self._blocks)

    def _falsifying(self, block: _Block, lemma: Lemma) -> Iterator[State]:
        places = places_in(lemma.shape, self._grammar)
        unclear = block.undefined(places[n % len(places)][0] for n in lemma.literals)
        left = block.every(lemma.shape)
        for n in lemma.literals:
            column = block.column(lemma.shape, places[n % len(places)])
            left &= column if n < len(places) else ~column
        if not unclear:
            yield from block.states_of(left, lemma.shape)
            return
        # Where an atom cannot be evaluated, the order of evaluation matters.
        test = self._test(lemma.expr)
        false = set(block.states_of(left, lemma.shape))
        for state in block.states:
            if not test(state) if state in unclear else state in false:
                yield state

    def take(self, state: State) -> None:
        """Take a sample out."""
        self.states.remove(state)


class _Block:
    """Some samples and the truth of atoms in them."""

    def __init__(self, states: list[State], atoms: AtomEvaluator) -> None:
        self.states = states
        self.known = set(states)
        self._atoms = atoms
        self._sizes = [atoms.sizes(s) for s in states]
        self._numbered: list[Numbered] = []
        self._bits: dict[int, list[int]] = {}
        self._undefined: dict[int, frozenset[State]] = {}
        self._ends: dict[Shape, list[int]] = {}
        self._columns: dict[tuple[Shape, Place], int] = {}

    def _end(self, shape: Shape) -> list[int]:
        """For each sample the number of the bits up to it and its own."""
        found = self._ends.get(shape)
        if found is None:
            found = list(accumulate(choices(sizes, shape) for sizes in self._sizes))
            self._ends[shape] = found
        return found

    def every(self, shape: Shape) -> int:
        """The column of what is always true."""
        return (1 << self._end(shape)[-1]) - 1

    def undefined(self, atoms: Iterator[int]) -> frozenset[State]:
        """The samples in which some of the atoms cannot be evaluated."""
        found: frozenset[State] = frozenset()
        for atom in atoms:
            self._evaluate(atom)
            found |= self._undefined[atom]
        return found

    def _evaluate(self, atom: int) -> list[int]:
        found = self._bits.get(atom)
        if found is None:
            if not self._numbered:
                self._numbered = [self._atoms.numbered(s) for s in self.states]
            every = zip(self.states, self._numbered, strict=True)
            rows = [self._atoms.bits_of(s, numbered, atom) for s, numbered in every]
            found = self._bits[atom] = [bits for bits, _ in rows]
            failed = (s for s, (_, errors) in zip(self.states, rows, strict=True) if errors)
            self._undefined[atom] = frozenset(failed)
        return found

    def column(self, shape: Shape, place: Place) -> int:
        """Where an atom is true."""
        found = self._columns.get((shape, place))
        if found is None:
            atom, args = place
            sorts = self._atoms.sorts[atom]
            known: dict[tuple[int, Shape], int] = {}
            found = start = 0
            rows = zip(self._evaluate(atom), self._sizes, self._end(shape), strict=True)
            for bits, sizes, end in rows:
                part = known.get((bits, sizes))
                if part is None:
                    part = known[bits, sizes] = spread(bits, sizes, shape, sorts, args)
                found |= part << start
                start = end
            self._columns[shape, place] = found
        return found

    def states_of(self, bits: int, shape: Shape) -> Iterator[State]:
        """The samples of some bits, in order."""
        ends = self._end(shape)
        while bits:
            index = bisect_right(ends, (bits & -bits).bit_length() - 1)
            yield self.states[index]
            bits = bits >> ends[index] << ends[index]
