"""Small modules given as text, and their systems."""

from __future__ import annotations

from pathlib import Path

from holdfast.ir.system import System
from holdfast.workbench import load, prepare


def system_of(tmp_path: Path, text: str, config: str = "INIT Init\nNEXT Next\n") -> System:
    (tmp_path / "Small.tla").write_text(text, "utf-8")
    (tmp_path / "Small.cfg").write_text(config, "utf-8")
    return prepare(load(tmp_path / "Small.tla")).system


def module(
    body: str, variables: str = "x", extends: str = "Naturals, Sequences, FiniteSets"
) -> str:
    lines = ["---- MODULE Small ----", f"EXTENDS {extends}", f"VARIABLES {variables}"]
    return "\n".join([*lines, body, "===="])
