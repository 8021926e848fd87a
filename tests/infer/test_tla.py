"""Invariants as TLA+ text."""

from __future__ import annotations

from holdfast.infer.module_text import invariant_module, typed_start
from holdfast.infer.result import Conjunct
from holdfast.ir.system import System
from holdfast.ir.tla_text import tla_text
from holdfast.workbench import load, prepare
from tests.infer.models import SPECS


def system_of(name: str, *invariants: str) -> System:
    spec = load(SPECS / name / f"{name}.tla")
    return prepare(spec, {"invariants": invariants, "deadlock": False}).system


def test_what_is_said_of_few_variables_comes_before_the_others() -> None:
    system = system_of("LockServer", "TypeOK", "Safe", "FreeIsNotHeld")
    types, *parts = system.invariants
    conjuncts = [Conjunct(p.name, p.expr, p.name) for p in parts]
    assert typed_start(system, types, conjuncts) == (
        "held \\in [Client -> (SUBSET Server)]",
        "Safe = TRUE",
        "locked \\in [Server -> BOOLEAN]",
        "FreeIsNotHeld = TRUE",
    )


def test_a_subset_is_an_element_of_the_set_of_subsets() -> None:
    system = system_of("TwoPhase", "TPTypeOK", "TCConsistent")
    types, goal = system.invariants
    rows = typed_start(system, types, [Conjunct(goal.name, goal.expr, goal.name)])
    assert rows is not None
    assert "tmPrepared \\in SUBSET RM" in rows


def test_a_variable_without_a_type_has_no_list_of_states() -> None:
    system = system_of("LockServer", "Safe")
    (goal,) = system.invariants
    assert typed_start(system, goal, [Conjunct(goal.name, goal.expr, goal.name)]) is None


def test_a_module_defines_each_lemma_and_their_conjunction() -> None:
    (lemma,) = system_of("LockServer", "FreeIsNotHeld").invariants
    conjuncts = [
        Conjunct("Safe", lemma.expr, "Safe"),
        Conjunct("Lemma1", lemma.expr, tla_text(lemma.expr)),
    ]
    text = invariant_module("LockServer", "M", conjuncts, ["Why."], ["held = {}"])
    assert text.splitlines()[:3] == ["---- MODULE M ----", "\\* Why.", "EXTENDS LockServer"]
    assert "Lemma1 ==\n  FreeIsNotHeld\n" in text
    assert "IndInv ==\n  /\\ Safe\n  /\\ Lemma1\n" in text
    assert "IndInit ==\n  /\\ held = {}\n" in text
