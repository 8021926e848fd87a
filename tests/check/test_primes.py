"""What `check` says where primes, ENABLED and `\\cdot` pass through operators, on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.source import SpecError
from tests.check.prime_case import Case
from tests.check.prime_specs import ALL


def answer(case: Case, folder: Path, engine: str) -> holdfast.CheckResult:
    for name, text in {"Root": case.root(), **case.modules}.items():
        (folder / f"{name}.tla").write_text(text, "utf-8")
    (folder / "Root.cfg").write_text(case.cfg(), "utf-8")
    return holdfast.load(folder / "Root.tla").check(engine=engine)


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("elements", "outcome"), [("{0, 1}", "violated"), ("{1, 5}", "error")])
def test_an_action_of_a_function_needs_an_element_of_its_domain(
    elements: str, outcome: str, engine: str, tmp_path: Path
) -> None:
    text = "A[i \\in {0, 1}] == x' = (x + i) % 3\nP == x < 2"
    step = f"\\E i \\in {elements} : A[i]"
    case = Case("function", text, False, "invariant", next=step)
    assert answer(case, tmp_path, engine).outcome == outcome


def test_recursion_through_enabled_that_cannot_be_unfolded_is_refused(tmp_path: Path) -> None:
    text = (
        "RECURSIVE R(_, _)\n"
        "R(n, a) == IF n = 0 THEN a ELSE ENABLED (R(n - 1, a) /\\ x >= 0)\nP == R(2, x' = 1)"
    )
    with pytest.raises(SpecError, match="calls itself with ever new formulas"):
        answer(Case("endless", text, True), tmp_path, "interp")


def test_states_between_two_actions_below_enabled_are_not_counted(tmp_path: Path) -> None:
    text = "A == x' = x + 1\nP == PrintT(x) /\\ ENABLED (A \\cdot A)"
    case = Case("counts", text, True, "invariant", extends="Integers, TLC")
    counts = [answer(case, tmp_path, e).answer.counts.generated for e in ("interp", "native")]
    assert counts == [4, 4]


@pytest.mark.parametrize("engine", ["interp", "auto"])
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_primes_mean_the_same_wherever_they_pass(case: Case, engine: str, tmp_path: Path) -> None:
    result = answer(case, tmp_path, engine)
    assert result.outcome == ("exhausted" if case.holds else "violated"), result
