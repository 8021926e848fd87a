"""What a spec can ask about the run that checks it, through `TLCGet`."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.ir.construct import record_of
from holdfast.ir.values import Value, boolean

if TYPE_CHECKING:
    from holdfast.check.explore import Explorer

_UNLIMITED = -1
# Specs compare the revision with that of the TLC whose features they need.
_REVISION: dict[str, Value] = {
    "timestamp": 1777470000,
    "count": 20000,
    "tag": "v1.8.0",
    "date": "2026-04-29",
}
_PROPERTIES: dict[str, Value] = {"-Dtlc2.tool.impl.Tool.cdot": "true"}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a search stands: the level of the state that is looked at, and what was found."""

    level: int
    diameter: int
    distinct: int
    generated: int
    queue: int


def standing_of(explorer: Explorer) -> Standing:
    """How the interpreter's search stands."""
    search = explorer.search
    distinct = len(search.states)
    diameter = search.levels[-1] if search.levels else 0
    return Standing(explorer.level, diameter, distinct, search.generated, distinct - explorer.at)


def figure(explorer: Explorer, name: str, standing: Standing | None = None) -> Value | None:
    """The figure of this name, or None if there is none."""
    match name:
        case "level":
            return explorer.level if standing is None else standing.level
        case "diameter" | "distinct" | "generated" | "queue":
            number: int = getattr(standing or standing_of(explorer), name)
            return number
        case "duration":
            return int(time.monotonic() - explorer.started)
        case "config":
            return _config(explorer)
        case "revision":
            return record_of(_REVISION)
        case "stats":
            return _stats(explorer, standing or standing_of(explorer))
        case _:
            return _PROPERTIES.get(name)


def _config(explorer: Explorer) -> Value:
    depth = explorer.options.depth
    return record_of(
        {
            "mode": "bfs",
            "depth": _UNLIMITED if depth is None else depth,
            "traces": _UNLIMITED,
            "deadlock": boolean(explorer.system.check_deadlock),
            "worker": 1,
            "seed": explorer.options.seed,
            "install": "",
        }
    )


def _stats(explorer: Explorer, standing: Standing) -> Value:
    return record_of(
        {
            "generated": standing.generated,
            "distinct": standing.distinct,
            "queue": standing.queue,
            "duration": int(time.monotonic() - explorer.started),
            "diameter": standing.diameter,
            "traces": 0,
        }
    )
