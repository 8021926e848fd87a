"""Expressions mean what TLC said they mean: 500 of its answers."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.agree import ours
from tests.agree.compare import kind_of_ours, same
from tests.agree.record import RECORDED

DATA = json.loads(RECORDED.read_text(encoding="utf-8"))
CASES: list[dict[str, str]] = DATA["cases"]
KINDS_MAY_DIFFER = 0.04
"""Of two errors in one expression, either may be found first."""


def test_values_and_errors_are_those_of_tlc() -> None:
    answers = ours.answers([c["expression"] for c in CASES])
    errors = other_kind = 0
    for case, answer in zip(CASES, answers, strict=True):
        if "differs" in case:
            continue
        assert same(case["tlc"], answer), case["expression"]
        if answer.startswith("E"):
            errors += 1
            other_kind += case["tlc"] != f"E {kind_of_ours(answer)}"
    assert other_kind <= KINDS_MAY_DIFFER * errors


def test_almost_all_of_500_answers_are_the_same() -> None:
    differing = [c["differs"] for c in CASES if "differs" in c]
    assert len(CASES) == 500
    assert "unexplained" not in differing
    assert len(differing) <= 10


def test_every_difference_has_its_paragraph() -> None:
    page = Path(__file__).parents[2] / "docs" / "differences.md"
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    source = (Path(__file__).parent / "compare.py").read_text(encoding="utf-8")
    named = set(re.findall(r'^    \("([a-z -]+)", ', source.partition("_DIFFERENCES = ")[2], re.M))
    # These are not about the value of one expression.
    others = {"generated states", "printed order", "primes and enabled through operators"}
    others |= {"configurations", "limits", "temporal properties", "tlc's test models"}
    assert {h.lower() for h in headings} == named | others
