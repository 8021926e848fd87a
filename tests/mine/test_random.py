"""Random systems: exactly the relations that looking at all states finds, on both engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.check.unjudged import unjudged
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.observation import Observed, Scene
from holdfast.ir.ranks import ranked_by
from holdfast.mine.facts import FORMS, Form, facts_of
from holdfast.mine.mine import mine, observation_of
from holdfast.mine.options import Choice
from holdfast.mine.terms import Terms
from holdfast.workbench.prepared import Prepared, prepare
from holdfast.workbench.specification import load
from tests.mine.naive import naive_facts, naive_sums, reachable, rows_of, value_or_none
from tests.mine.random_systems import random_config, random_module

pytestmark = pytest.mark.native
_QUICK, _ALL = 40, 2000
_PAIRS: tuple[Form, ...] = ("order", "bound", "difference", "congruence", "implication")
_SINGLE: tuple[Form, ...] = ("order", "bound")


def _prepared(seed: int, folder: Path) -> Prepared:
    text = random_module(seed)
    (folder / "Random.tla").write_text(text, encoding="utf-8")
    (folder / "Random.cfg").write_text(random_config(text), encoding="utf-8")
    return prepare(load(folder / "Random.tla"))


def _agree(seed: int, folder: Path) -> None:
    prepared = _prepared(seed, folder)
    system = unjudged(prepared.system)
    machine = Machine(system)
    with ranked_by(machine.ranks):
        states = reachable(machine)
        if states is None:
            return
        choice = Choice(forms=FORMS, names=prepared.names, engine="native", workers=1)
        mined = mine(prepared.system, choice)
        assert mined.answer.engine == "native"
        assert mined.answer.counts.distinct == len(states[0])
        everywhere = [*states[0], *states[1]]
        _compare_facts(machine, mined.terms, everywhere, mined.answer.observed)
        _compare_engines(prepared, mined.terms, choice, mined.answer.observed)
        for relation in mined.relations:
            for state in everywhere:
                assert machine.holds(relation.formula, state), (seed, relation.tla)


def _compare_facts(
    machine: Machine, terms: Terms, states: list[State], observed: Observed | None
) -> None:
    assert observed is not None
    whole = observed.scenes[0]
    rows = rows_of(machine, terms.terms, states)
    for form in _PAIRS:
        found = set(facts_of(whole, terms.terms, (form,)))
        assert found == naive_facts(rows, terms.terms, form), form
    sums = naive_sums(rows, terms.terms)
    assert {k: v for k, v in sums.items() if len(k) == 2} == whole.sums
    assert {k: v for k, v in sums.items() if len(k) == 3} == whole.triples
    for scene in observed.scenes[1:]:
        assert scene.control is not None
        control = terms.controls[scene.control].expr()
        here = [s for s in states if value_or_none(machine, control, s) == scene.value]
        own = rows_of(machine, terms.terms, here)
        for form in _SINGLE:
            found = set(facts_of(scene, terms.terms, (form,)))
            assert found == naive_facts(own, terms.terms, form), (form, scene.value)


def _compare_engines(
    prepared: Prepared, terms: Terms, choice: Choice, native: Observed | None
) -> None:
    options = SearchOptions(engine="interp", observation=observation_of(terms, choice))
    found = check(unjudged(prepared.system), options).observed
    assert found is not None
    assert native is not None
    # A state outside the constraints is met by C as often as it is generated.
    key = {(s.control, s.value): _shape(s) for s in found.scenes}
    assert key == {(s.control, s.value): _shape(s) for s in native.scenes}


def _shape(scene: Scene) -> Scene:
    rest = {a: v % s if (s := scene.step[a]) else v for a, v in scene.first.items()}
    return replace(scene, first=rest)


def test_the_relations_are_exactly_those_that_hold(tmp_path: Path) -> None:
    for seed in range(_QUICK):
        _agree(seed, tmp_path)


@pytest.mark.slow
def test_the_relations_are_exactly_those_that_hold_in_many_systems(tmp_path: Path) -> None:
    for seed in range(_QUICK, _ALL):
        _agree(seed, tmp_path)
