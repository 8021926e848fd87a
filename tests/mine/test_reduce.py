"""The facts that are left imply those that are left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.ir import expr as ir
from holdfast.ir.observation import Scene, widen
from holdfast.mine.facts import Fact, facts_of
from holdfast.mine.lattice import Rel
from holdfast.mine.reduce import irredundant
from holdfast.mine.terms import Term

_ZERO = -1
_FORMS = ("order", "bound", "difference")
_TABLES = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 4), min_size=n, max_size=n), min_size=1, max_size=6)
)


def _scene(rows: list[list[int]]) -> Scene:
    scene = Scene(None, None)
    for row in rows:
        for a, x in enumerate(row):
            widen(scene.ranges, a, x, x)
            for b in range(a + 1, len(row)):
                widen(scene.differences, (a, b), x - row[b], x - row[b])
                if x == row[b]:
                    scene.equal.add((a, b))
    return scene


def _edges(facts: list[Fact], n: int) -> dict[tuple[int, int], int]:
    """The shortest distances that facts imply."""
    far = 1 << 30
    nodes = [_ZERO, *range(n)]
    found = {(a, b): 0 if a == b else far for a in nodes for b in nodes}
    for f in facts:
        a, b = f.left[0], f.right[0] if f.right else _ZERO
        strict = f.rel in (Rel.LT, Rel.GT)
        if f.rel in (Rel.LE, Rel.LT, Rel.EQ):
            found[a, b] = min(found[a, b], f.offset - strict)
        if f.rel in (Rel.GE, Rel.GT, Rel.EQ):
            found[b, a] = min(found[b, a], -f.offset - strict)
    for c in nodes:
        for a in nodes:
            for b in nodes:
                found[a, b] = min(found[a, b], found[a, c] + found[c, b])
    return found


@given(_TABLES, st.sets(st.sampled_from(_FORMS), min_size=1))
def test_what_is_left_implies_the_rest(rows: list[list[int]], forms: set[str]) -> None:
    scene = _scene(rows)
    terms = tuple(Term(f"x{i}", "integer", ir.Name(f"x{i}")) for i in range(len(rows[0])))
    facts = list(facts_of(scene, terms, tuple(forms)))  # type: ignore[arg-type]  # they are forms
    kept = irredundant(facts, scene)
    assert set(kept) <= set(facts)
    ordered = [f for f in facts if f.rel is not Rel.NE]
    assert _edges(ordered, len(terms)) == _edges(
        [f for f in kept if f.rel is not Rel.NE], len(terms)
    )
