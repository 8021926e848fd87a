"""The quotient of a state graph: its classes and edges, against naive ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from holdfast.ir.values import TRUE
from holdfast.report.quotient_result import QuotientResult
from holdfast.source import SpecError
from holdfast.workbench import Specification, load

SPECS = Path(__file__).parents[2] / "specs"
HOUR = """\
---- MODULE Hour ----
EXTENDS Naturals
VARIABLES hour, bell
Init == hour \\in {1, 12} /\\ bell = FALSE
Tick == hour' = (hour % 12) + 1 /\\ bell' = FALSE
Ring == ~bell /\\ hour = 12 /\\ bell' = TRUE /\\ UNCHANGED hour
Next == Tick \\/ Ring
Spec == Init /\\ [][Next]_<<hour, bell>>
Never == hour < 5
====
"""


def jugs() -> tuple[Counter[bool], Counter[tuple[bool, bool, str]]]:
    """The jugs of Die Hard, enumerated here: states by `big = 4`, and the steps between them."""
    seen, pending = {(0, 0)}, [(0, 0)]
    steps: Counter[tuple[bool, bool, str]] = Counter()
    for small, big in pending:
        into_big, into_small = min(small, 5 - big), min(big, 3 - small)
        moves = {
            "FillSmall": (3, big),
            "FillBig": (small, 5),
            "EmptySmall": (0, big),
            "EmptyBig": (small, 0),
            "SmallToBig": (small - into_big, big + into_big),
            "BigToSmall": (small + into_small, big - into_small),
        }
        for name, new in moves.items():
            steps[big == 4, new[1] == 4, name] += 1
            if new not in seen:
                seen.add(new)
                pending.append(new)
    return Counter(big == 4 for _, big in seen), steps


def hour(tmp_path: Path, config: str = "") -> Specification:
    path = tmp_path / "Hour.tla"
    path.write_text(HOUR, encoding="utf-8")
    path.with_suffix(".cfg").write_text(f"SPECIFICATION Spec\n{config}", encoding="utf-8")
    return load(path)


def edges(result: QuotientResult) -> list[tuple[int, int, str, int, int]]:
    return [(e.source, e.target, e.action, e.steps, e.states) for e in result.quotient.edges]


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_the_jugs_are_grouped(engine: str) -> None:
    result = load(SPECS / "DieHard" / "DieHard.tla").group_by("big = 4", engine=engine)
    states, steps = jugs()
    value = [each.values[0] == TRUE for each in result.quotient.classes]
    assert {
        v: each.states for v, each in zip(value, result.quotient.classes, strict=True)
    } == states
    found = Counter(
        {(value[e.source], value[e.target], e.action): e.steps for e in result.quotient.edges}
    )
    assert found == steps
    assert result.outcome == "exhausted"
    assert result.ok


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_an_edge_is_total_if_every_state_has_a_step(tmp_path: Path, engine: str) -> None:
    result = hour(tmp_path).group_by(["bell"], engine=engine)
    assert [(c.states, c.initial) for c in result.quotient.classes] == [(12, 2), (1, 0)]
    assert sorted(edges(result)) == [
        (0, 0, "Tick", 12, 12),
        (0, 1, "Ring", 1, 1),
        (1, 0, "Tick", 1, 1),
    ]
    total = {e.action: result.quotient.is_total(e) for e in result.quotient.edges if not e.source}
    assert total == {"Tick": True, "Ring": False}


def test_several_expressions_are_taken_together(tmp_path: Path) -> None:
    result = hour(tmp_path).group_by(["hour > 6", "bell"])
    assert len(result.quotient.classes) == 3
    assert sum(each.states for each in result.quotient.classes) == 13


def test_a_spec_is_not_judged(tmp_path: Path) -> None:
    result = hour(tmp_path, "INVARIANT Never\n").group_by("bell")
    assert result.outcome == "exhausted"
    assert result.answer.counts.distinct == 13


def test_a_limit_is_respected_and_reported(tmp_path: Path) -> None:
    result = hour(tmp_path).group_by("hour", max_states=4)
    assert result.outcome == "unknown"
    assert result.exit_code == 20
    assert "explored (stopped after 4 distinct states)" in str(result)
    assert len(result.quotient.classes) < 12


def test_a_constant_expression_has_one_class(tmp_path: Path) -> None:
    assert [c.states for c in hour(tmp_path).group_by("1 + 1").quotient.classes] == [13]


def test_bundled_modules_are_in_scope(tmp_path: Path) -> None:
    result = hour(tmp_path).group_by("Cardinality({hour, 1})")
    assert [c.states for c in result.quotient.classes] == [1, 12]


@pytest.mark.parametrize(
    ("text", "code"),
    [("hours", "unbound-name"), ("hour'", "model-property-form"), ("<<7>>[hour]", "eval-")],
)
def test_an_expression_that_cannot_be_evaluated_is_an_error(
    tmp_path: Path, text: str, code: str
) -> None:
    with pytest.raises(SpecError) as caught:
        hour(tmp_path).group_by(text)
    assert caught.value.diagnostics[0].code.startswith(code)


def test_the_result_is_shown_drawn_and_written(tmp_path: Path) -> None:
    result = hour(tmp_path).group_by("bell")
    text = str(result)
    assert "2 classes of all 13 states" in text
    assert "║ bell = FALSE" in text
    assert "↺ Tick x12" in text
    assert "Ring x1 from 1 of 12" in text
    assert result.svg().count('<g class="edge dashed"') == 1
    assert '[label="Ring x1 from 1 of 12", style=dashed]' in result.dot()
    assert result.html().startswith("<!doctype html>")
    own = result.to_json()["diagram"]
    assert isinstance(own, dict)
    assert own["group_by"] == ["bell"]
    assert own["nodes"][0] == {"values": {"bell": False}, "states": 12, "initial": 2}
    assert own["edges"][1] == {
        "from": 0, "to": 1, "action": "Ring", "steps": 1, "states": 1, "total": False,
    }  # fmt: skip


def test_formulas_have_parentheses(tmp_path: Path) -> None:
    assert "(hour > 6) = FALSE" in str(hour(tmp_path).group_by("hour > 6"))


def test_too_many_classes_are_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.report.quotient.MOST_DRAWN", 5)
    result = hour(tmp_path).group_by("hour")
    assert result.svg() == result.html() == ""
    assert "hour = 12" in str(result)
