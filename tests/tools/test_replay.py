"""`make replay` finds what a changed tree makes of a spec, and nothing where nothing changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.replay import (
    ROOT,
    Difference,
    Failed,
    Model,
    Tree,
    differences,
    dumps,
    models,
    short_diff,
)

SPEC = """---- MODULE Tick ----
VARIABLE n
Init == n = FALSE
Next == n' = ~n
TypeOK == n \\in BOOLEAN
====
"""
MODEL = Model("Tick.cfg", "Tick.tla", "Tick.cfg")
PARTS = ("ir", "c", "smt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Tick.tla").write_text(SPEC, encoding="utf-8")
    (tmp_path / "Tick.cfg").write_text("INIT Init NEXT Next INVARIANT TypeOK", encoding="utf-8")
    return tmp_path


def changed_tree(folder: Path, file: str, old: str, new: str) -> Tree:
    """A copy of this tree with a change in one file."""
    src = folder / "changed" / "src"
    shutil.copytree(ROOT / "src", src, ignore=shutil.ignore_patterns("__pycache__"))
    path = src / "holdfast" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return Tree("changed", src)


def compared(folder: Path, other: Tree) -> tuple[list[Difference], tuple[str, ...]]:
    """What differs from this tree, and what the other tree cannot make."""
    here = Tree("here", ROOT / "src")
    old, new = dumps((here, other), PARTS, [MODEL], folder, folder)
    assert not old.missing
    assert {"ir after infer types", "c", "smt", "smt for all sizes"} <= old.texts(MODEL).keys()
    assert all(t.startswith("exit code 0\n") for t in old.texts(MODEL).values())
    return list(differences(old, new, [MODEL])), new.missing


def test_the_same_tree_twice_gives_no_difference(folder: Path) -> None:
    assert compared(folder, Tree("again", ROOT / "src")) == ([], ())


def test_a_changed_tree_gives_the_part_that_it_changes(folder: Path) -> None:
    other = changed_tree(folder, "smt/terms/smtlib.py", '"(check-sat)"', '"(check-sat-now)"')
    [(model, names, rows)], missing = compared(folder, other)
    assert model == MODEL
    assert names == ("smt", "smt for all sizes")
    assert "-(check-sat)" in rows
    assert "+(check-sat-now)" in rows
    assert not missing


def test_what_a_tree_cannot_make_is_said(folder: Path) -> None:
    other = changed_tree(folder, "cli/show.py", '"--smt"', '"--obligations"')
    assert compared(folder, other) == ([], ("smt", "smt for all sizes"))


def test_a_tree_that_does_not_run_is_an_error(folder: Path) -> None:
    other = changed_tree(folder, "cli/main.py", "import importlib", "import no_such_module")
    with pytest.raises(Failed, match="changed cannot be run"):
        compared(folder, other)


def test_every_configuration_of_the_specs_and_examples_is_a_model() -> None:
    found = {model.name: model for model in models(ROOT)}
    assert set(found) >= {p.relative_to(ROOT).as_posix() for p in ROOT.glob("specs/*/*.cfg")}
    assert found["specs/LockServer/LockServerAllStates.cfg"].spec.endswith("LockServerProof.tla")
    assert found["src/holdfast/examples/wire/wire.tla"].config == ""
    assert all((ROOT / model.spec).is_file() for model in found.values())


def test_a_name_that_is_no_spec_is_an_error() -> None:
    with pytest.raises(Failed, match="NoSuchSpec"):
        models(ROOT, ["NoSuchSpec"])


def test_a_difference_in_a_long_line_is_shown_by_its_parts() -> None:
    line = "(and " + " ".join(f"(f {i})" for i in range(100)) + ")"
    rows = short_diff(line, line.replace("(f 70)", "(g 70)"), "old", "new")
    assert rows[:2] == ["--- old", "+++ new"]
    assert "-(f 70)" in rows
    assert "+(g 70)" in rows
    assert len(rows) < 16
