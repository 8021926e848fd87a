"""Temporal properties; the verdicts are those of Spin."""

from __future__ import annotations

import pytest

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.front.promela.lower.system import Questions, lower_with_formulas
from holdfast.front.promela.read.model import read_model
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source
from holdfast.verdict import Exhausted

TOGGLE = "bool x; active proctype A() { do :: x = 1 :: x = 0 od }"
HIDDEN = "byte x; active proctype A() { atomic { x = 1; x = 0 }; do :: x == 0 od }"
ONCE = "byte x; active proctype A() { x = 1; x = 2 }"
BLINK = "byte x; active proctype A() { do :: d_step { x = 3; x = 1 }; x = 0 od }"

CASES = [
    (TOGGLE, "[] (x == 0)", False),
    (TOGGLE, "[]<> (x == 0)", False),
    (TOGGLE, "<>[] (x == 0) || []<> (x == 1)", True),
    (TOGGLE, "(x == 0) W (x == 1)", True),
    (TOGGLE, "(x == 0) U (x == 1)", False),
    (HIDDEN, "[] (x == 0)", True),
    (HIDDEN, "<> (x == 1)", False),
    (HIDDEN, "X (x == 0)", True),
    (ONCE, "<>[] (x == 2)", True),
    (ONCE, "X (x == 1)", True),
    (ONCE, "X X (x == 1)", False),
    (ONCE, "(x < 2) U (x == 2)", True),
    (ONCE, "(x == 2) V (x < 3)", True),
    (ONCE, "<> (x == 3)", False),
    (BLINK, "[] (x != 3)", True),
    (BLINK, "[]<> (x == 1) && []<> (x == 0)", True),
    (BLINK, "[] ((x == 0) -> X (x == 1))", True),
    (BLINK, "(x == 1) V (x != 3)", True),
]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("model", "formula", "holds"), CASES)
def test_a_formula_holds_if_it_does_in_spin(
    model: str, formula: str, holds: bool, engine: str
) -> None:
    text = f"{model} ltl p {{ {formula} }}"
    tree, diagnostics = read_model(Source("model.pml", text))
    assert tree is not None, diagnostics
    system, *_ = lower_with_formulas(tree, Questions(properties=tree.ltl))
    answer = check(run_pipeline(system), SearchOptions(engine=engine, workers=1))
    assert isinstance(answer.verdict, Exhausted) is holds


def test_a_property_of_states_is_an_invariant() -> None:
    tree, _ = read_model(Source("model.pml", f"{TOGGLE} ltl p {{ [] (x < 2) }}"))
    assert tree is not None
    system, *_ = lower_with_formulas(tree, Questions(properties=tree.ltl))
    assert [p.name for p in system.invariants] == ["p"]
    assert system.properties == ()


NEVER = [
    (TOGGLE, "do :: x == 1 -> goto accept :: true od; accept: do :: x == 1 od", False),
    (ONCE, "do :: x == 1 -> goto accept :: true od; accept: do :: x == 1 od", True),
    (ONCE, "do :: x == 2 -> goto accept :: true od; accept: do :: x == 2 od", False),
    (ONCE, "do :: x == 3 -> break :: true od", True),
    (ONCE, "do :: x == 2 -> break :: true od", False),
    (HIDDEN, "do :: x == 1 -> break :: true od", True),
    (BLINK, "accept: do :: x != 3 od", False),
    (BLINK, "accept: do :: x == 0 od", True),
]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("model", "claim", "holds"), NEVER)
def test_a_never_claim_is_violated_if_it_is_in_spin(
    model: str, claim: str, holds: bool, engine: str
) -> None:
    tree, diagnostics = read_model(Source("model.pml", f"{model} never {{ {claim} }}"))
    assert tree is not None, diagnostics
    system, *_ = lower_with_formulas(tree, Questions(claims=tree.claims))
    answer = check(run_pipeline(system), SearchOptions(engine=engine, workers=1))
    assert isinstance(answer.verdict, Exhausted) is holds
