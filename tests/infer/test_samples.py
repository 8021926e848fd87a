"""Reachable states of several sizes as states of one system."""

from __future__ import annotations

import pytest

from holdfast.infer.samples.instances import instances
from holdfast.ir.values import FiniteSet
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
