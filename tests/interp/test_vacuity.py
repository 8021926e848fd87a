"""Implications whose left side is never true."""

from __future__ import annotations

from pathlib import Path

from holdfast.interp.vacuity import Vacuity, implications, tautologies
from tests.interp.explained import Explained


def never_true(folder: Path, formula: str, *states: tuple[object, ...]) -> tuple[str, ...]:
    machine = Explained(folder, f"Inv == {formula}", ("Inv",)).machine
    vacuity = Vacuity(machine, machine.system.invariants)
    for state in states:
        vacuity.observe(state)  # type: ignore[arg-type]  # plain numbers are values
    return vacuity.never_true()


def test_an_implication_that_is_never_triggered_is_listed(tmp_path: Path) -> None:
    assert never_true(tmp_path, "x = 5 => y = 1", (0, 0, 0), (1, 0, 0)) == (
        "`x = 5 => y = 1` in Inv",
    )


def test_an_implication_that_is_triggered_once_is_not_listed(tmp_path: Path) -> None:
    assert never_true(tmp_path, "x = 1 => y = 0", (0, 0, 0), (1, 0, 0), (2, 0, 0)) == ()


def test_one_choice_of_the_quantified_names_is_enough(tmp_path: Path) -> None:
    formula = "\\A i \\in 1..3 : i = x => y = 0"
    assert never_true(tmp_path, formula, (3, 0, 0)) == ()
    assert never_true(tmp_path, formula, (4, 0, 0)) == ("`i = x => y = 0` in Inv",)


def test_an_inner_implication_needs_the_outer_one(tmp_path: Path) -> None:
    formula = "x = 1 => (y = 2 => f = 3)"
    assert never_true(tmp_path, formula, (1, 0, 0), (0, 2, 0)) == ("`y = 2 => f = 3` in Inv",)


def test_definitions_and_local_ones_are_entered(tmp_path: Path) -> None:
    text = "Rule(n) == x = n => y = 0\nInv == LET two == 2 IN Rule(1) /\\ Rule(two)"
    system = Explained(tmp_path, text, ("Inv",)).machine.system
    found = implications(system, system.invariants[0])
    assert [i.text for i in found] == ["x = n => y = 0", "x = n => y = 0"]
    assert found[0].span is not None


def test_an_error_on_the_left_says_nothing(tmp_path: Path) -> None:
    assert never_true(tmp_path, "f[1] = 1 => y = 0", (0, 0, 0)) == ()


def test_an_implication_of_true_is_a_tautology(tmp_path: Path) -> None:
    machine = Explained(tmp_path, "Inv == \\A i \\in 1..2 : i = x => TRUE", ("Inv",)).machine
    assert tautologies(machine.system) == ("`i = x => TRUE` in Inv",)
