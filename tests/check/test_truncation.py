"""Numbers that do not fit where they are stored: a warning with an example, from every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load

MODEL = """byte x
short s = 32766
bit b
unsigned u : 3
byte a[3]
chan c = [1] of { byte, bit }
chan r = [0] of { byte }
proctype P(byte n) { x = n }
active proctype A() {
    byte i = 2
    x--
    s++; s++
    b = 2
    u = 9
    a[i] = x + 1
    c!300,1
    c?x,b
    r!400
    run P(257)
    x = 1; x++
}
active proctype B() { byte k; r?k }
"""
EXPECTED = [
    "`x--` stored -1 in a byte as 255 (line 11)",
    "`s++` stored 32768 in a short as -32768 (line 12)",
    "`b = 2` stored 2 in a bit as 0 (line 13)",
    "`u = 9` stored 9 in 3 bits as 1 (line 14)",
    "`a[i] = x + 1` stored 256 in a byte as 0 (line 15)",
    "`c!300,1` stored 300 in a byte as 44 (line 16)",
    "`r!400` stored 400 in a byte as 144 (line 18)",
    "`run P(257)` stored 257 in a byte as 1 (line 19)",
]


def warnings(tmp_path: Path, text: str, engine: str, wide: bool = False) -> list[str]:
    path = tmp_path / "m.pml"
    path.write_text(text)
    found = load(path, wide=wide).check(engine=engine, deadlock=False).answer.warnings
    begin = "a value was truncated: "
    said = [each.removeprefix(begin) for each in found if each.startswith(begin)]
    return [f"{each.split(' (')[0]} (line {each.rsplit(':', 2)[1]})" for each in said]


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
def test_every_kind_of_store(tmp_path: Path, engine: str) -> None:
    assert warnings(tmp_path, MODEL, engine) == EXPECTED


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
def test_the_example_is_the_least_number(tmp_path: Path, engine: str) -> None:
    text = """
    byte x = 250, n
    active proctype A() { select (n : 0 .. 20); x = x + n }
    """
    assert warnings(tmp_path, text, engine) == ["`x = x + n` stored 256 in a byte as 0 (line 3)"]


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
def test_a_store_that_is_never_executed_truncates_nothing(tmp_path: Path, engine: str) -> None:
    text = "byte x = 255; active proctype A() { if :: x == 0 -> x++ :: else -> x-- fi }"
    assert warnings(tmp_path, text, engine) == []


def test_after_a_violation_the_output_suggests_a_wide_check(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text("byte x = 255; active proctype A() { x++; assert(x > 0) }")
    assert "`--wide` checks whether it is also violated" in load(path).check().show()
    assert load(path, wide=True).check().ok


def test_a_wide_model_truncates_nothing_but_bits(tmp_path: Path) -> None:
    found = warnings(tmp_path, MODEL, "interp", wide=True)
    assert [each.split(" stored")[0] for each in found] == ["`b = 2`"]
