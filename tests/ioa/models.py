"""The models of `specs/ioa`, variants of them, and small automata."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

SPECS = Path(__file__).resolve().parent.parent.parent / "specs" / "ioa"
FILES = sorted(SPECS.glob("*/*.py"))


def model(name: str) -> Path:
    """The file of a model."""
    [found] = SPECS.glob(f"*/{name}.py")
    return found


def expectations(folder: Path) -> list[dict[str, Any]]:
    """The models of a folder and what is expected of them."""
    models: list[dict[str, Any]] = tomllib.loads((folder / "expect.toml").read_text("utf-8"))[
        "model"
    ]
    return models


def explored(folder: Path) -> list[dict[str, Any]]:
    """The models of a folder whose states are explored."""
    return [each for each in expectations(folder) if not each.get("prove")]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each first part replaced by the second; every first part occurs in it."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def variant(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A changed copy of a model, in a folder; the file has the same name."""
    return written(folder, changed(model(name).read_text("utf-8"), *changes), f"{name}.py")


def written(folder: Path, text: str, name: str = "model.py") -> Path:
    """A file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def one_step(type: str, before: str, after: str, definitions: str = "") -> str:
    """An automaton with a variable `x` of a type, and a single step from one value to another."""
    return f"""\
{definitions}
@automaton
def OneStep():
    class signature:
        @internal
        def step(): pass

    class states:
        x: {type}

    initially = x == {before}

    class transitions:
        @internal
        @pre(x == {before})
        def step():
            x = {after}
"""


def line_of(path: Path, part: str) -> int:
    """The number of the first line that contains a text."""
    lines = path.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if part in line)
