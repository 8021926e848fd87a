"""Printed modules as files."""

from __future__ import annotations

from pathlib import Path

import holdfast
from holdfast.ir.tla_module import TlaModule


def checked(module: TlaModule, folder: Path) -> holdfast.CheckResult:
    """What `check` says about a printed module."""
    write_module(module, folder)
    return holdfast.load(folder / f"{module.name}.tla").check()


def write_module(module: TlaModule, folder: Path) -> None:
    """Write the two files of a module."""
    (folder / f"{module.name}.tla").write_text(module.text, encoding="utf-8")
    (folder / f"{module.name}.cfg").write_text(module.config, encoding="utf-8")
