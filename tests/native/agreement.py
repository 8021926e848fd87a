"""Both engines on one system, compared state by state, however the search ends."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.check.engine import DEFAULTS, Exploration, Search
from holdfast.check.explore import InterpretedEngine
from holdfast.check.native_check import NativeEngine, NativeSearch
from holdfast.check.reductions import permutations_of
from holdfast.interp.machine import Machine
from holdfast.ir.fingerprint import MASK, fingerprint, mix
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.limits import NO_LIMITS, Limits
from holdfast.native.emit.support import unsupported
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Run
from holdfast.verdict import Failed, Unknown, Violated
from holdfast.workbench import load, prepare

SPECS = Path(__file__).parent.parent.parent / "specs"
INTERPRETED = replace(DEFAULTS, engine="interp")
MOST = 2_500
"""All states of larger models are left to the slow tests."""


def models(larger: bool = False) -> Iterator[Any]:
    """The models of all specs, the larger ones marked as slow; or the larger ones only."""
    for path in sorted(SPECS.glob("*/expect.toml")):
        for model in tomllib.loads(path.read_text("utf-8"))["model"]:
            slow = [pytest.mark.slow] if model["generated"] > MOST and not larger else []
            if model["generated"] > MOST or not larger:
                yield pytest.param(path.parent, model, id=model["config"], marks=slow)


def system_of_model(folder: Path, model: dict[str, Any]) -> System:
    """The system of one of them."""
    return prepare(load(folder / model["module"], config=folder / model["config"])).system


def agree(system: System, compiler: str = "tcc", workers: int = 1) -> Search:
    """Run both and compare everything; the interpreter's search."""
    search = interpreted(system)
    if not search.complete:
        agree_early(system, search, compiler=compiler, workers=workers)
        return search
    assert unsupported(system) == []
    moved = permutations_of(Machine(system))
    with Engine(
        system, keep_states=True, compiler=compiler, workers=workers, permutations=moved
    ) as engine:
        assert engine.run() is Run.DONE
        found = engine.figures()
        states = list(engine.states())
    counts = search.counts()
    assert (found.generated, found.distinct, found.depth, found.initial) == (
        counts.generated,
        counts.distinct,
        counts.depth,
        counts.initial,
    )
    assert states == search.states
    marks = [fingerprint(s) for s in search.states]
    assert [fingerprint(s) for s in states] == marks
    if system.view is None and not moved:
        assert found.digest == sum(map(mix, marks)) & MASK
    return search


def agree_exactly(system: System, search: Search) -> None:
    """States that are compared in full are as many, and the verdict is the same."""
    if permutations_of(Machine(system)):
        return
    if not search.complete:
        agree_early(system, search, exact=True)
        return
    with Engine(system, exact=True, compiler="tcc") as engine:
        assert engine.run() is Run.DONE
        found = engine.figures()
    counts = search.counts()
    assert (found.generated, found.distinct) == (counts.generated, counts.distinct)


def agree_early(
    system: System, search: Search, limits: Limits = NO_LIMITS, **options: Any
) -> NativeSearch:
    """The native search ends as this one, which is incomplete: verdict, trace and states."""
    found = compiled(system, limits, **options)
    assert not found.complete
    assert found.verdict == search.verdict
    common = min(len(found.states), len(search.states))
    match search.verdict:
        case Violated() | Failed():
            # C goes on to the end of the level.
            assert common == len(search.states)
        case Unknown(cause="depth"):
            assert found.counts() == search.counts()
            assert len(found.states) == len(search.states)
        case Unknown(cause="states"):
            # How far each goes beyond the limit depends on when it looks at it, and states of a
            # level that was not finished are counted, but not kept.
            assert limits.states is not None
            assert min(found.counts().distinct, len(search.states)) > limits.states
        case _:
            raise AssertionError(f"nothing to compare: {search.verdict}")
    assert found.states[:common] == search.states[:common]
    return found


def agree_beyond_violations(system: System, depth: int) -> None:
    """Both go on after a violation, down to this depth: same states, as many violations."""
    limits = Limits(depth=depth)
    search = interpreted(system, limits, keep_going=True)
    found = compiled(system, limits, keep_going=True)
    assert (found.verdict, found.more) == (search.verdict, search.more)
    assert found.violations == search.violations
    assert found.counts() == search.counts()
    assert found.states == search.states


def interpreted(system: System, limits: Limits = NO_LIMITS, **options: Any) -> Search:
    """What the interpreter finds."""
    exploration = Exploration(Machine(system), replace(DEFAULTS, **options))
    return InterpretedEngine().run(exploration, limits, None)


def compiled(
    system: System, limits: Limits = NO_LIMITS, compiler: str = "tcc", **options: Any
) -> NativeSearch:
    """What generated code finds, with all its states."""
    assert unsupported(system) == []
    wanted = replace(DEFAULTS, keep_graph=True, compiler=compiler, **{"workers": 1, **options})
    exploration = Exploration(Machine(system), wanted)
    with ranked_by(exploration.machine.ranks):
        return NativeEngine().run(exploration, limits, None)
