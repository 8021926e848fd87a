"""What `python -m bench.infer` infers: the protocols of `specs/`, or public specs in a folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "bench" / "endive.toml"


@dataclass(frozen=True, slots=True)
class Case:
    """A spec and its property; `assumes` if that is false without a hypothesis on constants."""

    row: int
    name: str
    spec: Path
    property: str
    config: Path | None = None
    assumes: bool = False


def protocols() -> list[Case]:
    """The benchmark protocols, by the rows that `specs/*/expect.toml` gives them."""
    found = []
    for path in (ROOT / "specs").glob("*/expect.toml"):
        known = tomllib.loads(path.read_text("utf-8")).get("protocol", {})
        if "row" in known:
            name = path.parent.name
            spec = path.with_name(f"{name}.tla")
            found.append(Case(known["row"], name, spec, known["property"]))
    return sorted(found, key=lambda case: case.row)


def public_specs(folder: Path, scratch: Path, listed: Path = PUBLIC) -> list[Case]:
    """The specs that a file lists, in a folder; their configurations are written to `scratch`."""
    found = []
    for entry in tomllib.loads(listed.read_text("utf-8"))["spec"]:
        module = entry["module"]
        config = scratch / f"{module}.cfg"
        config.write_text(configuration(entry), "utf-8")
        found.append(
            Case(
                entry["row"],
                module,
                folder / f"{module}.tla",
                entry["property"],
                config,
                entry.get("assumes", False),
            )
        )
    return found


def configuration(entry: Mapping[str, Any]) -> str:
    """The text of a configuration for an entry."""
    rows = ["INIT Init", "NEXT Next", f"INVARIANT {entry['property']}", "CONSTANTS"]
    rows += [f"  {name} = {value}" for name, value in entry.get("constants", {}).items()]
    rows += [f"  {name} <- {value}" for name, value in entry.get("replaced", {}).items()]
    if "constraint" in entry:
        rows.append(f"CONSTRAINT {entry['constraint']}")
    return "\n".join([*rows, ""])
