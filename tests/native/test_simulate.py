"""Generated C and the interpreter simulate the same behaviours, on any number of workers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.check.engine import Exploration
from holdfast.check.simulate_interp import InterpretedSimulation
from holdfast.check.simulation import Counted, Found, SimulationOptions
from holdfast.interp.machine import Machine
from holdfast.interp.walks import MOST_BINDINGS, MOST_INITIAL, Tally
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.native.build import cc
from holdfast.native.build.build import build
from holdfast.native.emit.emit import emit_model
from holdfast.native.run import simulate as native
from holdfast.native.run.simulate import Happened, Simulator, Wanted
from holdfast.source import Source
from holdfast.verdict import Failed, Violated
from holdfast.workbench import load
from holdfast.workbench.prepared import asked_of, prepare, prepare_asked
from tests.native.agreement import models, system_of_model
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

COMPILER = os.environ.get("HOLDFAST_TEST_COMPILER", "tcc")
FLAGS = tuple(os.environ.get("HOLDFAST_TEST_CC_FLAGS", "").split())
QUIET = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
WALK = """
Init == x \\in 0..3
Up == x < 40 /\\ x' = x + 1
Down == x > 0 /\\ x' = x - 1
Far == \\E s \\in SUBSET {1, 2, 5} : x' = x + Cardinality(s)
Next == Up \\/ Down \\/ Far
"""


@pytest.fixture(scope="module", autouse=True)
def _flags() -> object:
    """cc gets the flags that are asked for: `test_agreement_cc.py` runs this file again."""
    patch = pytest.MonkeyPatch()
    patch.setattr(cc, "FLAGS", (*cc.FLAGS, *FLAGS))
    yield None
    patch.undo()


def interpreted(system: System, behaviours: int, depth: int, *counted: Counted) -> Found:
    options = SimulationOptions(behaviours, depth, seed=5, counted=counted)
    exploration = Exploration(Machine(system))
    with ranked_by(exploration.machine.ranks):
        return InterpretedSimulation().run(exploration, options, lambda _: True)


def compiled(
    system: System,
    behaviours: int,
    depth: int,
    counted: Sequence[Counted] = (),
    **wanted: Any,
) -> tuple[Tally, Happened | None]:
    system = replace(system, view=None, symmetry=None)
    columns = [native.Counted(c.expr, c.of_steps) for c in counted]
    options = Wanted(5, depth, behaviours, **{"workers": 1, **wanted})
    simulator = Simulator(system, columns, options, COMPILER)
    simulator.run(lambda _: True)
    return simulator.tally, simulator.first


def agree(system: System, behaviours: int = 20, depth: int = 30, *counted: Counted) -> Found:
    """One worker, several, and values that are dropped after every step: all give the same."""
    found = interpreted(system, behaviours, depth, *counted)
    for wanted in ({}, {"workers": 3}, {"most_bytes": 1}):
        tally, happened = compiled(system, behaviours, depth, counted, **wanted)
        assert (happened is None) == (found.verdict is None)
        if found.verdict is not None:
            # C generates all successors of a state before it looks for violations.
            tally = replace(tally, generated=found.tally.generated)
        assert tally == found.tally
    return found


# cc takes a second for each.
QUICK = [m for m in models() if not m.marks][: None if COMPILER == "tcc" else 2]


@pytest.mark.parametrize(("folder", "model"), QUICK)
def test_a_spec_has_the_same_behaviours_on_both_engines(
    folder: Path, model: dict[str, Any]
) -> None:
    agree(system_of_model(folder, model), 3, 12)


def test_actions_choices_and_initial_states_are_chosen_alike(tmp_path: Path) -> None:
    found = agree(system_of(tmp_path, module(WALK), QUIET), 50, 40)
    assert found.verdict is None
    assert (found.tally.behaviours, found.tally.longest, found.tally.initial) == (50, 40, 4)
    assert all(count.behaviours > 25 for count in found.tally.counts)


def test_another_seed_gives_other_behaviours(tmp_path: Path) -> None:
    system = system_of(tmp_path, module(WALK), QUIET)
    simulator = Simulator(system, [], Wanted(6, 40, 50, 1), COMPILER)
    simulator.run(lambda _: True)
    assert simulator.tally.digest != compiled(system, 50, 40)[0].digest


def test_more_successors_than_are_remembered(tmp_path: Path) -> None:
    text = """
