"""Reachable states of several sizes as states of one system."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.infer.lift import lift, machine_of
from holdfast.infer.samples.instances import instances, read_model
from holdfast.infer.samples.samples import Budget, Sampler
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import FiniteSet
from holdfast.workbench import load, prepare
from tests.infer.models import sampled


def test_instances_have_other_sizes_and_meet_the_assumptions() -> None:
    s = sampled("SimpleElection")
    sizes = [i.sizes for i in instances(s.model, s.system, s.lifted, s.machine)]
    assert {"Acceptor": 1, "Proposer": 1} in sizes
    assert {"Acceptor": 4, "Proposer": 2} in sizes
    assert s.model.instance().sizes not in sizes


def test_quorums_follow_the_size() -> None:
    s = sampled("SimpleElection")
    for i in instances(s.model, s.system, s.lifted, s.machine):
        quorums, acceptors = i.constants["Quorum"], i.constants["Acceptor"]
        assert isinstance(quorums, FiniteSet)
        assert isinstance(acceptors, FiniteSet)
        assert all(
            isinstance(q, FiniteSet) and 2 * len(q) > len(acceptors) for q in quorums.elements
        )


def test_samples_satisfy_the_property() -> None:
    s = sampled("LockServer")
    goal = s.lifted.system.invariants
    test = next(s.machine.test(p.expr) for p in goal if p.name == s.property.name)
    assert len(s.states) > 50
    assert all(map(test, s.states))


def test_samples_are_the_same_each_time() -> None:
    first = list(sampled("TwoPhase").states)
    sampled.cache_clear()
    assert list(map(str, sampled("TwoPhase").states)) == list(map(str, first))


@pytest.mark.parametrize("name", ["LockServer", "TwoPhase", "SimpleElection"])
def test_constants_stand_in_front_of_the_variables(name: str) -> None:
    s = sampled(name)
    width = len(s.lifted.constants) + len(s.lifted.variables)
    assert all(len(state) == width for state in s.states)


def test_choices_of_init_that_depend_on_others_are_not_counted(tmp_path: Path) -> None:
    text = """---- MODULE Choices ----
EXTENDS Naturals
VARIABLES x, y, z
Init == x \\in SUBSET (1..3) /\\ y \\in SUBSET x /\\ \\E n \\in SUBSET (1..2) : z \\in SUBSET n
Next == UNCHANGED <<x, y, z>>
Inv == TRUE
====
"""
    (tmp_path / "Choices.tla").write_text(text, encoding="utf-8")
    (tmp_path / "Choices.cfg").write_text("INIT Init\nNEXT Next\nINVARIANT Inv\n", encoding="utf-8")
    system = prepare(load(tmp_path / "Choices.tla")).system
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    with ranked_by(machine.ranks):
        sampler = Sampler(system, lifted, machine, model)
        assert sampler._choices(model.instance()) == 8 * 4
        # Each of three numbers is in x and y, in x, or in neither; z is a subset of {1, 2}.
        assert len(sampler.run(Budget()).states) == 27 * 4
