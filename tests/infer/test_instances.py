"""Instances of other sizes: their constants, and systems that have them."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.infer.samples.instances import (
    instances,
    instantiate,
    meets_assumptions,
    rename,
    with_plain_constants,
)
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical, function_from, record_of, set_of
from holdfast.ir.literals import expr_of
from holdfast.ir.notation import show
from holdfast.ir.order import equal
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet, ModelValue, Value, boolean, model_value
from tests.infer.models import sampled

NAMES = ("m1", "m2", "m3")
MACHINE = Machine(System("Any", names=(*NAMES, "a", "b")))
ATOMS: list[st.SearchStrategy[Value]] = [
    st.integers(-2, 2),
    st.sampled_from(["a", "b"]),
    st.sampled_from(NAMES).map(model_value),
    st.booleans().map(boolean),
]


def _larger(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    several = st.lists(values, max_size=3)
    return st.one_of(
        several.map(set_of),
        several.map(tuple),
        values.map(lambda v: record_of({"a": v, "b": v})),
        several.map(
            lambda vs: function_from([(model_value(n), v) for n, v in zip(NAMES, vs, strict=False)])
        ),
    )


VALUES = st.sampled_from(ATOMS).flatmap(
    lambda atoms: st.one_of(atoms, _larger(atoms), _larger(atoms.map(lambda v: (v,))))
)
"""The atoms of a value are of one kind, so that they can be compared."""


@given(VALUES)
def test_the_expression_of_a_value_has_this_value(value: Value) -> None:
    with ranked_by(MACHINE.ranks):
        assert equal(canonical(MACHINE.value(expr_of(value))), value)


@given(VALUES, st.permutations(NAMES))
def test_a_value_that_is_renamed_back_is_the_value(value: Value, order: list[str]) -> None:
    new = {model_value(a): model_value(b) for a, b in zip(NAMES, order, strict=True)}
    back: dict[ModelValue, Value] = {b: a for a, b in new.items()}
    with ranked_by(MACHINE.ranks):
        assert equal(rename(rename(value, dict(new)), back), value)
        assert rename(value, {}) == value


@given(VALUES)
def test_no_model_value_keeps_its_name(value: Value) -> None:
    new: dict[ModelValue, Value] = {model_value(n): model_value(f"new{n[1]}") for n in NAMES}
    machine = Machine(System("Any", names=("new1", "new2", "new3", "a", "b")))
    with ranked_by(machine.ranks):
        assert not any(name in show(rename(value, new)) for name in NAMES)


@pytest.mark.parametrize("name", ["LockServer", "SimpleElection", "ChordRing", "TwoPhase"])
def test_a_system_of_an_instance_has_its_constants(name: str) -> None:
    s = sampled(name)
    found = list(islice(instances(s.model, s.system, s.lifted, s.machine), 12))
    assert len({(i.label(), str(i.constants)) for i in found}) == len(found) > 1
    for i in found:
        assert meets_assumptions(i, s.lifted, s.machine)
        system = instantiate(s.system, i, s.model.names, s.model.made)
        machine = Machine(system)
        with ranked_by(machine.ranks):
            for constant, value in i.constants.items():
                if constant not in s.model.made:
                    assert equal(machine.value(ir.Call(constant)), value)
            assert all(machine.holds(a.expr) for a in system.assumptions)


@pytest.mark.parametrize("name", ["LockServer", "SimpleElection", "TwoPhase"])
def test_sizes_are_those_of_the_sets_and_grow(name: str) -> None:
    s = sampled(name)
    totals = []
    for i in islice(instances(s.model, s.system, s.lifted, s.machine), 12):
        for sort in s.model.sorts:
            value = i.constants[sort]
            assert isinstance(value, FiniteSet)
            assert len(value) == i.sizes[sort]
        totals.append(sum(i.sizes.values()))
    assert totals == sorted(totals)


def test_an_instance_that_breaks_an_assumption_is_none() -> None:
    s = sampled("SimpleElection")
    given_ = s.model.instance()
    (member,) = [c for c in given_.constants if c == "Quorum"]
    nobody = {**given_.constants, member: set_of([set_of([])])}
    assert meets_assumptions(given_, s.lifted, s.machine)
    assert not meets_assumptions(type(given_)(nobody, given_.sizes), s.lifted, s.machine)


def test_constants_that_are_values_stay() -> None:
    s = sampled("LockServer")
    assert with_plain_constants(s.system) is s.system
