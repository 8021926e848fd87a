"""Loading the systems of `specs/` for the tests of inference."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from holdfast.infer.grammar.grammar import mine
from holdfast.infer.grammar.language import Grammar
from holdfast.infer.lift import Lifted, lift, lift_expr, machine_of
from holdfast.infer.samples.instances import Model, read_model
from holdfast.infer.samples.samples import Budget, Sampler
from holdfast.infer.search.search import Search
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Property, System
from holdfast.workbench import load, prepare

SPECS = Path(__file__).parents[2] / "specs"


@dataclass(frozen=True)
class Sampled:
    """A system of `specs/` with its samples and its grammar."""

    system: System
    property: Property
    model: Model
    lifted: Lifted
    machine: Machine
    states: list[State]
    grammar: Grammar


def rows() -> dict[int, str]:
    """The folders of the benchmark protocols by their row."""
    found = {}
    for path in SPECS.glob("*/expect.toml"):
        row = tomllib.loads(path.read_text()).get("protocol", {}).get("row")
        if row is not None:
            found[row] = path.parent.name
    return found


def property_of(name: str) -> str:
    """The property that a protocol is to have."""
    known = tomllib.loads((SPECS / name / "expect.toml").read_text())
    return str(known["protocol"]["property"])


@cache
def sampled(name: str) -> Sampled:
    """A protocol with samples of a few small instances."""
    system = prepare(load(SPECS / name / f"{name}.tla")).system
    wanted = property_of(name)
    (goal,) = (p for p in system.invariants if p.name == wanted)
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    with ranked_by(machine.ranks):
        sampler = Sampler(system, lifted, machine, model)
        states = sampler.run(Budget(per_instance=60, states=200, native=0)).states
        grammar = mine(system, lifted, machine, states, lift_expr(goal.expr, lifted))
    return Sampled(system, goal, model, lifted, machine, states, grammar)


def search_of(name: str) -> Search:
    """A search in the samples of a protocol."""
    s = sampled(name)
    with ranked_by(s.machine.ranks):
        return Search(s.lifted, s.machine, s.grammar, s.property.expr, s.property.name, s.states)
