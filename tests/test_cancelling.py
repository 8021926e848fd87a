"""Cancelling from another thread ends a search, on any engine, with what it has found."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, get_args

import pytest

from holdfast import Cancellation
from holdfast.check.engine import Exploration
from holdfast.check.options import EngineName
from holdfast.native.build import build, cc
from holdfast.progress import Progress
from holdfast.verdict import Answer, Unknown, Violated
from tests.cancelled import (
    COUNTER,
    ENGINES,
    SLOW,
    SLOW_AT_3,
    cancelled,
    is_cancelled,
    spec_of,
)

# An interruption may arrive in a finalizer, where Python ignores it; it is then repeated.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SPECS_OF_ONE_SLOW_EXPRESSION = {
    "assumption": f"ASSUME {SLOW}\nInit == x = 0\nNext == x' = x\nInv == TRUE",
    "initial": f"Init == x = 0 /\\ {SLOW}\nNext == x' = x\nInv == TRUE",
    "guard": f"Init == x = 0\nNext == {SLOW_AT_3} /\\ x' = x + 1\nInv == TRUE",
    "invariant": f"Init == x = 0\nNext == x' = x + 1\nInv == {SLOW_AT_3}",
    "postcondition": f"Init == x = 0\nNext == x' = x\nInv == TRUE\nPost == {SLOW}",
}


# ---- check ----


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("after", [0.0, 0.3, 1.2])
def test_a_search_without_end_leaves_its_counts(tmp_path: Path, engine: str, after: float) -> None:
    told = threading.Event()

    def tell(_: Progress) -> None:
        told.set()

    spec = spec_of(tmp_path, COUNTER)
    result = cancelled(
        lambda token: spec.check(engine=engine, cancellation=token, progress=tell), after, told
    )
    assert is_cancelled(result.answer.verdict)
    assert result.answer.engine == engine
    assert not result.answer.complete
    assert result.answer.counts.distinct > 100
    assert result.exit_code == 20


@pytest.mark.native
@pytest.mark.parametrize("workers", [1, 2])
def test_all_workers_of_a_search_end(tmp_path: Path, workers: int) -> None:
    spec = spec_of(tmp_path, COUNTER)
    before = threading.active_count()
    result = cancelled(
        lambda token: spec.check(engine="native", workers=workers, cancellation=token), 2.0
    )
    assert is_cancelled(result.answer.verdict)
    time.sleep(0.2)
    assert threading.active_count() <= before


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("place", list(SPECS_OF_ONE_SLOW_EXPRESSION))
def test_one_slow_expression_is_left(tmp_path: Path, engine: str, place: str) -> None:
    body = SPECS_OF_ONE_SLOW_EXPRESSION[place]
    text = f"---- MODULE Spec ----\nEXTENDS Integers, FiniteSets\nVARIABLE x\n{body}\n====\n"
    config = "POSTCONDITION Post\n" if "Post" in body else ""
    spec = spec_of(tmp_path, text, config)
    result = cancelled(lambda token: spec.check(engine=engine, cancellation=token), 0.7)
    assert is_cancelled(result.answer.verdict)
    assert result.exit_code == 20
    assert result.answer.counts.distinct == {"guard": 4, "invariant": 4, "postcondition": 1}.get(
        place, 0
    )


@pytest.mark.native
def test_an_operator_that_python_computes_for_c_is_left(tmp_path: Path) -> None:
    text = f"""
---- MODULE Spec ----
EXTENDS Integers, FiniteSets, TLC, TLCExt
VARIABLE x
Init == x = 0
Next == PrintT(x) /\\ {SLOW_AT_3} /\\ x' = x + 1
Inv == TRUE
====
"""
    spec = spec_of(tmp_path, text)
    result = cancelled(lambda token: spec.check(engine="native", cancellation=token), 2.0)
    assert is_cancelled(result.answer.verdict)
    assert result.answer.output


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
def test_a_command_that_a_spec_runs_is_ended(tmp_path: Path, engine: str) -> None:
    text = """
