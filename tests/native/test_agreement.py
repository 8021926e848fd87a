"""The native engine and the interpreter find the same states, in the same order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.limits import Limits
from holdfast.native.emit.support import unsupported
from holdfast.verdict import Failed, Unknown, Violated
from tests.native.agreement import (
    INTERPRETED,
    agree,
    agree_beyond_violations,
    agree_early,
    agree_exactly,
    interpreted,
    models,
    system_of_model,
)
from tests.native.bodies import BODIES
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

FIRST = 300


@pytest.mark.parametrize(("folder", "expected"), list(models()))
def test_a_spec_gives_the_same_states_on_both_engines(
    folder: Path, expected: dict[str, Any]
) -> None:
    system = system_of_model(folder, expected)
    if unsupported(system):
        pytest.fail(f"the native engine cannot run it: {unsupported(system)[0].message}")
    search = agree(system)
    agree_exactly(system, search)
    if isinstance(search.verdict, Violated):
        # Some have states without end beyond.
        agree_beyond_violations(system, search.levels[-1] + 1)


@pytest.mark.parametrize(("folder", "expected"), list(models(larger=True)))
def test_a_large_spec_gives_the_same_first_states(folder: Path, expected: dict[str, Any]) -> None:
    system = system_of_model(folder, expected)
    states = Limits(states=FIRST)
    search = interpreted(system, states)
    agree_early(system, search, states)
    if isinstance(search.verdict, Unknown) and search.levels[-1] > 1:
        complete = Limits(depth=search.levels[-1] - 1)
        agree_early(system, interpreted(system, complete), complete)


@pytest.mark.parametrize("body", list(BODIES.values()), ids=list(BODIES))
def test_a_small_system_gives_the_same_states(tmp_path: Path, body: str) -> None:
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    extends = "Integers, Sequences, FiniteSets"
    system = system_of(tmp_path, module(body, "x, y", extends), config)
    search = agree(system)
    assert search.complete, search.verdict
    agree_exactly(system, search)
    assert len(search.states) > 1 or "UNCHANGED <<x" in body


def test_two_workers_give_the_same_states(tmp_path: Path) -> None:
    body = r"""
Init == x = [i \in 1..4 |-> 0]
Next == \E i \in 1..4 : x[i] < 5 /\ x' = [x EXCEPT ![i] = @ + 1]
"""
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    search = agree(system_of(tmp_path, module(body), config), workers=2)
    assert len(search.states) == 6**4


@pytest.mark.parametrize("engine", ["native", "auto"])
def test_a_violation_has_the_same_trace(tmp_path: Path, engine: str) -> None:
    body = "Init == x = 0\nNext == x' \\in {x + 1, x + 2}\nInv == x # 5"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANT Inv\n")
    mine = check(system, replace(DEFAULTS, engine=engine))
    assert mine.engine == "native"
    assert isinstance(mine.verdict, Violated)
    assert mine.verdict == check(system, INTERPRETED).verdict


@pytest.mark.parametrize(
    "step",
    [
        'x\' = IF x = 2 THEN x + "a" ELSE x + 1',
        "x' = x + 1 /\\ (x = 2 => x \\in 5)",
        "x' = IF x < 3 THEN x + 1 ELSE CHOOSE v \\in {1, 2} : v > x",
        "x' = IF x = 2 THEN <<1>>[x] ELSE x + 1",
        "x' = CASE x < 2 -> x + 1",
        "x' = x + 1 /\\ Assert(x < 2, <<x>>)",
        'x\' = IF x = 2 THEN {1, "a"} ELSE x + 1',
    ],
)
def test_an_error_is_worded_by_the_interpreter(tmp_path: Path, step: str) -> None:
    text = module(f"Init == x = 0\nNext == {step}", extends="Integers, TLC")
    system = system_of(tmp_path, text)
    mine = check(system, replace(DEFAULTS, engine="native"))
    assert isinstance(mine.verdict, Failed)
    assert mine.verdict == check(system, INTERPRETED).verdict


def test_an_integer_beyond_61_bits_is_left_to_the_interpreter(tmp_path: Path) -> None:
    body = "Init == x = 1\nNext == x < 10^30 /\\ x' = x * 1000000"
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    answer = check(system_of(tmp_path, module(body), config), replace(DEFAULTS, engine="auto"))
    assert answer.engine == "interp"
    assert any("interpreter was used" in w for w in answer.warnings)
    assert answer.counts.distinct == 6


def test_what_is_not_supported_is_named_before_anything_runs(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = RandomElement(0..x)"
    system = system_of(tmp_path, module(body, extends="TLC, Naturals"))
    problems = unsupported(system)
    assert [p.code for p in problems] == ["native-unsupported"]
    assert "TLC!RandomElement" in problems[0].message
    assert problems[0].span is not None
    answer = check(system, replace(DEFAULTS, engine="auto"))
    assert answer.engine == "interp"
    assert "RandomElement" in answer.warnings[0]
    assert "Small.tla:5:" in answer.warnings[0]


def test_going_on_after_a_violation_finds_the_others(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = (x + 1) % 6\nA == x # 4\nB == x # 2\nC == x < 9"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANTS A B C\n")
    options = replace(DEFAULTS, engine="native", keep_going=True)
    answer = check(system, options)
    assert isinstance(answer.verdict, Violated)
    assert [answer.verdict.property, *(v.property for v in answer.more_violations)] == ["B", "A"]
    assert answer.counts.distinct == 6


def test_implications_that_are_never_triggered_are_named(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = 1 - x\nInv == x = 1 => x > 0\nVoid == x = 2 => x > 5"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANTS Inv Void\n")
    answer = check(system, replace(DEFAULTS, engine="native"))
    assert answer.engine == "native"
    assert answer.vacuous == ("`x = 2 => x > 5` in Void",)


COUNTS_UP = "Init == x \\in {0, 1}\nNext == x' \\in {x + 2, x + 3}\nInv == x < 40"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("limits", "cause"),
    [(Limits(depth=1), "depth"), (Limits(depth=9), "depth"), (Limits(states=20), "states")],
)
def test_a_search_that_is_stopped_has_the_same_states(
    tmp_path: Path, limits: Limits, cause: str, workers: int
) -> None:
    system = system_of(tmp_path, module(COUNTS_UP))
    search = interpreted(system, limits)
    assert isinstance(search.verdict, Unknown)
    assert search.verdict.cause == cause
    agree_early(system, search, limits, workers=workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_that_is_violated_has_the_same_states_up_to_there(
    tmp_path: Path, workers: int
) -> None:
    system = system_of(tmp_path, module(COUNTS_UP), "INIT Init\nNEXT Next\nINVARIANT Inv\n")
    search = agree(system, workers=workers)
    assert isinstance(search.verdict, Violated)
    assert search.verdict.trace is not None
    assert len(search.verdict.trace) == 14


def test_a_comparison_finds_a_state_that_differs(tmp_path: Path) -> None:
    limits = Limits(depth=4)
    search = interpreted(system_of(tmp_path, module(COUNTS_UP)), limits)
    other = system_of(tmp_path, module(COUNTS_UP.replace("x + 3", "x + 4")))
    with pytest.raises(AssertionError):
        agree_early(other, search, limits)


def test_a_search_that_cannot_be_compared_fails(tmp_path: Path) -> None:
    system = system_of(tmp_path, module(COUNTS_UP))
    limits = Limits(states=20)
    search = interpreted(system, limits)
    search.verdict = None
    with pytest.raises(AssertionError):
        agree_early(system, search, limits)
