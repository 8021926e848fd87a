from __future__ import annotations

from collections import Counter

import pytest

from holdfast.smt.solvers.solve import SOLVERS
from tests.agree.generate import expressions
from tests.smt.agreement import Judged, judge

pytestmark = pytest.mark.smt

WRONG = ("disagrees", "contradiction")


def _judged(seed: int, count: int) -> list[Judged]:
    """What became of this many expressions that have a value."""
    found: list[Judged] = []
    while len(found) < count:
        texts = expressions(seed, 2 * (count - len(found)) + 10)
        found += [j for j in judge(texts, seed, SOLVERS) if j.verdict != "no value"]
        seed += 1
    return found[:count]


def _agree(judged: list[Judged]) -> None:
    wrong = [j for j in judged if j.verdict in WRONG]
    assert not wrong, "\n".join(f"{j.verdict}: {j.text}\n  {j.detail}" for j in wrong)
    counts = Counter(j.verdict for j in judged)
    assert counts["unknown"] <= 0.05 * len(judged), counts
    assert counts["refused"] <= 0.08 * len(judged), counts
    assert counts["stricter"] <= 0.02 * len(judged), counts


def test_two_hundred_expressions_mean_what_the_interpreter_says() -> None:
    _agree(_judged(7, 200))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_five_thousand_expressions_mean_what_the_interpreter_says(part: int) -> None:
    _agree(_judged(1000 + 100 * part, 500))


@pytest.mark.parametrize(
    "text",
    [
        'Len("foo")',
        '"a" \\o "b"',
        "SubSeq(<<1, 2, 3>>, 2, 3)",
        "SelectSeq(<<1, 2, 3>>, LAMBDA x : x > 1)",
        "[[i \\in {1, 2} |-> [j \\in {1, 2} |-> 0]] EXCEPT ![1][2] = @ + 1, ![2][2] = 5]",
        "CHOOSE x \\in {3, 1, 2} : x > 1",
        "Cardinality({1, 2, 1, 3})",
        "UNION {{1, 2}, {2, 3}}",
        "SUBSET {1, 2}",
        "[{1, 2} -> {3, 4}]",
        "LET RECURSIVE f(_) f(s) == IF s = {} THEN 0 ELSE LET x == CHOOSE x \\in s : TRUE "
        "IN x + f(s \\ {x}) IN f({1, 2, 3})",
        "(-7) \\div 2",
        "7 \\div (-2)",
        "(-7) % 3",
        "2 ^ 3",
        '("a" :> 1) @@ ("b" :> 2)',
        "SetToBag({1, 2}) (+) SetToBag({2})",
        "{x \\in 1 .. 4 : x % 2 = 0}",
        "DOMAIN [a |-> 1, type |-> 2]",
        "IF m1 = m2 THEN 1 ELSE 2",
    ],
)
def test_an_operator_agrees_when_every_leaf_is_unknown(text: str) -> None:
    for seed in range(3):
        (judged,) = judge([text], seed, SOLVERS, shares=(0.9, 0.0))
        assert judged.verdict == "agrees", judged
