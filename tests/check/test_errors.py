"""Errors that only an evaluation finds, on both engines, and what is no error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, SearchOptions
from holdfast.source import SpecError
from holdfast.verdict import Exhausted, Failed
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

ENGINES = pytest.mark.parametrize("engine", ["native", "interp"])
STEPS = "INIT Init\nNEXT Next\n"
EXTENDS = "Integers, Sequences, FiniteSets, TLC"


def options(engine: str) -> SearchOptions:
    return replace(DEFAULTS, engine=engine, compiler="tcc")


def error_of(folder: Path, engine: str, body: str, cfg: str = STEPS) -> str:
    """The code of the one error that a check ends with."""
    system = system_of(folder, module(body, extends=EXTENDS), cfg)
    answer = check(system, options(engine))
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
    answer = check(system, options(engine))
    assert answer.complete
    assert answer.counts.distinct == 1


@ENGINES
def test_enabled_in_an_initial_predicate_may_come_too_early(tmp_path: Path, engine: str) -> None:
    body = "Init == ENABLED (x = {}) /\\ x = 0\nNext == x' = x\n"
    assert error_of(tmp_path, engine, body) == "eval-unassigned"


@ENGINES
@pytest.mark.parametrize("role", ["SYMMETRY", "POSTCONDITION"])
def test_what_is_not_about_a_state_may_not_read_a_variable(
    tmp_path: Path, engine: str, role: str
) -> None:
    body = "Init == x = 0\nNext == x' = x\nDeep(e) == LET d == e IN d = 0\nBad == Deep(x)\n"
    assert error_of(tmp_path, engine, body, f"{STEPS}{role} Bad\n") == "eval-undefined"


@ENGINES
@pytest.mark.parametrize(
    ("symmetry", "code"),
    [
        ("{[p \\in P |-> CHOOSE q \\in P : TRUE]}", "eval-symmetry"),
        ("{[p \\in P |-> 1]}", "eval-symmetry"),
        ("{P}", "eval-not-a-function"),
        ("SUBSET Permutations(P)", "eval-not-a-function"),
        ("P", "eval-not-a-function"),
        ("{[a |-> 1]}", "eval-symmetry"),
    ],
)
def test_a_symmetry_is_made_of_permutations(
    tmp_path: Path, engine: str, symmetry: str, code: str
) -> None:
    body = f"CONSTANT P\nSym == {symmetry}\nInit == x \\in P\nNext == x' = x\n"
    cfg = f"{STEPS}SYMMETRY Sym\nCONSTANT P = {{p1, p2}}\n"
    assert error_of(tmp_path, engine, body, cfg) == code


@ENGINES
@pytest.mark.parametrize("symmetry", ["Permutations(P)", "Permutations(P) \\union {<<>>}"])
def test_permutations_are_a_symmetry(tmp_path: Path, engine: str, symmetry: str) -> None:
    body = f"CONSTANT P\nSym == {symmetry}\nInit == x \\in P\nNext == x' = x\n"
    cfg = f"{STEPS}SYMMETRY Sym\nCONSTANT P = {{p1, p2}}\n"
    system = system_of(tmp_path, module(body, extends=EXTENDS), cfg)
    assert check(system, options(engine)).counts.distinct == 1


@ENGINES
@pytest.mark.parametrize("printer", ["PrintT(S)", "Print(<<S>>, TRUE)", 'ToString(S) # ""'])
def test_printing_lists_a_set_and_finds_its_errors(
    tmp_path: Path, engine: str, printer: str
) -> None:
    body = f"S == {{s \\in SUBSET {{1, 2}} : s = 1}}\nInit == x = 0\nNext == {printer} /\\ x' = x\n"
    assert error_of(tmp_path, engine, body) == "eval-kinds-differ"


@pytest.mark.parametrize(
    "number",
    ["10^5000", "(10^3999) * (10^3999)", "Cardinality(SUBSET (1..100000))", "Twice(10^3999, 4)"],
)
@ENGINES
def test_a_number_that_nobody_can_read_is_an_error(
    tmp_path: Path, engine: str, number: str
) -> None:
    twice = "RECURSIVE Twice(_, _)\nTwice(n, k) == IF k = 0 THEN n ELSE Twice(n + n, k - 1)\n"
    body = f"{twice}Init == x = 0\nNext == x' = {number}\n"
    assert error_of(tmp_path, engine, body) == "eval-too-large"


@ENGINES
@pytest.mark.parametrize(
    "large",
    [
        "SUBSET (1..10^12)",
        "[1..20 -> SUBSET (1..10^6)]",
        "[1..10^12 -> {1, 2}]",
        "[1..3 -> 1..10^12]",
    ],
)
def test_a_set_that_nobody_can_list_is_an_error(tmp_path: Path, engine: str, large: str) -> None:
    body = f"Init == x = 0\nNext == \\E s \\in {large} : s = x /\\ x' = 1\n"
    assert error_of(tmp_path, engine, body) == "eval-too-large"


@ENGINES
@pytest.mark.parametrize("member", ["\\in", "\\notin"])
def test_membership_in_a_filter_asks_about_one_element(
    tmp_path: Path, engine: str, member: str
) -> None:
    partial = "UNION {[S -> {1, 2}] : S \\in SUBSET {1, 2}}"
    asked = f"<<1, 2>> {member} {{f \\in {partial} : f[2] = x}}"
    body = f"Init == x = 2\nNext == UNCHANGED x\nInv == ({asked}) \\in BOOLEAN\n"
    system = system_of(tmp_path, module(body), f"{STEPS}INVARIANT Inv\n")
    answer = check(system, options(engine))
    assert answer.complete
    assert answer.verdict == Exhausted()


@ENGINES
def test_names_may_begin_with_a_digit(tmp_path: Path, engine: str) -> None:
    body = (
        "1st(4a) == LET 5b == 4a IN 5b\nInit == x = 0\n"
        "Next == \\E 2b \\in {1, 2} : x' = 1st(2b) /\\ {8g \\in {1} : 8g = 1} = {1}\n"
    )
    system = system_of(tmp_path, module(body), STEPS)
    answer = check(system, options(engine))
    assert answer.complete
    assert answer.counts.distinct == 3


def test_a_view_is_about_a_state(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = x\n"
    with pytest.raises(SpecError, match="is an action, but VIEW requires a state predicate"):
        system_of(tmp_path, module(body), f"{STEPS}VIEW Next\n")


def test_a_set_of_more_than_a_million_elements_can_be_listed(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = Cardinality({i + x : i \\in 1..2000000}) % 2\n"
    system = system_of(tmp_path, module(body), STEPS)
    answer = check(system, options("native"))
    assert answer.complete
    assert answer.counts.distinct == 1
