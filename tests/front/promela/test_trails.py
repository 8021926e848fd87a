"""Trails of Spin: the numbers of statements, and what Spin makes of a trail."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from holdfast import load
from holdfast.front.files import ON_DISK
from holdfast.front.promela.lower.automaton import build_automaton
from holdfast.front.promela.lower.trail_numbers import trail_numbers
from holdfast.front.promela.read.model import read_text
from holdfast.source import Source


def numbers(text: str) -> dict[str, int | None]:
    """The number of each statement by its text, and of the ends of processes."""
    model = read_text(Source("m.pml", text), ON_DISK, {}).model
    assert model is not None
    found: dict[str, int | None] = {}
    known = trail_numbers(model) or {}
    for p in model.proctypes:
        for point in build_automaton(p.body, p.span, 1, frozenset(), known).points:
            for step in point.steps:
                found[f"end {p.name}" if step.ends else step.span.text] = step.number
    return found


# The numbers are those of Spin 6.5.2: `pan -d` prints them as the ids of transitions.
NUMBERS = {
    "byte x; active proctype A() { x = 1; x = 2 }": {"x = 1": 0, "x = 2": 1, "end A": 2},
    "byte x; active proctype A() { if :: x = 1 :: x = 2; x = 3 fi; x = 4 }": {
        "x = 1": 0,
        "x = 2": 1,
        "x = 3": 2,
        "x = 4": 5,
        "end A": 6,
    },
    "byte x; active proctype A() { do :: x < 2 -> x++ :: else -> break od; x = 4 }": {
        "x < 2": 0,
        "x++": 1,
        "else": 2,
        "x = 4": 7,
        "end A": 8,
    },
    "byte x; active proctype A() { x = 1; atomic { x = 2; x = 3 }; x = 4 }": {
        "x = 1": 0,
        "x = 2": 1,
        "x = 3": 2,
        "x = 4": 4,
        "end A": 5,
    },
    "byte x; active proctype A() { x = 1; d_step { x = 2; x = 3 }; x = 4 }": {
        "x = 1": 0,
        "x = 2": 3,
        "x = 3": 3,
        "x = 4": 4,
        "end A": 5,
    },
    "byte x; active proctype A() { x = 1; end: goto L; x = 2; L: x = 3 }": {
        "x = 1": 0,
        "goto L": 2,
        "x = 3": 4,
        "end A": 5,
    },
    "byte x; active proctype A() { { x = 1; x = 2 } unless { x == 3; x = 4 }; x = 5 }": {
        "x = 1": 0,
        "x = 2": 1,
        "x == 3": 2,
        "x = 4": 3,
        "x = 5": 6,
        "end A": 7,
    },
    "byte x; active proctype A() { x = 1 unless x == 3; x = 5 }": {
        "x == 3": 0,
        "x = 1": 1,
        "x = 5": 4,
        "end A": 5,
    },
    "byte x; active proctype A() { x = 1 } never { do :: x < 2 od } init { x = 3 }": {
        "x = 1": 0,
        "end A": 1,
        "x = 3": 7,
        "end init": 8,
    },
}


@pytest.mark.parametrize("text", NUMBERS)
def test_statements_have_the_numbers_of_spin(text: str) -> None:
    assert numbers(text) == NUMBERS[text]


needs_spin = pytest.mark.skipif(shutil.which("spin") is None, reason="spin is not installed")


@needs_spin
@pytest.mark.spin
@pytest.mark.cc
@pytest.mark.slow
@pytest.mark.parametrize("text", NUMBERS)
def test_these_are_the_numbers_of_spin(text: str, tmp_path: Path) -> None:
    (tmp_path / "m.pml").write_text(text)
    _run(tmp_path, "spin", "-o1", "-o2", "-o3", "-a", "m.pml")
    _run(tmp_path, "cc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c")
    shown = _run(tmp_path, "./pan", "-d")
    ids = {int(n) for n in re.findall(r"\[id +(\d+) tp", shown)}
    assert set(NUMBERS[text].values()) <= ids


MODELS = {
    "rendezvous": """
        mtype = { msg, ack }
        chan c = [2] of { mtype, byte }
        chan r = [0] of { byte }
        byte x
        proctype S(byte n) { byte i; do :: i < n -> c!msg,i; i++ :: else -> break od; r!7 }
        proctype R() { byte v; do :: c?msg,v -> x = x + v :: r?v -> break od; assert(x == 0) }
        init { run S(3); run R() }""",
    "atomic and d_step": """
        byte x
        active proctype A() {
            atomic { x = 1; x = 2 };
            d_step { x = 3; if :: x == 3 -> x = 4 :: else fi }
        }
        active proctype B() { x == 4; assert(x < 4) }""",
    "deadlock": """
        chan c = [1] of { byte }; chan d = [1] of { byte }
        byte x
        active proctype A() { c?x; d!1 }
        active proctype B() { d?x; c!1 }
        active proctype C() { x = 5; end: if :: goto L fi; x = 6; L: x = 7 }""",
    "processes that end": """
        byte x
        proctype P(byte n) { x = x + n }
        init { run P(1); _nr_pr == 1; run P(2); _nr_pr == 1; run P(3); assert(x == 7) }""",
    "unless, timeout and labels": """
        byte x
        active proctype A() {
            { x = 1; end1: x == 3 } unless { timeout -> x = 9 };
            progress: goto M;
            M: x = 10
        }
        active proctype B() { x == 10; assert(false) }""",
    "random receive and sorted send": """
        chan c = [4] of { byte, byte }
        byte x
        active proctype A() { c!!3,1; c!!1,2; c!!2,3; c??2,x; c?<x,_>; c?x,_; assert(x == 3) }""",
    "select and for": """
        byte x, n = 2
        active proctype A() {
            byte i;
            select (x : 1 .. n); select (i : 0 .. 3); for (i : 0 .. 1) { x++ };
            assert(x != 4)
        }""",
    "a claim": """
        byte x
        never { do :: x < 9 od }
        active [2] proctype A() { x++; assert(x < 2) }""",
    "a formula": """
        byte x
        ltl p { [] (x < 9) }
        active [2] proctype A() { x++; assert(x < 2) }""",
}


@needs_spin
@pytest.mark.spin
@pytest.mark.parametrize("name", MODELS)
def test_spin_replays_a_trail(name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text(MODELS[name])
    result = load(path).check(safety_only=True)
    trail = result.trail()
    assert result.outcome == "violated"
    assert trail is not None
    (tmp_path / "t.trail").write_text(trail)
    shown = _run(tmp_path, "spin", "-t", "-k", "t.trail", "-p", "-g", "m.pml")
    assert f"trail ends after {len(trail.splitlines())} steps" in shown
    assert "transition failed" not in shown
    assert ("assertion violated" in shown) == (result.violated != "deadlock")
    assert re.findall(r"^\t\tx = (\d+)$", shown, re.M)[-1:] == [str(result.trace[-1]["x"])]


LASSO = """
byte x; chan c = [1] of { byte }
ltl p { [] (x == 1 -> <> (x == 3)) }
active proctype A() { do :: x = 1; c!5 :: x = 2 od }
active proctype B() { byte y; do :: c?y -> x = 0 :: x == 3 od }
"""


def test_a_trail_marks_the_cycle(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text(LASSO)
    assert load(path).check().trail() == "1:0:0\n2:0:1\n3:0:2\n-1:-1:-1\n4:0:2\n"


@needs_spin
@pytest.mark.spin
def test_spin_replays_a_cycle(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text(LASSO)
    trail = load(path).check().trail()
    assert trail is not None
    (tmp_path / "t.trail").write_text(trail)
    shown = _run(tmp_path, "spin", "-t", "-k", "t.trail", "-p", "m.pml")
    assert "START OF CYCLE" in shown
    assert "trail ends after 4 steps" in shown


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def test_a_deadlock_in_the_initial_state_is_an_empty_trail(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text("byte x; active proctype A() { x == 1 }")
    assert load(path).check().trail() == ""


def test_a_model_without_a_violation_has_no_trail(tmp_path: Path) -> None:
    path = tmp_path / "m.pml"
    path.write_text("byte x; active proctype A() { x = 1 }")
    result = load(path).check()
    assert result.trail() is None
    assert result.chart() is None
