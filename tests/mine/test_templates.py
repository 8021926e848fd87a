"""Templates: linear relations with holes."""

from __future__ import annotations

import pytest

from holdfast import SpecError, load
from holdfast.mine.lattice import Rel
from holdfast.mine.template import read_template

_SPEC = "specs/SeedPeterson/SeedPeterson.tla"


def test_a_template_is_a_sum_with_factors() -> None:
    found = read_template("2 * ?x - ?y + 3 <= ?x + N", {"N": 5})
    assert (found.holes, found.factors) == (("?x", "?y"), (1, -1))
    assert (found.rel, found.offset) == (Rel.LE, -2)


@pytest.mark.parametrize(
    ("text", "column"),
    [("?x + y <= ?z", 6), ("?x + ?y", 8), ("1 <= 2", 7), ("?x <= ?y ?z", 10), ("?x * 2 = 1", 4)],
)
def test_mistakes_have_a_location(text: str, column: int) -> None:
    with pytest.raises(SpecError) as caught:
        read_template(text, {})
    (problem,) = caught.value.diagnostics
    assert problem.span is not None
    assert problem.span.source.position(problem.span.start) == (1, column)


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_the_instances_that_hold(engine: str) -> None:
    spec = load(_SPEC)
    found = spec.mine(templates=["?x + ?y >= ?z"], engine=engine)
    texts = [r.text for r in found.relations]
    assert texts == ["flag[0] + flag[1] >= ncrit", "flag[0] + turn >= ncrit"]
    checked = spec.check(invariants=[r.tla for r in found.relations], deadlock=False)
    assert checked.ok


def test_too_many_instances_are_an_error() -> None:
    spec = load("specs/LamportMutex/LamportMutex.tla")
    with pytest.raises(SpecError, match="more than 20,000 instances"):
        spec.mine(templates=["?a + 2 * ?b + 3 * ?c + 4 * ?d + 5 * ?e = 1"])
