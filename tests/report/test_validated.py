"""The text of a validated trace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import holdfast
from holdfast.report.layout import Look
from holdfast.report.validated import show_validated
from holdfast.verdict import Reason
from tests.cli.specs import COUNTER, write


def test_a_long_explanation_is_cut_unless_states_are_shown_in_full(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER)
    trace = tmp_path / "t.json"
    trace.write_text('{"states": [{"n": 0}, {"n": 7}]}', encoding="utf-8")
    result = holdfast.load(tmp_path / "Counter.tla", constants={"N": 9}).validate(trace)
    why = Reason("Up", because=(Reason("word " * 200),))
    result = replace(result, refusals=(why,) * 10)
    short, full = (show_validated(result, Look(states=s)) for s in ("differences", "full"))
    assert short.count("(-v shows all)") == 8
    assert "and 2 more actions" in short
    assert "(-v shows all)" not in full
    assert full.count("word") == 8 * 200


def test_quiet_shows_the_verdict_only(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER)
    trace = tmp_path / "t.json"
    trace.write_text('{"states": [{"n": 0}, {"n": 1}]}', encoding="utf-8")
    result = holdfast.load(tmp_path / "Counter.tla", constants={"N": 9}).validate(trace)
    shown = show_validated(result, Look(quiet=True))
    assert shown == f"ok  {trace} (2 states) matches a behaviour of {tmp_path / 'Counter.tla'}"
