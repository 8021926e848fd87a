"""The statistics of the current run that a spec reads through `TLCGet`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from holdfast.check.trace_values import UNKNOWN_ACTION, described
from holdfast.ir import expr as ir
from holdfast.ir.construct import record_of, set_of
from holdfast.ir.system import Action, Property, System
from holdfast.ir.values import Value, boolean
from holdfast.source import Span

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
    """The current statistics of a search: the level of the current state, and the counts."""

    level: int = 0
    diameter: int = 0
    distinct: int = 0
    generated: int = 0
    queue: int = 0
    initial: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """The run that `TLCGet` describes; `standing` has its current statistics."""

    system: System
    seed: int
    started: float
    standing: Callable[[], Standing]
    mode: str = "bfs"


def figure(run: Run, name: str) -> Value | None:
    """The statistic of this name, or None if there is none."""
    match name:
        case "level" | "diameter" | "distinct" | "generated" | "queue":
            number: int = getattr(run.standing(), name)
            return number
        case "duration":
            return int(time.monotonic() - run.started)
        case "config":
            return _config(run)
        case "revision":
            return record_of(_REVISION)
        case "stats":
            return _stats(run, run.standing())
        case "action":
            # TLC sets the action in simulation mode only.
            return described(UNKNOWN_ACTION, None)
        case "spec":
            return _spec(run.system)
        case _:
            return _PROPERTIES.get(name)


def _config(run: Run) -> Value:
    return record_of(
        {
            "mode": run.mode,
            "deadlock": boolean(run.system.check_deadlock),
            "worker": 1,
            "seed": str(run.seed),
            "fingerprint": "0",
            "install": "",
        }
    )


def _stats(run: Run, standing: Standing) -> Value:
    return record_of(
        {
            "generated": standing.generated,
            "distinct": standing.distinct,
            "queue": standing.queue,
            "initial": standing.initial,
            "duration": int(time.monotonic() - run.started),
            "diameter": standing.diameter,
            "worker": 0,
        }
    )


def _spec(system: System) -> Value:
    groups: dict[str, tuple[Property, ...] | tuple[Action, ...]] = {
        "actions": system.actions,
        "invariants": system.invariants,
        "impliedinits": system.initial_properties,
        "impliedactions": system.step_properties,
        "impliedtemporals": system.temporal,
        "constraints": system.constraints,
        "actionconstraints": system.action_constraints,
    }
    found = {
        n: set_of([described(p.name, _place(p, system)) for p in g]) for n, g in groups.items()
    }
    inits = [] if system.init is None else [described("Init", system.init.span)]
    found["inits"] = set_of(inits)
    found["temporals"] = set_of([described("", f.span) for f in system.fairness])
    found["variables"] = set_of([described(v, None) for v in system.variables])
    return record_of(found)


def _place(named: Property | Action, system: System) -> Span | None:
    """The location of a formula's definition: the configuration only names it."""
    if isinstance(named, Action):
        return named.span
    match named.expr:
        case ir.Call(name, ()) if name in system.definitions:
            return system.definitions[name].body.span
        case e:
            return e.span
