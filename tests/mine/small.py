"""Small specs for the tests of `mine`, written to a folder."""

from __future__ import annotations

from pathlib import Path

from holdfast import load
from holdfast.report.mined_result import MineResult


def mine_text(folder: Path, body: str, config: str = "", **options: object) -> MineResult:
    """The relations of a module with this body."""
    text = f"---- MODULE Small ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n{body}\n====\n"
    (folder / "Small.tla").write_text(text, encoding="utf-8")
    if config:
        (folder / "Small.cfg").write_text(config, encoding="utf-8")
    return load(folder / "Small.tla").mine(**options)  # type: ignore[arg-type]  # options of a test


def texts(result: MineResult) -> list[str]:
    """The relations as text."""
    return [r.text for r in result.relations]
