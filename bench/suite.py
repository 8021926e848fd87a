"""The models that are measured: a spec, a configuration, and other values for its constants."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.workbench import translate_file

ROOT = Path(__file__).resolve().parent.parent
_ALGORITHM = re.compile(r"--(fair\s+)?algorithm\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One model; `folder` has its modules, `violated` says that it has a counterexample."""

    name: str
    folder: Path
    module: str
    config: str
    constants: dict[str, str] = field(default_factory=dict)
    violated: bool = False


def read_suite(path: Path, specs: Path, only: Sequence[str] = ()) -> list[Entry]:
    """The entries of a suite; `specs` is the folder that their folders are in."""
    data = tomllib.loads(path.read_text("utf-8"))
    entries = [
        Entry(
            name=row["name"],
            folder=specs / row["folder"],
            module=row["module"],
            config=row["config"],
            constants={k: str(v) for k, v in row.get("constants", {}).items()},
            violated=row.get("violated", False),
        )
        for row in data["model"]
    ]
    return [e for e in entries if not only or e.name in only]


def place(entry: Entry, folder: Path) -> Path:
    """Copy a model into a folder, with its own values; both tools run there."""
    made = folder / entry.name
    made.mkdir(parents=True)
    for path in entry.folder.iterdir():
        if path.suffix in (".tla", ".cfg"):
            shutil.copy(path, made)
    _translate(made / f"{entry.module}.tla")
    config = made / f"{entry.config}.cfg"
    config.write_text(with_constants(config.read_text("utf-8"), entry.constants), "utf-8")
    return made


def _translate(module: Path) -> None:
    """Write the translation of PlusCal into a module that has none, for TLC."""
    text = module.read_text("utf-8")
    if _ALGORITHM.search(text) and "BEGIN TRANSLATION" not in text:
        translate_file(module, write=True)


def with_constants(config: str, constants: dict[str, str]) -> str:
    """The text of a configuration in which constants have other values."""
    for name, value in constants.items():
        pattern = re.compile(rf"(?m)^(.*\b{re.escape(name)}\s*=\s*).*$")
        config, count = pattern.subn(lambda m, v=value: m[1] + v, config)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"the configuration gives {name} {count} values")
    return config
