"""A search of single steps finds the same violations as one that passes transient states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from holdfast import load
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import assertion_names
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.passes.single_steps import PASSED, single_steps
from holdfast.verdict import Failed
from holdfast.workbench.prepared import asked_of, prepare_asked
from tests.promela.generate import generate
from tests.promela.proofs import random_invariants

_MODELS = (
    "bounded_buffer",
    "peterson",
    "philosophers",
    "readers_writers",
    "starvation",
    "watchdog",
)


def _violated(system: System) -> frozenset[str] | None:
    limits = Limits(states=20_000)
    options = SearchOptions(
        keep_going=True, safety_only=True, engine="interp", workers=1, limits=limits
    )
    answer = check(replace(system, check_deadlock=False), options)
    if isinstance(answer.verdict, Failed) or not answer.complete:
        return None  # an error ends a search at another state, if there are more of them
    return frozenset(answer.violations)


def _system(path: Path, invariants: list[str]) -> System:
    spec = load(path)
    asked = replace(asked_of(spec, {}), invariants=tuple(invariants), proof=True)
    return prepare_asked(spec, asked).system


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(s, marks=pytest.mark.slow) for s in range(8, 24))]
)
def test_random_programs_have_the_same_violations(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "model.pml"
    path.write_text(generate(seed), encoding="utf-8")
    system = _system(path, random_invariants(generate(seed), Random(seed), 6))
    before = _violated(system)
    after = None if before is None else _violated(single_steps(system))
    assert after is None or after == before
    assert not before or "types" not in before


@pytest.mark.parametrize("name", _MODELS)
def test_models_satisfy_their_types(name: str) -> None:
    system = _system(Path(f"specs/promela/{name}/{name}.pml"), [])
    single = single_steps(system)
    assert {p.name for p in single.invariants} >= {"types", *assertion_names(system)}
    assert (PASSED in {p.name for p in single.invariants}) == (system.transient is not None)
    assert not assertion_names(single)
    assert _violated(single) == frozenset()


def test_a_transient_state_without_successors_is_a_state_proper() -> None:
    x, two = ir.Name("x"), ir.Literal(2)
    below = ir.Apply(Op.LT, (x, two))
    more = ir.Apply(Op.ADD, (x, ir.Literal(1)))
    step = body.Sequence(
        (body.Test(below), body.Assign("x", more, ir.Apply(Op.EQ, (ir.Prime(x), more)))),
        ir.TRUE,
    )
    system = System(
        "Ends",
        variables=("x",),
        init=body.Assign("x", ir.Literal(0), ir.Apply(Op.EQ, (x, ir.Literal(0)))),
        actions=(body.Action("Step", step),),
        invariants=(Property("Small", below),),
        transient=ir.Apply(Op.NE, (x, ir.Literal(0))),
    )
    assert _violated(system) == frozenset({"Small"})
    # The state 2 is the only one with a violation, and what says so is that it is not passed.
    assert _violated(single_steps(system)) == frozenset({PASSED})
    assert Machine(single_steps(system)).system.transient is None


def test_an_assertion_below_the_top_of_an_action_remains(tmp_path: Path) -> None:
    path = tmp_path / "model.pml"
    path.write_text("byte x; active proctype P() { x = 1 } never { do :: assert(x < 2) od }\n")
    spec = load(path)
    claim = replace(asked_of(spec, {}), properties=("never_0",), proof=True)
    system = prepare_asked(spec, claim).system
    assert assertion_names(single_steps(system)) == assertion_names(system) != ()
