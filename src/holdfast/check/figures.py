"""What a spec can ask about the run that checks it, through `TLCGet`."""

from __future__ import annotations

import time
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


def figure(explorer: Explorer, name: str) -> Value | None:
    """The figure of this name, or None if there is none."""
    search = explorer.search
    match name:
        case "level":
            return explorer.level
        case "diameter":
            return search.levels[-1] if search.levels else 0
        case "distinct":
            return len(search.states)
        case "generated":
            return search.generated
        case "queue":
            return len(search.states) - explorer.at
        case "duration":
            return int(time.monotonic() - explorer.started)
        case "config":
            return _config(explorer)
        case "revision":
            return record_of(_REVISION)
        case "stats":
            return _stats(explorer)
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


def _stats(explorer: Explorer) -> Value:
    search = explorer.search
    return record_of(
        {
            "generated": search.generated,
            "distinct": len(search.states),
            "queue": len(search.states) - explorer.at,
            "duration": int(time.monotonic() - explorer.started),
            "diameter": search.levels[-1] if search.levels else 0,
            "traces": 0,
        }
    )
