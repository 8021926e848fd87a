"""Every pass keeps the meaning of random small systems.

The actions that the passes make are compared with Init and Next as plain formulas, which
are evaluated on all pairs of typed states.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.check.engine import Exploration
from holdfast.check.explore import Explorer
from holdfast.interp.machine import Machine
from holdfast.interp.sets import elements
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.read import read_system
from holdfast.ir.system import System
from holdfast.ir.text import show_system
from holdfast.passes.pipeline import PIPELINE, run_pipeline
from holdfast.passes.resolve_primes import resolve_primes
from tests.passes.random_systems import lowered, small_system

modules = st.randoms(use_true_random=False).map(small_system)
Pairs = set[tuple[State, State]]


def relation(system: System) -> tuple[set[State], Pairs]:
    """The initial states and the steps among typed states, by evaluating formulas."""
    system = resolve_primes(system)
    machine = Machine(system)
    assert system.alias is not None
    assert system.init_formula is not None
    assert system.next_formula is not None
    domains = machine.value(system.alias.expr)
    assert isinstance(domains, tuple)
    states = list(product(*(tuple(elements(d)) for d in domains)))
    starts, steps = machine.test(system.init_formula), machine.test(system.next_formula)
    initial = {s for s in states if starts(s)}
    return initial, {(s, t) for s in states for t in states if steps(s, t)}


def reachable(initial: set[State], steps: Pairs) -> set[State]:
    """The states that steps lead to from the initial ones."""
    after: dict[State, list[State]] = {}
    for s, t in steps:
        after.setdefault(s, []).append(t)
    found, pending = set(initial), list(initial)
    while pending:
        new = [t for t in after.get(pending.pop(), ()) if t not in found]
        found.update(new)
        pending.extend(new)
    return found


def explored(system: System) -> tuple[list[State], Pairs]:
    """The states that a search finds, and the steps from them."""
    machine = Machine(system)
    search = Explorer(Exploration(machine)).run()
    assert search.verdict is None, search.verdict
    steps = {
        (s, t) for s in search.states for m in machine.movers for t in machine.successors(s, m)
    }
    return search.states, steps


@given(modules)
def test_explicit_actions_mean_what_the_formulas_mean(text: str) -> None:
    system = lowered(text)
    initial, steps = relation(system)
    expected = reachable(initial, steps)
    states, found = explored(run_pipeline(system))
    assert len(states) == len(set(states))
    assert set(states) == expected
    assert found == {(s, t) for s, t in steps if s in expected}


@given(modules)
def test_the_text_of_a_system_says_everything_after_every_pass(text: str) -> None:
    system = lowered(text)
    for name, run in PIPELINE:
        system = run(system)
        assert read_system(show_system(system)) == system, name


@pytest.mark.parametrize("seed", range(5))
def test_a_system_read_back_between_passes_has_the_same_states(seed: int) -> None:
    text = small_system(Random(seed))
    expected = explored(run_pipeline(lowered(text)))
    system = lowered(text)
    for _, run in PIPELINE:
        system = run(read_system(show_system(system)))
    assert explored(system) == expected


def test_random_systems_have_every_shape_of_body() -> None:
    kinds = set()
    for seed in range(60):
        system = run_pipeline(lowered(small_system(Random(seed))))
        text = show_system(system)
        kinds |= {line.split()[0] for line in text.splitlines() if line.strip()}
        assert isinstance(system.next_formula, ir.Call)
    assert kinds >= set("test assign keep sequence branch if for within".split()), kinds