Init == x = <<0, {}>>
Next == \\E i \\in 1..700 : x' = <<(x[1] * 3 + i) % 1000, {i, i + 1}>>
"""
    agree(system_of(tmp_path, module(text), QUIET), 4, 10)


@pytest.mark.parametrize("most", [MOST_BINDINGS, MOST_BINDINGS + 1])
def test_an_action_with_very_many_instances(tmp_path: Path, most: int) -> None:
    text = f"""
Init == x = 1
Next == \\/ \\E i \\in 1..{most} : x < 9 /\\ x' = i
        \\/ \\E i \\in 1..3 : \\E j \\in i..2 : x' = i + j
"""
    found = agree(system_of(tmp_path, module(text), QUIET), 5, 10)
    assert found.tally.longest == 10


def test_a_domain_without_a_value_is_an_error_on_both_engines(tmp_path: Path) -> None:
    text = "Init == x = 1\nNext == \\E i \\in {1, 2}[1] : x' = i"
    found = agree(system_of(tmp_path, module(text), QUIET), 5, 10)
    assert isinstance(found.verdict, Failed)
    assert (found.tally.behaviours, found.tally.states) == (1, 1)


def test_a_sample_of_many_initial_states(tmp_path: Path) -> None:
    text = "Init == x \\in (1..300) \\X (1..300)\nNext == x' = <<x[2], x[1]>>"
    found = agree(system_of(tmp_path, module(text), QUIET), 30, 3)
    assert found.tally.initial == 90_000 > MOST_INITIAL


def test_constraints_bound_what_is_chosen(tmp_path: Path) -> None:
    text = module(WALK + "Small == x < 6\nSlow == x' <= x + 2\nInv == x < 14")
    config = QUIET + "CONSTRAINT Small\nACTION_CONSTRAINT Slow\nINVARIANT Inv\n"
    found = agree(system_of(tmp_path, text, config), 40, 40)
    assert found.verdict is None


def test_states_outside_a_constraint_are_checked(tmp_path: Path) -> None:
    text = module(WALK + "Small == x < 6\nInv == x < 8")
    found = agree(system_of(tmp_path, text, QUIET + "CONSTRAINT Small\nINVARIANT Inv\n"), 200)
    assert isinstance(found.verdict, Violated)
    assert found.verdict.property == "Inv"


def test_formulas_are_counted_alike(tmp_path: Path) -> None:
    (tmp_path / "Small.tla").write_text(module(WALK), "utf-8")
    (tmp_path / "Small.cfg").write_text(QUIET, "utf-8")
    texts = ("x > 3", "x' > x", "Up")
    sources = [Source("formula", text) for text in texts]
    loaded = load(tmp_path / "Small.tla")
    prepared = prepare_asked(loaded, replace(asked_of(loaded, {}), actions=True), sources)
    rows = zip(texts, prepared.formulas, (False, True, True), strict=True)
    counted = [Counted(*row) for row in rows]
    found = agree(prepared.system, 30, 20, *counted).tally
    states, steps, up = found.counts[-3:]
    assert 0 < states.times < found.states
    assert 0 < up.times < steps.times < found.states - found.behaviours


def test_the_first_event_does_not_depend_on_workers(tmp_path: Path) -> None:
    text = module(WALK + "Inv == x # 23")
    system = system_of(tmp_path, text, QUIET + "INVARIANT Inv\n")
    tally, happened = compiled(system, 5_000, 30)
    assert happened is not None
    for workers in (2, 4):
        assert compiled(system, 5_000, 30, workers=workers) == (tally, happened)


def test_a_system_without_variables(tmp_path: Path) -> None:
    (tmp_path / "Small.tla").write_text(
        "---- MODULE Small ----\nInit == TRUE\nNext == TRUE\n====\n", "utf-8"
    )
    (tmp_path / "Small.cfg").write_text(QUIET, "utf-8")
    found = agree(prepare(load(tmp_path / "Small.tla")).system, 3, 4)
    assert found.tally.states == 15


def test_faster_code_takes_over_between_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = system_of(tmp_path, module(WALK), QUIET)
    later = [build(emit_model(system, split=True), "tcc") for _ in range(3)]
    programs = set(map(id, later))
    simulator = Simulator(system, [], Wanted(5, 40, 200, 2), COMPILER)
    monkeypatch.setattr(simulator._faster, "better", lambda _: later.pop() if later else None)
    simulator.run(lambda _: True)
    assert not later
    assert id(simulator._program) in programs
    assert simulator.tally == compiled(system, 200, 40)[0]
