"""A limit of time holds also for one expression that takes for ever."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.check.replay import Replay
from holdfast.limits import Limits
from holdfast.verdict import Unknown, Violated, exit_code
from tests.small_specs import module, system_of

LONG = "(\\A t \\in SUBSET (1..40) : Cardinality(t) < 50)"
EXTENDS = "Integers, FiniteSets"


def test_assumptions_are_given_up(tmp_path: Path) -> None:
    text = module(f"ASSUME {LONG}\nInit == x = 0\nNext == x' = x", extends=EXTENDS)
    answer = check(system_of(tmp_path, text), replace(DEFAULTS, limits=Limits(seconds=0.3)))
    reason = "stopped after 0.3 s, while assumptions were evaluated"
    assert answer.verdict == Unknown(cause="time", reason=reason)
    assert not answer.complete


def test_a_step_of_the_interpreter_is_given_up(tmp_path: Path) -> None:
    text = module(f"Init == x = 0\nNext == x < 2 /\\ {LONG} /\\ x' = x + 1", extends=EXTENDS)
    options = replace(DEFAULTS, engine="interp", limits=Limits(seconds=0.1))
    answer = check(system_of(tmp_path, text), options)
    assert answer.verdict == Unknown(cause="time", reason="stopped after 0.1 s")
    assert not answer.complete


@pytest.mark.native
def test_a_violation_whose_trace_takes_too_long_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object) -> None:
        all(True for _ in repeat(None))

    monkeypatch.setattr(Replay, "trace", endless)
    text = module("Init == x = 0\nNext == x < 2 /\\ x' = x + 1", extends=EXTENDS)
    options = replace(DEFAULTS, engine="native", compiler="tcc", limits=Limits(seconds=3.0))
    answer = check(system_of(tmp_path, text), options)
    assert isinstance(answer.verdict, Violated)
    assert exit_code(answer) == 11
    assert answer.verdict.trace is None
    assert (
        "there is no trace: the search had to stop before it could be computed" in answer.warnings
    )


@pytest.mark.native
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_command_that_takes_too_long_is_ended(tmp_path: Path, engine: str) -> None:
    command = 'IOExec(<<"sleep", "60">>).exitValue = 0'
    text = module(f"Init == x = 0\nNext == {command} /\\ x' = x + 1", extends="Integers, IOUtils")
    options = replace(DEFAULTS, engine=engine, allow_io=True, limits=Limits(seconds=0.5))
    answer = check(system_of(tmp_path, text), options)
    assert answer.verdict == Unknown(cause="time", reason="stopped after 0.5 s")
    assert answer.seconds < 15
