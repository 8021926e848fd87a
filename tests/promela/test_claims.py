"""Claims, traces and fairness are judged as Spin judges them, but for intended differences."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from holdfast.verdict import Violated
from holdfast.workbench import load
from tests.promela.claims import Program, fails, judged, read_programs
from tests.promela.fairness import RECORDED, by_holdfast, fair_program
from tests.promela.spin import needs_spin

PROGRAMS = read_programs()
NATIVE = 8
"""Every so many programs are checked by the native engine, too."""
QUICK = 12


def test_there_are_programs_of_each_kind() -> None:
    assert len(PROGRAMS) > 120
    for word in ("never", "trace", "notrace", "_last", "np_", "enabled", "timeout", "pc_value"):
        assert any(word in program.text for program in PROGRAMS)
    assert sum("-f" in program.options for program in PROGRAMS) > 30


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_is_judged_as_by_spin(program: Program) -> None:
    assert fails(program, "interp") is program.fails


@pytest.mark.native
@pytest.mark.parametrize("program", PROGRAMS[::NATIVE], ids=range(0, len(PROGRAMS), NATIVE))
def test_the_native_engine_agrees(program: Program) -> None:
    assert fails(program, "native") is program.fails


@pytest.mark.spin
@needs_spin
@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_spin_still_says_so(program: Program) -> None:
    assert judged(program) == program.error


def fair_programs() -> list[Any]:
    rows = json.loads(RECORDED.read_text(encoding="utf-8"))
    return [
        pytest.param(int(seed), *row, id=seed, marks=[pytest.mark.slow] if n >= QUICK else [])
        for n, (seed, row) in enumerate(rows.items())
    ]


@pytest.mark.parametrize(("seed", "checksum", "holds"), fair_programs())
def test_a_random_property_holds_under_weak_fairness_if_it_does_in_spin(
    seed: int, checksum: int, holds: bool
) -> None:
    text = fair_program(seed)
    if zlib.crc32(text.encode()) != checksum:
        pytest.skip("the program was generated differently when Spin's result was recorded")
    assert by_holdfast(text) is holds


TWO = """byte x
active proctype A() { do :: x < 3 -> x++ :: else -> x = 0 od }
never four { do :: x == 4 -> break :: else od }
never two { do :: x == 2 -> break :: else od }
ltl small { [] (x < 4) }
ltl again { [] <> (x == 0) }
"""


def test_all_claims_and_formulas_are_checked_in_one_search(tmp_path: Path) -> None:
    path = tmp_path / "two.pml"
    path.write_text(TWO)
    answer = load(path).check(keep_going=True).answer
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.property == "end of two"
    names = {"four", "two", "end of two", "end of four", "small", "again", "deadlock"}
    assert set(answer.checked) == names
    assert answer.not_checked == ()
    one = load(path).check(properties=["four"])
    assert one.exit_code == 0
    assert one.question.left_out == ("small", "again", "two")


def test_a_claim_restricts_no_other_property(tmp_path: Path) -> None:
    path = tmp_path / "blocked.pml"
    path.write_text("byte x; active proctype A() { x = 1; false } never { do :: x == 0 od }")
    found = load(path).check(workers=1).answer.verdict
    assert isinstance(found, Violated)
    assert found.kind == "deadlock"


@pytest.mark.parametrize(
    ("claim", "reason", "line"),
    [
        ("never { do\n:: x = 1 od }", "a claim that changes a global variable", 3),
        ("never { do\n:: run A() od }", "a claim that creates a process", 3),
        ("never { chan d = [1] of { byte }; do\n:: true od }", "a channel of a claim", 2),
    ],
)
def test_a_claim_that_is_not_supported_is_not_checked(
    claim: str, reason: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "claim.pml"
    path.write_text(f"byte x; active proctype A() {{ x = 0 }}\n{claim}\n")
    result = load(path).check()
    (unchecked,) = result.answer.not_checked
    assert unchecked.reason == f"{reason} is not supported"
    assert unchecked.span is not None
    assert unchecked.span.source.position(unchecked.span.start)[0] == line
    assert result.exit_code == 20


def test_a_model_may_have_variables_with_the_names_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "names.pml"
    path.write_text(
        "byte pc[2], exclusive, claim\n"
        "active proctype A() { pc[0] = 7; atomic { exclusive = 1; claim = 3 }\n"
        "  assert(pc[0] == 7 && exclusive == 1 && claim == 3) }\n"
        "never { do :: claim == 4 -> break :: else od }\n"
    )
    assert load(path).check().exit_code == 0
