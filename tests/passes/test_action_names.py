"""Disjuncts without a name of their own are named by their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.passes.action_names import name_disjuncts
from holdfast.workbench import load, prepare


@pytest.mark.parametrize(
    ("next_formula", "names"),
    [
        ("\\/ Up\n  \\/ x' = 0\n  \\/ \\E i \\in {1, 2} : x' = i", ["Up", "Next:7", "Next:8"]),
        ("x' = 0 \\/ (x = 1 /\\ x' = 2)", ["Next:6:3", "Next:6:14"]),
        ("Up \\/ x' = 0", ["Up", "Next"]),
        ("x' = 0", ["Next"]),
    ],
)
def test_each_of_several_is_named_by_its_line(
    next_formula: str, names: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "Named.tla"
    head = "---- MODULE Named ----\nVARIABLE x\nInit == x = 0\nUp == x' = 1\nNext ==\n  "
    path.write_text(f"{head}{next_formula}\n====\n", encoding="utf-8")
    named = name_disjuncts(prepare(load(path)).system.actions, "Next")
    assert [a.name for a in named] == names
    assert all(a.span is not None and a.span.text != next_formula for a in named[:-1])
