"""A search that goes on in another compiler's code finds what one in the same code finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from holdfast.check.reductions import permutations_of
from holdfast.interp.machine import Machine
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.native.build.build import Program, build
from holdfast.native.build.cc import system_compiler
from holdfast.native.emit.emit import emit_model
from holdfast.native.run import engine as engine_module
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Figures, Run
from holdfast.workbench import load, prepare
from tests.native.agreement import SPECS
from tests.small_specs import module, system_of

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc"),
]

MODELS = ("TwoPhase/TwoPhase", "LamportMutex/LamportMutex", "DiningPhilosophers/DiningPhilosophers")


class Searched:
    """All that can be asked of a search."""

    def __init__(self, engine: Engine, state: Run) -> None:
        self.state = state
        self.figures: Figures = engine.figures()
        self.states: list[tuple[Value, ...]] = list(engine.states())
        self.steps = engine.steps()
        self.fired = [engine.fired(i) for i in range(len(engine.system.actions))]
        self.event = engine.event()
        self.paths = [engine.path(i) for i in range(1, len(self.states) + 1, 7)]

    def same(self, other: Searched) -> bool:
        figures = [f for f in Figures.__dataclass_fields__ if f != "bytes"]
        return all(getattr(self.figures, f) == getattr(other.figures, f) for f in figures) and all(
            getattr(self, part) == getattr(other, part)
            for part in ("state", "states", "steps", "fired", "event", "paths")
        )


def searched(
    system: System,
    monkeypatch: pytest.MonkeyPatch,
    better: Callable[[int], Program | None] | None = None,
    workers: int = 1,
) -> Searched:
    """A search that is looked after every few states."""
    monkeypatch.setattr(engine_module, "_FIRST_BUDGET", 5)
    monkeypatch.setattr(engine_module, "_next_budget", lambda budget, _: budget)
    monkeypatch.setattr(engine_module, "_PARALLEL_FROM", 8)
    moved = permutations_of(Machine(system))
    with Engine(
        system, keep_steps=True, compiler="tcc", workers=workers, permutations=moved
    ) as engine:
        return Searched(engine, engine.run(better=better))


class Counted:
    """`Engine._adopt`, and whether a level was then under way."""

    def __init__(self, adopt: Callable[[Engine, Program], None]) -> None:
        self.adopt = adopt
        self.levels: list[bool] = []

    def __get__(self, engine: Engine, _: object) -> Callable[[Program], None]:
        def adopt(program: Program) -> None:
            self.levels.append(engine.figures().pending > 0)
            self.adopt(engine, program)

        return adopt


def after(calls: int, program: Program) -> Callable[[int], Program | None]:
    """What has a program to offer when it is asked for the so-and-so-many-th time."""
    asked = 0

    def better(_: int) -> Program | None:
        nonlocal asked
        asked += 1
        return program if asked == calls else None

    return better


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("name", MODELS)
def test_nothing_is_lost_or_found_twice(
    name: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = prepare(load(SPECS / f"{name}.tla")).system
    alone = searched(system, monkeypatch)
    assert alone.figures.distinct > 50
    program = build(emit_model(system, permutations_of(Machine(system))), "cc")
    for calls in (1, 2, 7):
        assert searched(system, monkeypatch, after(calls, program), workers).same(alone)


@pytest.mark.parametrize("reduction", ["SYMMETRY Same", "VIEW Seen"])
def test_reductions_go_on(reduction: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        "CONSTANT P\nSame == Permutations(P)\nSeen == <<x, Cardinality(y)>>\n"
        "Init == x = [p \\in P |-> 0] /\\ y = {}\n"
        "Up(p) == x[p] < 3 /\\ x' = [x EXCEPT ![p] = @ + 1] /\\ y' = y\n"
        "Mark(p) == x[p] = 2 /\\ y' = y \\cup {p} /\\ x' = x\n"
        "Next == \\E p \\in P : Up(p) \\/ Mark(p)\n"
    )
    text = module(body, "x, y", "Naturals, FiniteSets, TLC")
    config = f"INIT Init\nNEXT Next\nCONSTANT P = {{a, b, c}}\n{reduction}\n"
    system = system_of(tmp_path, text, config)
    alone = searched(system, monkeypatch)
    assert alone.figures.distinct > 20
    program = build(emit_model(system, permutations_of(Machine(system))), "cc")
    for calls in (1, 3):
        assert searched(system, monkeypatch, after(calls, program)).same(alone)


def test_a_shared_level_is_not_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        "Init == x = [i \\in 1..6 |-> 0]\n"
        "Next == \\E i \\in 1..6 : x[i] < 4 /\\ x' = [x EXCEPT ![i] = @ + 1]\n"
    )
    system = system_of(tmp_path, module(body))
    alone = searched(system, monkeypatch)
    program = build(emit_model(system), "cc")
    monkeypatch.setattr(engine_module, "_PATIENCE", 0.0005)
    monkeypatch.setattr(engine_module, "_LOOK", 0.0005)
    monkeypatch.setattr(Engine, "_adopt", counted := Counted(Engine._adopt))
    within = 0
    for calls in (*range(1, 40, 3), *range(1, 40)):
        counted.levels.clear()
        assert searched(system, monkeypatch, after(calls, program), workers=2).same(alone)
        within += sum(counted.levels)
        if within and calls > 30:
            break
    assert within > 0


def test_both_codes_lay_out_memory_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of(tmp_path, module("Init == x = 0\nNext == x < 99 /\\ x' = x + 1\n"))
    monkeypatch.setattr(engine_module, "_FIRST_BUDGET", 5)
    program = build(emit_model(system), "cc")
    with Engine(system, compiler="tcc") as engine:
        engine.run(better=after(1, program))
        assert engine.program is program


def test_a_violation_after_the_change_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "Init == x = 0\nNext == x' \\in {x + 1, x + 2} /\\ x < 400\nSmall == x # 301\n"
    config = "INIT Init\nNEXT Next\nINVARIANT Small\n"
    system = system_of(tmp_path, module(body), config)
    alone = searched(system, monkeypatch)
    assert alone.state is Run.STOPPED
    program = build(emit_model(system), "cc")
    assert searched(system, monkeypatch, after(20, program)).same(alone)


def test_functions_that_are_evaluated_where_they_are_applied_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "Down[n \\in Nat] == IF n = 0 THEN 0 ELSE 1 + Down[n - 1]\n"
        "Init == x = 0\nNext == x < 90 /\\ x' = Down[x] + 1\n"
    )
    system = system_of(tmp_path, module(body))
    alone = searched(system, monkeypatch)
    assert alone.figures.distinct == 91
    program = build(emit_model(system), "cc")
    for calls in (1, 4, 9):
        assert searched(system, monkeypatch, after(calls, program)).same(alone)


def test_strings_that_python_made_are_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        'Init == x = <<"n", 0>>\n'
        "Next == x[2] < 60 /\\ PrintT(x) /\\ x' = <<ToString(x[2] % 7), x[2] + 1>>\n"
    )
    system = system_of(tmp_path, module(body, extends="Naturals, TLC"))
    alone = searched(system, monkeypatch)
    assert alone.figures.distinct == 61
    program = build(emit_model(system), "cc")
    for calls in (1, 3, 9):
        assert searched(system, monkeypatch, after(calls, program)).same(alone)


def test_initial_states_begin_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    primes = "{n \\in 1..3000 : \\A k \\in 2..300 : n = k \\/ n % k # 0}"
    body = f"Init == x \\in {primes}\nNext == x' = x\n"
    system = system_of(tmp_path, module(body))
    alone = searched(system, monkeypatch)
    program = build(emit_model(system), "cc")
    monkeypatch.setattr(engine_module, "_PATIENCE", 0.001)
    asked = after(1, program)
    with Engine(system, keep_steps=True, compiler="tcc") as engine:
        state = engine.run(better=asked)
        assert engine.program is program
        assert Searched(engine, state).same(alone)
