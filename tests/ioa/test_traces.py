"""Traces, explanations and sessions write values as the file does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.cli.main import run
from holdfast.report.layout import Look
from holdfast.workbench import Session, evaluate, load, why
from holdfast.workbench.traces import keep_run
from tests.ioa.models import model, one_step, written

UIDS = {"u0": 1, "u1": 2, "u2": 3}
UNDECIDED = "P2.status == UNKNOWN"
RING = {"constants": {"N": 3, "u": [1, 2, 3]}}


def test_a_trace_has_values_and_steps_of_the_language() -> None:
    result = load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED])
    shown = result.show()
    assert "send_recv(src=2, dst=0, v=3)" in shown
    assert "P2.status: UNKNOWN -> CHOSEN" in shown
    assert "P0.q = [1]" in shown
    assert "is FALSE: P2.status = CHOSEN" in shown
    assert "<<" not in shown
    assert '"UNKNOWN"' not in shown


def test_a_step_of_a_composition_has_the_location_of_the_transition_that_performs_it() -> None:
    result = load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED])
    lines = model("AsyncLCR").read_text("utf-8").splitlines()
    outputs = [n for n, line in enumerate(lines, 1) if "def send_recv(src, dst, v)" in line]
    assert f"send_recv(src=2, dst=0, v=3)  AsyncLCR.py:{outputs[0]}" in result.show()


def test_any_expression_is_evaluated() -> None:
    spec = load(model("AsyncLCR"), constants=UIDS)
    texts = ["P0.q", "len(P0.q) + 1", "P1.status", "{1, 2} - {2}", "P0.q == []"]
    assert [str(evaluate(t, spec)) for t in texts] == ["[1]", "2", "UNKNOWN", "{1}", "False"]


def test_whole_states_have_no_conjunction_signs() -> None:
    result = load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED])
    shown = result.show(Look(states="full"))
    assert "\n  P1.status = UNKNOWN\n" in shown
    assert "/\\" not in shown


def test_json_and_the_actions_of_a_result_stay_positional() -> None:
    result = load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED])
    assert result.actions[-1] == "send_recv(1, 2, 3)"
    assert "send_recv(1, 2, 3)" in json.dumps(result.to_json())


def test_components_of_a_sequence_are_shown_one_by_one() -> None:
    spec = load(model("AsyncLCRN"), **RING)  # type: ignore[arg-type]
    shown = spec.check(invariants=["P[2].status == UNKNOWN"]).show()
    assert "P[1].q = [2]" in shown
    assert "P[2].status: UNKNOWN -> CHOSEN" in shown


def test_a_counterexample_to_induction_is_in_the_language() -> None:
    spec = load(model("AsyncLCR"), constants=UIDS)
    shown = spec.prove(invariants=["invariant_of"]).show()
    assert "counterexample to induction" in shown
    assert "send_recv(src=" in shown
    assert "<<" not in shown


@pytest.mark.parametrize(
    ("type", "definitions", "before", "after", "shown"),
    [
        ("Msg", "", "Msg(A, 1)", "Msg(B, 1)", "x.kind: A -> B"),
        ("Seq[bool]", "", "[True, True, True]", "[True, False, True]", "x[1]: True -> False"),
        ("Set[Kind]", "", "{A}", "{A, B}", "x: + B"),
        ("Map[Kind, int]", "", "{k: 0 for k in {A, B}}", "{k: 1 for k in {A}}", "x: "),
        ("Tuple[int, Kind]", "", "(1, A)", "(2, A)", "x[0]: 1 -> 2"),
    ],
)
def test_changes_name_the_part(  # noqa: PLR0913  # a column each
    tmp_path: Path, type: str, definitions: str, before: str, after: str, shown: str
) -> None:
    kinds = 'Kind: type = Enum["A", "B"]\nMsg: type = NamedTuple["kind": Kind, "n": int]\n'
    path = written(tmp_path, one_step(type, before, after, kinds))
    result = load(path).check(invariants=[f"x == {before}"])
    assert shown in result.show()


def test_why_reads_the_step_as_the_trace_shows_it(tmp_path: Path) -> None:
    result = load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED])
    keep_run(result, tmp_path)
    found = why("send_recv(src=0, dst=1, v=1)", 1, tmp_path)
    assert [a.action for a in found.attempts if a.reason is None] == [
        "send_recv(src=0, dst=1, v=1)"
    ]


def test_why_explains_the_precondition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_run(load(model("AsyncLCR"), constants=UIDS).check(invariants=[UNDECIDED]), tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(["why", "send_recv"]) == 0
    shown = capsys.readouterr().out
    assert "len(q) = 0, q = []" in shown
    assert "IF" not in shown


def test_expressions_and_sessions() -> None:
    spec = load(model("AsyncLCRN"), **RING)  # type: ignore[arg-type]
    assert str(evaluate("P[0].q == [1]", spec)) == "True"
    session = Session(spec)
    value = session.enter("len(P[0].q) == 2")
    assert value is not None
    assert session.notation.show(value) == "False"
