"""Engines, and TLC, agree with the judge about random systems with temporal properties."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.verdict import Step, Trace
from tests.agree.tlc import needs_tlc
from tests.liveness.answers import Said, disagreement
from tests.liveness.compare import ENGINES, differences, tlc_differences
from tests.liveness.formula import And, Lasso, Not, Now
from tests.liveness.generate import Case, generate

CASES = 100
ALL_CASES = 5000
CASES_FOR_TLC = 300
AT_ONCE = 250


def found_wrong(cases: range, folder: Path, kinds: Counter[str]) -> list[str]:
    return [
        f"seed {seed}: {text}\n{case}"
        for seed in cases
        for case in [generate(seed)]
        for text in differences(case, folder, ENGINES, kinds)
    ]


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Counter[str]]:
    """What is wrong with the first answers, and their kinds."""
    kinds: Counter[str] = Counter()
    return found_wrong(range(CASES), tmp_path_factory.mktemp("case"), kinds), kinds


@pytest.mark.native
def test_engines_agree_with_the_judge(compared: tuple[list[str], Counter[str]]) -> None:
    wrong, _ = compared
    assert not wrong, wrong[0]


@pytest.mark.native
def test_engines_answer_every_case(compared: tuple[list[str], Counter[str]]) -> None:
    _, kinds = compared
    assert not [kind for kind in kinds if "unanswered" in kind]


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("first", range(0, ALL_CASES, AT_ONCE))
def test_engines_agree_with_the_judge_about_all(first: int, tmp_path: Path) -> None:
    wrong = found_wrong(range(first, first + AT_ONCE), tmp_path, Counter())
    assert not wrong, wrong[0]


@pytest.mark.slow
@pytest.mark.tlc
@needs_tlc
def test_tlc_agrees_with_the_judge(tmp_path: Path) -> None:
    cases = [generate(seed) for seed in range(CASES_FOR_TLC)]
    wrong = list(tlc_differences(cases, tmp_path, Counter()))
    assert not wrong, wrong[0]


def counting_case() -> Case:
    """A case about one integer that is violated by a lasso of some states."""
    for seed in range(1000):
        case = generate(seed)
        if case.variables == ("x",) and case.lasso and len(case.lasso) > 2 and not case.unsafe:
            return case
    raise AssertionError("there is none")


def said(case: Case, lasso: Lasso) -> Said:
    steps = tuple(Step({"x": case.model.states[number][0]}) for number in lasso.states)
    return Said("violated", Trace(steps, lasso.loop))


def test_a_wrong_verdict_is_a_disagreement() -> None:
    case = counting_case()
    assert "the judge has" in str(disagreement(case, Said("holds")))
    fine = replace(case, property=And(()))
    assert "it holds" in str(disagreement(fine, said(case, Lasso((0,), 0))))
    assert "states, but" in str(disagreement(fine, Said("holds", distinct=1)))
    assert disagreement(fine, Said("holds", distinct=len(case.model.states))) is None


def test_a_trace_must_be_a_shortest_fair_behaviour_that_violates_the_property() -> None:
    case = counting_case()
    lasso = case.lasso
    assert lasso is not None
    assert disagreement(case, said(case, lasso)) is None
    twice = Lasso((*lasso.states, *lasso.states[lasso.loop :]), len(lasso))
    assert "not as long as" in str(disagreement(case, said(case, twice)))
    never = replace(case, fairness=Not(And(())))
    never.__dict__["lasso"] = lasso
    assert "not fair" in str(disagreement(never, said(case, lasso)))
    strangers = sorted(set(range(case.model.graph.size)) - case.model.graph.initial)
    assert "no behaviour" in str(disagreement(case, said(case, Lasso((strangers[0],), 0))))
    outside = Said("violated", Trace((Step({"x": -1}),), "stutter"))
    assert "cannot be reached" in str(disagreement(case, outside))
    everywhere = Now(frozenset(range(case.model.graph.size)))
    fine = replace(case, property=everywhere)
    fine.__dict__["lasso"] = lasso
    assert "the property holds" in str(disagreement(fine, said(case, lasso)))
