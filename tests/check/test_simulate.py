"""`simulate`: what it finds, what it says it has not checked, and how often things occur."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.check.simulation import SimulationProgress, wilson
from holdfast.source import SpecError
from holdfast.verdict import Failed, Sampled, Unknown, Violated
from tests.cancelled import COUNTER, ENGINES, cancelled, is_cancelled, spec_of
from tests.small_specs import module

pytestmark = pytest.mark.native

COIN = """
Init == x = "edge"
Toss == x = "edge" /\\ x' \\in {"heads", "tails", "lost"}
Keep == x # "edge" /\\ UNCHANGED x
Next == Toss \\/ Keep
"""
RARE = """
Init == x = 0
Right == x < 12 /\\ x' = x + 1
Back == x' = 0
Next == Right \\/ Back
Never == x # 12
"""
QUIET = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"


def spec(folder: Path, body: str, config: str = QUIET, **more: str) -> holdfast.Specification:
    (folder / "Small.tla").write_text(module(body, **more), "utf-8")
    (folder / "Small.cfg").write_text(config, "utf-8")
    return holdfast.load(folder / "Small.tla")


# ---- verdicts ----


@pytest.mark.parametrize("engine", ENGINES)
def test_no_violation_is_said_of_what_was_simulated_only(tmp_path: Path, engine: str) -> None:
    result = spec(tmp_path, COIN + "Inv == x # 3").simulate(50, depth=7, engine=engine)
    assert result.verdict == Sampled(50, 7)
    assert (result.ok, result.outcome, result.exit_code) == (True, "bounded", 0)
    assert result.behaviours == 50
    assert result.states == 50 * 8
    assert "holds" not in str(result)
    assert result.envelope().scope == "50 random behaviours of at most 7 steps of this instance"


def test_a_rare_bug_is_found_by_its_seed(tmp_path: Path) -> None:
    rare = spec(tmp_path, RARE, QUIET + "INVARIANT Never\n")
    results = [rare.simulate(200, seed=seed, depth=60) for seed in range(1, 9)]
    found = [r for r in results if r.violated == "Never"]
    assert 0 < len(found) < len(results)
    assert all(r.exit_code == 12 and r.trace[-1] == {"x": 12} for r in found)
    assert all(r.actions[-1] == "Right" and "x = 12" in str(r.reason) for r in found)


@pytest.mark.parametrize("seed", [3, 4])
def test_both_engines_end_with_the_same_trace(tmp_path: Path, seed: int) -> None:
    rare = spec(tmp_path, RARE.replace("12", "8"), QUIET + "INVARIANT Never\n")
    mine, other = (rare.simulate(2_000, seed=seed, engine=e) for e in ENGINES)
    assert mine.violated == "Never"
    assert (mine.verdict, mine.behaviours) == (other.verdict, other.behaviours)
    assert mine.occurrences == other.occurrences


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deadlock_is_a_violation_if_the_model_checks_it(tmp_path: Path, engine: str) -> None:
    body = "Init == x = 0\nNext == x < 3 /\\ x' = x + 1"
    checked = spec(tmp_path, body, "INIT Init\nNEXT Next\n").simulate(5, engine=engine)
    assert (checked.violated, checked.exit_code, len(checked.trace)) == ("deadlock", 11, 4)
    allowed = spec(tmp_path, body).simulate(5, engine=engine)
    assert allowed.verdict == Sampled(5, 100)
    assert (allowed.statistics.stuck, allowed.statistics.longest) == (5, 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_constraint_ends_a_behaviour_and_is_no_deadlock(tmp_path: Path, engine: str) -> None:
    body = "Init == x = 0\nNext == x' = x + 1\nSmall == x < 4"
    config = "INIT Init\nNEXT Next\nCONSTRAINT Small\n"
    result = spec(tmp_path, body, config).simulate(3, engine=engine)
    assert result.verdict == Sampled(3, 100)
    assert (result.statistics.longest, result.statistics.generated) == (3, 13)
    assert result.answer.reductions == ("CONSTRAINT Small",)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("kind", "formula", "length"),
    [
        ("PROPERTY", "[][x' > x]_x", 4),
        ("PROPERTY", "x = 1", 1),
        ("INVARIANT", "x # 0", 1),
        ("INVARIANT", "x < 2", 3),
    ],
)
def test_every_safety_property_is_checked(
    tmp_path: Path, engine: str, kind: str, formula: str, length: int
) -> None:
    body = f"Init == x = 0\nNext == x' = (x + 1) % 3\nP == {formula}"
    result = spec(tmp_path, body, f"{QUIET}{kind} P\n").simulate(9, engine=engine)
    assert isinstance(result.verdict, Violated)
    assert (result.violated, len(result.trace)) == ("P", length)
    assert result.exit_code == (12 if kind == "INVARIANT" else 13)


def test_a_temporal_property_is_not_counted_as_holding(tmp_path: Path) -> None:
    live = spec(tmp_path, COIN + 'Live == <>(x = "heads")', QUIET + "PROPERTY Live\n")
    result = live.simulate(10)
    assert isinstance(result.verdict, Sampled)
    assert result.exit_code == 0
    assert result.outcome == "bounded"
    assert "Live" not in result.answer.checked
    assert [u.name for u in result.answer.not_checked] == ["Live"]
    assert "??  Live  not checked: a temporal property is not checked by simulation" in str(result)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_expression_that_cannot_be_evaluated_is_an_error(tmp_path: Path, engine: str) -> None:
    body = "Init == x = 0\nNext == x' = IF x = 2 THEN CHOOSE i \\in {} : TRUE ELSE x + 1"
    result = spec(tmp_path, body).simulate(5, engine=engine)
    assert isinstance(result.verdict, Failed)
    assert result.exit_code == 75
    assert result.trace[-1] == {"x": 2}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_counted_formula_that_cannot_be_evaluated_is_an_error(
    tmp_path: Path, engine: str
) -> None:
    tossed = spec(tmp_path, COIN)
    result = tossed.simulate(5, count=["x[1] = 2"], engine=engine)
    assert isinstance(result.verdict, Failed)
    assert result.exit_code == 75
    with pytest.raises(SpecError):
        tossed.simulate(5, engine=engine).stat("x[1] = 2")


@pytest.mark.parametrize("engine", ENGINES)
def test_without_an_initial_state_nothing_is_simulated(tmp_path: Path, engine: str) -> None:
    result = spec(tmp_path, "Init == x \\in {}\nNext == x' = x").simulate(5, engine=engine)
    assert isinstance(result.verdict, Unknown)
    assert (result.verdict.cause, result.exit_code) == ("no-initial-state", 20)


def test_a_false_assumption_ends_it(tmp_path: Path) -> None:
    result = spec(tmp_path, COIN + "ASSUME 1 = 2").simulate(5)
    assert result.exit_code == 10


def test_operators_that_depend_on_more_than_the_state_are_interpreted(tmp_path: Path) -> None:
    body = 'Init == x = 0\nNext == x\' = x + 1\nInv == TLCGet("level") = x + 1'
    small = spec(tmp_path, body, QUIET + "INVARIANT Inv\n", extends="Naturals, TLC")
    result = small.simulate(3, depth=5)
    assert (result.verdict, result.answer.engine) == (Sampled(3, 5), "interp")
    assert "the interpreter was used: the native engine does not simulate TLCGet" in str(result)
    with pytest.raises(SpecError, match="does not simulate TLCGet"):
        small.simulate(3, engine="native")


def test_a_value_that_is_too_large_for_the_native_engine(tmp_path: Path) -> None:
    result = spec(tmp_path, "Init == x = 2\nNext == x' = x * x").simulate(1, depth=8)
    assert (result.verdict, result.answer.engine) == (Sampled(1, 8), "interp")
    assert "a value beyond 61 bits" in str(result)


# ---- statistics ----


def test_a_known_frequency_lies_in_the_interval(tmp_path: Path) -> None:
    heads = 'x = "heads"'
    result = spec(tmp_path, COIN).simulate(20_000, depth=3, count=[heads, "x' # x"])
    found = result.stat(heads)
    assert found.behaviours.low < 1 / 3 < found.behaviours.high
    assert found.states.low < 1 / 4 < found.states.high  # in 3 of 4 states, if it is heads
    assert found.behaviours.high - found.behaviours.low < 0.015
    changed = result.stat("x' # x")
    assert changed.of_steps
    assert changed.behaviours.share == 1.0
    assert changed.states.share == pytest.approx(1 / 3)
    assert result.occurrences["Toss"].steps == 20_000
    assert result.occurrences["Keep"].behaviours == 20_000


@pytest.mark.parametrize("engine", ENGINES)
def test_instances_of_actions_that_are_enabled_are_equally_likely(
    tmp_path: Path, engine: str
) -> None:
    body = """
