"""Statements that a complete search never executes, by process type."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load

MODEL = """byte x
chan r = [0] of { byte }
chan q = [0] of { byte }
active proctype A() {
    r!1
    if
    :: x == 7 -> x = 8
    :: else -> goto L
    fi
    x = 9
L:  do
    :: x < 3 -> x++
    :: q!1
    :: x == 3 -> skip
    od
}
active proctype B() { byte y; r?y }
proctype C() { x = 1 }
"""
UNREACHED = [
    {
        "in": "A",
        "statements": [
            {"line": 7, "text": "x = 8"},
            {"line": 7, "text": "x == 7"},
            {"line": 10, "text": "x = 9"},
            {"line": 13, "text": "q!1"},
            {"line": 16, "text": "-end-"},
        ],
    },
    {
        "in": "C",
        "statements": [{"line": 18, "text": "-end-"}, {"line": 18, "text": "x = 1"}],
    },
]


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
def test_unreached_statements(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "m.pml"
    path.write_text(MODEL)
    result = load(path).check(engine=engine)
    own = result.to_json()["check"]
    assert isinstance(own, dict)
    assert own["unreached"] == UNREACHED
    assert "never executed in C: line 18 `-end-`, line 18 `x = 1`" in result.show()
    assert "never enabled" not in result.show()


def test_a_search_that_stops_reports_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text(MODEL)
    result = load(path).check(depth=2)
    assert result.answer.unreached == ()


def test_statements_in_atomic_blocks_are_executed(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text("byte x; active proctype A() { atomic { x = 1; x = 2 }; d_step { x++; x++ } }")
    assert load(path).check().answer.unreached == ()
