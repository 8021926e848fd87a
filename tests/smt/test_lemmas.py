from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from holdfast.ir import expr as ir
from holdfast.smt.solvers.model import Element
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.smt.unbounded.lemmas import (
    Comparison,
    Relation,
    enough_lemma,
    growth_lemma,
    is_enough,
    must_overlap,
    overlap_lemma,
)
from holdfast.smt.unbounded.read import Reader
from tests.smt.unbounded_proofs import system_of_text

pytestmark = pytest.mark.smt

MAJORITY = Comparison(((2, None), (-1, "Node")), 0)
MAJORITY_OF = Comparison(((2, None), (-1, None)), 0)
HALF = Comparison(((2, None), (-1, "Node")), 1)
TWO_THIRDS = Comparison(((3, None), (-2, "Node")), 0)
FLEXIBLE = Comparison(((1, None), (1, None), (-1, "Node")), 0)
ALL_BUT_ONE = Comparison(((1, None), (-1, "Node")), 2)
COMPARISONS = [MAJORITY, MAJORITY_OF, HALF, TWO_THIRDS, FLEXIBLE, ALL_BUT_ONE]
LARGEST = 4


def overlaps_in_small_sets(c: Comparison, count: int) -> bool:
    """Whether no small sets contradict the lemma: every choice of subsets of a right side."""
    lefts = sum(1 for factor, _ in c.parts if factor > 0)
    for size in range(LARGEST + 1):
        for rows in product(product(range(2**size), repeat=lefts), repeat=count):
            if not all(_holds(c, row, size) for row in rows):
                continue
            common = 2**size - 1
            for row in rows:
                for each in row:
                    common &= each
            if common == 0:
                return False
    return True


def _holds(c: Comparison, lefts: tuple[int, ...], right: int) -> bool:
    given = iter(lefts)
    total = c.rest
    for factor, _ in c.parts:
        total += factor * (next(given).bit_count() if factor > 0 else right)
    return total > 0


@pytest.mark.parametrize("c", COMPARISONS, ids=lambda c: c.text(("P", "Q", "R")))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_must_overlap_is_what_overlaps_in_all_small_sets(c: Comparison, count: int) -> None:
    assert must_overlap(c, count) == overlaps_in_small_sets(c, count)


@pytest.mark.parametrize("c", [MAJORITY, HALF, TWO_THIRDS, ALL_BUT_ONE])
def test_what_is_enough_is_what_holds_for_whole_small_sets(c: Comparison) -> None:
    small = [_holds(c, (2**size - 1,), size) for size in range(1, 6)]
    assert is_enough(c) == all(small)


def test_every_lemma_has_a_statement_and_a_justification() -> None:
    for c in COMPARISONS:
        for lemma in (growth_lemma(c), overlap_lemma(c, 2), enough_lemma(c)):
            assert "Cardinality" in lemma.statement
            assert lemma.justification


# ---- the axioms themselves, in structures where the sort of sets has all sets ----

USES = {
    "majority": r"\E Q \in SUBSET Node : 2 * Cardinality(Q) > Cardinality(Node)",
    "majority of a set": r"\A S \in SUBSET Node :"
    r" \E Q \in {R \in SUBSET S : 2 * Cardinality(R) > Cardinality(S)} : Q = S",
    "more than half as many": r"\A P, Q \in SUBSET Node : 2 * Cardinality(P) > Cardinality(Q)",
    "two thirds": r"\E Q \in SUBSET Node : 3 * Cardinality(Q) > 2 * Cardinality(Node)",
    "together more": r"\A P, Q \in SUBSET Node :"
    r" Cardinality(P) + Cardinality(Q) > Cardinality(Node)",
    "at most as many": r"\A P, Q \in SUBSET Node : Cardinality(P) <= Cardinality(Q)",
    "a set that is defined": r"\A n \in Node : 2 * Cardinality(Node \ {n}) > Cardinality(Node)",
}


class Standard:
    """A model in which relations are what they are about, for a number of nodes."""

    def __init__(self, encoding: UnboundedEncoding, size: int) -> None:
        self.encoding = encoding
        self.size = size
        sets = tuple(map(str, range(2**size)))
        self.universes: Mapping[str, tuple[str, ...]] = {
            "Node": tuple(map(str, range(size))),
            "SUBSET Node": sets,
        }

    def value(self, symbol: str, args: tuple[Element, ...] = ()) -> Element:
        """The truth about members and sizes."""
        if symbol == "in SUBSET Node":
            return bool(int(args[1]) >> int(args[0]) & 1)
        if symbol.startswith("set."):
            everything = 2**self.size - 1
            return str(everything & ~(1 << int(args[0])) if args else everything)
        relation = next(r for s, r in self.encoding.theory.relations.items() if s.name == symbol)
        assert isinstance(relation, Relation)
        return self._compare(relation, [int(a) for a in args])

    def _compare(self, relation: Relation, sets: list[int]) -> bool:
        given = iter(sets)
        total = relation.comparison.rest
        for factor, whole in relation.comparison.parts:
            total += factor * (self.size if whole else next(given).bit_count())
        return total > 0 and (not relation.inside_right or sets[0] & ~sets[1] == 0)


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_axioms_are_true_of_finite_sets(name: str, size: int) -> None:
    text = (
        "EXTENDS Integers, FiniteSets\nCONSTANT Node\nVARIABLE x\n"
        f"Init == x = 0\nNext == UNCHANGED x\nP == {USES[name]}"
    )
    config = "INIT Init NEXT Next CONSTANT Node = {n1, n2} INVARIANT P"
    encoding = UnboundedEncoding(system_of_text(text, config))
    encoding.holds(ir.Call("P"), encoding.state("s"))
    reader = Reader(Standard(encoding, size), (), ())
    assert encoding.theory.axioms
    for term, label in encoding.theory.axioms.items():
        assert reader.evaluate(term, {}), label


def test_no_axiom_is_made_for_what_need_not_overlap() -> None:
    assert not must_overlap(HALF, 2)
    assert not must_overlap(MAJORITY, 3)
    assert must_overlap(TWO_THIRDS, 3)
