"""The files of the project agree with each other."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from holdfast.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAME = re.compile(r"[A-Za-z0-9_.-]+")


def test_the_version_is_the_same_everywhere() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d.*?)\]", changelog, re.MULTILINE)
    assert newest is not None
    assert PROJECT["project"]["version"] == VERSION == newest[1]


def test_the_dev_extra_and_the_dev_group_are_the_same_list() -> None:
    extra = PROJECT["project"]["optional-dependencies"]["dev"]
    assert extra == PROJECT["dependency-groups"]["dev"]


def test_every_dependency_has_an_upper_bound_and_a_tested_version() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pinned = {line.split("==")[0] for line in pins.splitlines() if "==" in line}
    project = PROJECT["project"]
    for requirement in project["dependencies"] + project["optional-dependencies"]["dev"]:
        name = NAME.match(requirement)
        assert name is not None
        assert name[0] in pinned
        assert re.search(r">=.*,<", requirement)


def imported(tree: ast.Module) -> Iterator[str]:
    """The dotted names of what a module imports, wherever in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names):
                yield from (f"{module or ''}.{alias.name}" for alias in names)
            case _:
                pass


def modules_of_tests(text: str) -> list[str]:
    """The modules of tests that a text in Python imports from."""
    names = imported(ast.parse(text))
    return [n for n in names if n.startswith("tests.") and ".test_" in n]


def test_no_test_module_is_imported() -> None:
    assert modules_of_tests("def f():\n  from tests.ir.test_order import helper\n") != []
    assert modules_of_tests("from tests.ir import test_order\nimport tests.ir.order\n") != []
    for path in (
        p for folder in ("tests", "tools", "bench") for p in (ROOT / folder).rglob("*.py")
    ):
        assert modules_of_tests(path.read_text(encoding="utf-8")) == [], path
