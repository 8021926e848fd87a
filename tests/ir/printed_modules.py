"""Printed modules as files."""

from __future__ import annotations

from pathlib import Path

import holdfast
from holdfast.front.document import Asked
from holdfast.ir.system import System
from holdfast.ir.tla_module import TlaModule

NOWHERE = Path("nowhere")


def read(module: TlaModule) -> System:
    """The system of a printed module and its configuration."""
    path = NOWHERE / f"{module.name}.tla"
    texts = {path: module.text, path.with_suffix(".cfg"): module.config}
    loaded = holdfast.load(path, config=path.with_suffix(".cfg"), overlays=texts)
    assert loaded.ok, module.text + loaded.diagnostics[0].render()
    return loaded.document.build(Asked(path.with_suffix(".cfg"))).system


def checked(module: TlaModule, folder: Path) -> holdfast.CheckResult:
    """What `check` says about a printed module."""
    write_module(module, folder)
    return holdfast.load(folder / f"{module.name}.tla").check()


def write_module(module: TlaModule, folder: Path) -> None:
    """Write the two files of a module."""
    (folder / f"{module.name}.tla").write_text(module.text, encoding="utf-8")
    (folder / f"{module.name}.cfg").write_text(module.config, encoding="utf-8")