---- MODULE Spec ----
EXTENDS Integers, IOUtils
VARIABLE x
Init == x = 0
Next == IOExec(<<"sleep", "60">>).exitValue = 0 /\\ x' = x + 1
Inv == TRUE
====
"""
    spec = spec_of(tmp_path, text)
    result = cancelled(
        lambda token: spec.check(engine=engine, allow_io=True, cancellation=token), 0.7
    )
    assert is_cancelled(result.answer.verdict)


@pytest.mark.native
def test_a_compiler_that_takes_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow-cc"
    slow.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "system_compiler", lambda: str(slow))
    monkeypatch.setattr(cc, "system_compiler", lambda: str(slow))
    monkeypatch.setattr("holdfast.native.build.cache.noted", lambda _: 1e9)
    spec = spec_of(tmp_path, COUNTER)
    result = cancelled(lambda token: spec.check(engine="native", cancellation=token), 0.7)
    assert is_cancelled(result.answer.verdict)
    assert result.answer.counts.distinct == 0


@pytest.mark.native
@pytest.mark.parametrize("engine", ENGINES)
def test_a_violation_that_was_found_before_counts(
    tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = threading.Event()

    def endless(*_: object) -> Any:
        reasons.set()
        while True:
            pass

    monkeypatch.setattr("holdfast.check.judge.explained", endless)
    text = COUNTER.replace("x >= 0", "x < 3")
    spec = spec_of(tmp_path, text)
    result = cancelled(lambda token: spec.check(engine=engine, cancellation=token), 0.2, reasons)
    assert isinstance(result.answer.verdict, Violated)
    assert len(result.trace) == 4
    assert result.exit_code == 12


def test_a_token_with_a_deadline_limits_the_time(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, COUNTER)
    answer = spec.check(engine="interp", cancellation=Cancellation(seconds=0.3)).answer
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.cause == "time"
    assert answer.counts.distinct > 0


def test_a_token_that_was_used_ends_the_next_question_at_once(tmp_path: Path) -> None:
    token = Cancellation()
    token.cancel()
    answer = spec_of(tmp_path, COUNTER).check(engine="interp", cancellation=token).answer
    assert is_cancelled(answer.verdict)
    assert answer.counts.distinct <= 1


def test_several_questions_are_cancelled_by_one_token(tmp_path: Path) -> None:
    spec, found = spec_of(tmp_path, COUNTER), list[Answer]()

    def both(token: Cancellation) -> list[Answer]:
        def one() -> None:
            found.append(spec.check(engine="interp", cancellation=token).answer)

        other = threading.Thread(target=one)
        other.start()
        one()
        other.join()
        return found

    for answer in cancelled(both, 0.5):
        assert is_cancelled(answer.verdict)


def test_a_limit_that_a_question_does_not_have_is_an_error(tmp_path: Path) -> None:
    from holdfast.infer.infer import infer
    from holdfast.infer.result import InferenceOptions
    from holdfast.limits import Limits
    from holdfast.prove.options import ProofOptions
    from holdfast.prove.prove import prove
    from holdfast.workbench import prepare

    system = prepare(spec_of(tmp_path, COUNTER)).system
    with pytest.raises(ValueError, match="prove has no limit `depth`"):
        prove(system, ProofOptions(limits=Limits(depth=3)))
    with pytest.raises(ValueError, match="infer has no limit `states`"):
        infer(system, system.invariants[0], InferenceOptions(limits=Limits(states=3)))


def test_an_engine_stops_by_itself_when_its_limits_are_reached(tmp_path: Path) -> None:
    from holdfast.check.engines import ENGINES
    from holdfast.interp.machine import Machine
    from holdfast.limits import Limits
    from holdfast.workbench import prepare

    assert get_args(EngineName) == ("auto", *ENGINES)
    system = prepare(spec_of(tmp_path, COUNTER)).system
    for engine in ENGINES.values():
        exploration = Exploration(Machine(system))
        assert not engine().refusals(exploration)
        for limits, cause in ((Limits(depth=5), "depth"), (Limits(states=2000), "states")):
            search = engine().run(Exploration(Machine(system)), limits, None)
            assert isinstance(search.verdict, Unknown)
            assert search.verdict.cause == cause
            assert search.counts().distinct > 0
