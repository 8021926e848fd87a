"""The lattice of ordering relations, and that extremes of differences compute it."""

from __future__ import annotations

from functools import reduce
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.mine.lattice import Rel, combine, relation_of

# The relations of the paper, from UNSEEN to NONE; rows are new, columns old.
_NAMES = [Rel.UNSEEN, Rel.EQ, Rel.LT, Rel.GT, Rel.LE, Rel.GE, Rel.NONE]
_TABLE = """
    .    =    <    >    <=   >=   none
    =    =    <=   >=   <=   >=   none
    <    <=   <    none <=   none none
    >    >=   none >    none >=   none
    <=   <=   <=   none <=   none none
    >=   >=   none >=   none >=   none
    none none none none none none none
"""


def _rows() -> list[tuple[Rel, Rel, Rel]]:
    rows = [line.split() for line in _TABLE.strip().splitlines()]
    named = {"." if r is Rel.UNSEEN else r.value: r for r in _NAMES}
    return [
        (new, old, named[rows[i][j]])
        for i, new in enumerate(_NAMES)
        for j, old in enumerate(_NAMES)
    ]


@pytest.mark.parametrize(("new", "old", "expected"), _rows())
def test_the_table_of_the_paper(new: Rel, old: Rel, expected: Rel) -> None:
    assert combine(new, old) is expected


def test_combining_is_commutative_associative_and_idempotent() -> None:
    for a, b, c in product(_NAMES, repeat=3):
        assert combine(a, b) is combine(b, a)
        assert combine(combine(a, b), c) is combine(a, combine(b, c))
        assert combine(a, a) is a


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=8))
def test_extremes_of_the_difference_give_what_combining_gives(pairs: list[tuple[int, int]]) -> None:
    def compare(a: int, b: int) -> Rel:
        return Rel.EQ if a == b else Rel.LT if a < b else Rel.GT

    combined = reduce(lambda old, p: combine(compare(*p), old), pairs, Rel.UNSEEN)
    apart = [a - b for a, b in pairs]
    found = relation_of(min(apart), max(apart), 0 in apart)
    assert found is combined or (combined is Rel.NONE and found is Rel.NE and 0 not in apart)
