"""The files of the project agree with each other."""

from __future__ import annotations

import re
import tomllib
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
