"""Errors that only an evaluation finds: on both engines, with a code and a place, and no traceback."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.explore import DEFAULTS
from holdfast.verdict import Failed
from tests.native.test_agreement import module, system_of

pytestmark = pytest.mark.native

ENGINES = pytest.mark.parametrize("engine", ["native", "interp"])
STEPS = "INIT Init\nNEXT Next\n"
EXTENDS = "Integers, Sequences, FiniteSets, TLC"


def error_of(folder: Path, engine: str, body: str, cfg: str = STEPS) -> str:
    """The code of the one error that a check ends with."""
    system = system_of(folder, module(body, extends=EXTENDS), cfg)
    answer = check(system, replace(DEFAULTS, engine=engine, compiler="tcc"))  # type: ignore[arg-type]  # one of the names
    assert isinstance(answer.verdict, Failed)
    (diagnostic,) = answer.verdict.diagnostics
    assert diagnostic.span is not None
    return diagnostic.code


@ENGINES
@pytest.mark.parametrize(
    "primed",
    [
        "x' = 1",
        "(x = 0 => x' = x)",
        "x \\in {x'}",
        "UNCHANGED x",
        "UNCHANGED <<x, x>>",
        "[x' = 1]_x",
        "Same(x)",
        "Next",
        "IF x' = 0 THEN TRUE ELSE FALSE",
        "\\E i \\in {x'} : TRUE",
    ],
)
def test_an_initial_predicate_has_no_next_state(tmp_path: Path, engine: str, primed: str) -> None:
    body = f"Same(e) == e' = e\nNext == x' = x\nInit == x = 0 /\\ {primed}\n"
    assert error_of(tmp_path, engine, body) == "eval-unassigned"


@ENGINES
def test_unchanged_before_there_is_a_value_is_an_error(tmp_path: Path, engine: str) -> None:
    body = "Init == UNCHANGED x /\\ x = 0\nNext == x' = x\n"
    assert error_of(tmp_path, engine, body) == "eval-unassigned"


@ENGINES
def test_enabled_in_an_initial_predicate_has_its_own_next_state(
    tmp_path: Path, engine: str
) -> None:
    body = "Init == x \\in {0, 1} /\\ ENABLED (x = 1 /\\ x' = 1)\nNext == x' = x\n"
    system = system_of(tmp_path, module(body), STEPS)
    answer = check(system, replace(DEFAULTS, engine=engine, compiler="tcc"))  # type: ignore[arg-type]  # one of the names
    assert answer.complete
    assert answer.counts.distinct == 1


@ENGINES
@pytest.mark.parametrize("role", ["SYMMETRY", "POSTCONDITION"])
def test_what_is_not_about_a_state_may_not_read_a_variable(
    tmp_path: Path, engine: str, role: str
) -> None:
    body = "Init == x = 0\nNext == x' = x\nDeep(e) == LET d == e IN d = 0\nBad == Deep(x)\n"
    assert error_of(tmp_path, engine, body, f"{STEPS}{role} Bad\n") == "eval-undefined"


@ENGINES
@pytest.mark.parametrize("printer", ["PrintT(S)", "Print(<<S>>, TRUE)", 'ToString(S) # ""'])
def test_printing_lists_a_set_and_finds_its_errors(
    tmp_path: Path, engine: str, printer: str
) -> None:
    body = f"S == {{s \\in SUBSET {{1, 2}} : s = 1}}\nInit == x = 0\nNext == {printer} /\\ x' = x\n"
    assert error_of(tmp_path, engine, body) == "eval-kinds-differ"
