"""Models whose widths are ignored: no value is truncated."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load
from holdfast.source import SpecError

MODEL = """
byte x = 254
active proctype A() { do :: x < 400 -> x++ :: x >= 300 -> break od }
active proctype B() { x == 0; assert(false) }
"""


def check(tmp_path: Path, text: str, wide: bool) -> tuple[str, int]:
    path = tmp_path / "model.pml"
    path.write_text(text)
    result = load(path, wide=wide).check(deadlock=False)
    return result.outcome, result.distinct


def test_a_byte_is_truncated_unless_the_model_is_wide(tmp_path: Path) -> None:
    assert check(tmp_path, MODEL, wide=False)[0] == "violated"
    # x from 254 to 400, A in either place of its loop; after the loop, and at its end.
    outcome, states = check(tmp_path, MODEL, wide=True)
    assert outcome == "exhausted"
    assert states == 394


@pytest.mark.parametrize("type", ["byte x", "short x", "int x", "unsigned x : 3"])
def test_numbers_of_every_width_are_without_limits(tmp_path: Path, type: str) -> None:
    text = f"{type}; active proctype A() {{ x = 2147483647; x = x * x; x = x + x; assert(x < 0) }}"
    path = tmp_path / "model.pml"
    path.write_text(text)
    result = load(path, wide=True).check()
    assert result.trace[-1]["x"] == 2 * 2147483647**2


def test_bits_and_message_fields(tmp_path: Path) -> None:
    text = """
    bit b
    chan c = [1] of { byte, bool }
    active proctype A() { int x; b = 3; c!300,2; c?x,b; assert(x == 300 && b == 0) }
    """
    assert check(tmp_path, text, wide=True)[0] == "exhausted"
    assert check(tmp_path, text, wide=False)[0] == "violated"


def test_a_result_tells_what_it_assumes(tmp_path: Path) -> None:
    path = tmp_path / "model.pml"
    path.write_text(MODEL)
    result = load(path, wide=True).check(deadlock=False)
    assert result.to_json()["assumed"] == ("numbers have no widths",)
    assert "assuming    numbers have no widths" in result.show()


def test_a_language_without_widths_cannot_be_wide(tmp_path: Path) -> None:
    path = tmp_path / "M.tla"
    path.write_text("---- MODULE M ----\nVARIABLE x\nInit == x = 0\nNext == x' = 0\n====\n")
    with pytest.raises(SpecError, match="no widths"):
        load(path, wide=True).check()
