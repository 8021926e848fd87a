"""Errors of evaluation come with advice that the formula around them suggests."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Failed


def help_for(folder: Path, text: str) -> str | None:
    """The help line of the error that checking a spec with variables x and f ends in."""
    path = folder / "M.tla"
    module = f"---- MODULE M ----\nEXTENDS Integers\nVARIABLES x, f\n{text}\n====\n"
    if "Init ==" not in text:
        module = module.replace("\n====", "\nInit == x = 0 /\\ f = [i \\in {1, 2} |-> 0]\n====")
    path.write_text(module, encoding="utf-8")
    (folder / "M.cfg").write_text("INIT Init\nNEXT Next\n", encoding="utf-8")
    verdict = holdfast.load(path).check().answer.verdict
    assert isinstance(verdict, Failed)
    return verdict.diagnostics[0].help


@pytest.mark.parametrize(
    ("action", "change"),
    [
        ("f[1]' = 2", "`f' = [f EXCEPT ![1] = 2]`"),
        ("f'[1] = 2", "`f' = [f EXCEPT ![1] = 2]`"),
        ("f[1]' = f[2] + 1", "`f' = [f EXCEPT ![1] = f[2] + 1]`"),
        ("f[x + 1]' = x", "`f' = [f EXCEPT ![x + 1] = x]`"),
    ],
)
def test_one_place_is_changed_by_except(tmp_path: Path, action: str, change: str) -> None:
    found = help_for(tmp_path, f"Next == {action} /\\ x' = x")
    assert found == f"to change one place of it, write {change}"


def test_a_function_gets_its_first_values_as_a_whole(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Init == f[1] = 0 /\\ x = 0\nNext == UNCHANGED <<x, f>>")
    assert found == "first give all of it a value, such as `f = [x \\in S |-> 0]`"


def test_a_variable_read_by_the_initial_predicate_needs_a_value(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Init == x > 0 /\\ f = 0\nNext == UNCHANGED <<x, f>>")
    assert found == "an initial predicate gives it one by `x = e` or `x \\in S`"


def test_a_value_that_comes_later_is_to_be_moved_up(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Next ==\n  /\\ f' = x'\n  /\\ x' \\in {1, 2}")
    assert found == "it gets it later, at line 6: move that conjunct before this one"


def test_a_value_that_stays_can_be_read_without_a_prime(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Next ==\n  /\\ f' = x'\n  /\\ UNCHANGED <<x>>")
    assert found is not None
    assert "the UNCHANGED of line 6: move that before this, or write `x`" in found


def test_a_comparison_gives_no_value(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Next == x' > x /\\ UNCHANGED f")
    assert found is not None
    assert found.endswith("nothing before this does")


def test_missing_variables_are_listed_in_an_unchanged(tmp_path: Path) -> None:
    assert help_for(tmp_path, "Next == x' = 1") == "add `UNCHANGED f` if nothing changes there"


def test_a_guard_is_joined_by_and(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Next == UNCHANGED f /\\ (x < 1 => x' = x + 1)")
    assert found is not None
    assert found.startswith("where `x < 1` is FALSE, `=>` allows every next state")


def test_a_formula_about_one_state_says_nothing_of_the_next(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Wait == x = 0\nNext == Wait")
    assert found is not None
    assert found.startswith("it says nothing about the next state")


def test_a_set_of_records_is_told_from_a_record(tmp_path: Path) -> None:
    found = help_for(tmp_path, "Next == x' = [a: 1] /\\ UNCHANGED f")
    assert found is not None
    assert found.endswith("one record is written `[a |-> 1]`")