Init == x = 0
Once == x = 0 /\\ x' = 1
Each == \\E i \\in {2, 3} : x = 0 /\\ x' = i
Some == x = 0 /\\ \\E i \\in {y \\in 4..9 : y > x} : x' = i
Never == x = 1 /\\ x' = 2
Next == Once \\/ Each \\/ Some \\/ Never
"""
    found = spec(tmp_path, body).simulate(4_000, depth=1, engine=engine)
    shares = {name: each.steps / 4_000 for name, each in found.occurrences.items()}
    assert shares == pytest.approx({"Once": 0.25, "Each": 0.5, "Some": 0.25, "Never": 0}, abs=0.03)


def test_the_interval_of_states_allows_for_their_dependence(tmp_path: Path) -> None:
    hits = 0
    tossed = spec(tmp_path, COIN)
    for seed in range(40):
        found = tossed.simulate(200, depth=49, seed=seed, count=['x = "heads"'], workers=1)
        share = found.statistics.frequencies[0].states
        hits += share.low < 49 / 150 < share.high
    assert hits >= 34


def test_a_formula_can_be_counted_afterwards(tmp_path: Path) -> None:
    tossed = spec(tmp_path, COIN)
    before = tossed.simulate(300, depth=3, count=['x = "lost"'])
    assert tossed.simulate(300, depth=3).stat('x = "lost"') == before.stat('x = "lost"')


@pytest.mark.parametrize(
    ("times", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(times: int, total: int, low: float, high: float) -> None:
    found = wilson(times, total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_behaviours_can_be_read(tmp_path: Path) -> None:
    rows = list(spec(tmp_path, RARE).simulate(5, depth=4, seed=2).traces(3))
    assert [len(row) for row in rows] == [5, 5, 5]
    assert all(row[0] == {"x": 0} for row in rows)
    assert rows == list(spec(tmp_path, RARE).simulate(9, depth=4, seed=2).traces(3))


# ---- options and limits ----


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"traces": 0}, ValueError, "`traces` is at least 1, not 0"),
        ({"depth": -1}, ValueError, "`depth` is at least 1, not -1"),
        ({"engine": "tlc"}, ValueError, "`engine` is one of 'auto', 'native', 'interp'"),
        ({"dept": 3}, TypeError, "did you mean `depth`"),
        ({"count": ["x ="]}, SpecError, "expression"),
        ({"count": ["y = 1"]}, SpecError, "`y` is not"),
        ({"count": ["[]<>(x = 1)"]}, SpecError, "a state predicate or an action is required"),
    ],
)
def test_a_wrong_option_gives_one_message(
    tmp_path: Path, options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        spec(tmp_path, COIN).simulate(**options)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_time_limit_is_an_end_that_was_asked_for(tmp_path: Path, engine: str) -> None:
    told: list[SimulationProgress] = []
    result = spec_of(tmp_path, COUNTER).simulate(seconds=1.5, engine=engine, progress=told.append)
    assert isinstance(result.verdict, Sampled)
    assert result.exit_code == 0
    assert result.behaviours == result.verdict.behaviours > 10
    assert result.states == result.behaviours * 101
    assert told
    assert told[-1].figures["behaviours"] <= result.behaviours


def test_a_behaviour_that_never_ends_is_no_result(tmp_path: Path) -> None:
    result = spec_of(tmp_path, COUNTER).simulate(1, depth=10**12, seconds=0.5)
    assert isinstance(result.verdict, Unknown)
    assert (result.verdict.cause, result.exit_code, result.behaviours) == ("time", 20, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_cancelling_leaves_the_statistics(tmp_path: Path, engine: str) -> None:
    told = threading.Event()

    def tell(progress: SimulationProgress) -> None:
        if progress.behaviours:
            told.set()

    counter = spec_of(tmp_path, COUNTER)
    before = threading.active_count()
    result = cancelled(
        lambda token: counter.simulate(
            10**9, engine=engine, cancellation=token, progress=tell, workers=2
        ),
        0.3,
        told,
    )
    assert is_cancelled(result.verdict)
    assert result.exit_code == 20
    assert result.behaviours > 0
    steps = sum(each.steps for each in result.occurrences.values())
    assert steps == result.behaviours * 100
    # The thread that compiles in the background may take a moment to end.
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= before
