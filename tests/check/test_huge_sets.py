"""Sets that are too large to be listed, where nothing needs the list."""

from __future__ import annotations

import pytest

from holdfast.verdict import Exhausted, Failed
from tests.check.asked import BEHAVIOUR, ask, violation

HUGE = "[1..20 -> 1..20]"
BODY = "VARIABLE x\nInit == x = 0\nNext == x' = 1 - x\n"


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
@pytest.mark.parametrize(
    "formula",
    [
        f"\\E f, g \\in {HUGE} : f # g",
        f"\\E n \\in 1..3, f \\in {HUGE}, T \\in SUBSET (1..60) : f[n] = n /\\ T = {{}}",
    ],
)
def test_several_names_may_range_over_huge_sets(engine: str, formula: str) -> None:
    answer = ask(f"{BODY}Inv == {formula}\n", f"INVARIANT Inv\n{BEHAVIOUR}", engine=engine)
    assert isinstance(answer.verdict, Exhausted)


def test_a_product_with_a_huge_set_is_an_error() -> None:
    formula = f"\\E p \\in {{1}} \\X {HUGE} : p[1] = 1"
    config = f"INVARIANT Inv\n{BEHAVIOUR}"
    answer = ask(f"{BODY}Inv == {formula}\n", config, engine="interp")
    assert isinstance(answer.verdict, Failed)
    assert answer.verdict.diagnostics[0].code == "eval-too-large"


@pytest.mark.native
def test_a_reason_that_takes_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.check.conclusion._MOST_EXPLAINING", 0.3)
    formula = f"\\A f, g \\in {HUGE} : f[1] = g[1]"
    answer = ask(f"{BODY}Inv == {formula}\n", f"INVARIANT Inv\n{BEHAVIOUR}", engine="native")
    assert violation(answer).reason is None
