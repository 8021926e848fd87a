"""Random small systems: both engines find the same states, or both find an error."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from holdfast.check.explore import Explorer, Options
from holdfast.interp.machine import Machine
from holdfast.ir.system import System
from holdfast.native.engine import Engine, Run
from holdfast.verdict import Failed, Unknown
from holdfast.workbench import load, prepare

pytestmark = pytest.mark.native

MOST_STATES = 400


@pytest.fixture(scope="module", autouse=True)
def _room_for_recursion() -> None:
    """A Machine raises the recursion limit once; hypothesis must not see that happen."""
    Machine(System("Nothing"))


def _numbers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda p: f"(({p[0]} + {p[1]}) % 4)"),
        two.map(lambda p: f"(IF {p[0]} < {p[1]} THEN {p[0]} ELSE 1)"),
        two.map(lambda p: f"Twice({p[0]}, {p[1]})"),
        two.map(lambda p: f"Shift({p[0]}, {p[1]})"),
        two.map(lambda p: f"Pick({p[0]}, {p[1]})"),
        inner.map(lambda n: f"Below({n})"),
        inner.map(lambda n: f"At({n})"),
        inner.map(lambda n: f"(3 \\div {n})"),
    )


NUMBERS = st.recursive(st.sampled_from(["x", "0", "1", "2", "Size"]), _numbers, max_leaves=5)
TESTS = st.one_of(
    st.tuples(NUMBERS, NUMBERS).map(lambda p: f"{p[0]} # {p[1]}"),
    st.tuples(NUMBERS, NUMBERS).map(lambda p: f"(\\E k \\in 0..2 : k + {p[0]} = {p[1]})"),
    NUMBERS.map(lambda n: f"{n} \\notin s"),
    NUMBERS.map(lambda n: f"(\\A k \\in s, l \\in 0..1 : k # {n} \\/ l = 0)"),
)
NEW_X = st.one_of(
    NUMBERS.map(lambda n: f"x' = {n}"),
    st.tuples(NUMBERS, NUMBERS).map(lambda p: f"x' \\in {{{p[0]}, {p[1]}}}"),
    st.tuples(TESTS, NUMBERS).map(lambda p: f"(({p[0]} /\\ x' = {p[1]}) \\/ UNCHANGED x)"),
    st.tuples(TESTS, NUMBERS).map(lambda p: f"(IF {p[0]} THEN x' = {p[1]} ELSE x' \\in {{0, 1}})"),
)
NEW_S = st.one_of(
    NUMBERS.map(lambda n: f"s' = s \\union {{{n}}}"),
    NUMBERS.map(lambda n: f"(\\E e \\in s \\union {{{n}}} : s' = (s \\ {{e}}) \\union {{x'}})"),
    NUMBERS.map(lambda n: f"s' \\in {{t \\in SUBSET (s \\union {{{n}}}) : Cardinality(t) < 3}}"),
    st.just("UNCHANGED s"),
)
ACTIONS = st.tuples(TESTS, NEW_X, NEW_S, TESTS).map(lambda parts: " /\\ ".join(parts))


@given(st.lists(ACTIONS, min_size=1, max_size=3))
@settings(max_examples=60, phases=(Phase.generate,))
def test_random_actions_lead_to_the_same_states(actions: list[str]) -> None:
    steps = " \\/ ".join(f"({a})" for a in actions)
    text = f"""---- MODULE Small ----
EXTENDS Integers, FiniteSets
VARIABLES x, s
Size == Cardinality(s)
Twice(a, b) == IF x = 0 THEN b ELSE (a + a) % 5
Shift(a, b) == LET d == a IN IF x = 1 THEN d ELSE (d + b) % 5
Pick(a, b) == CHOOSE v \\in {{a, b, 2}} : v >= a
Below(n) == Cardinality({{v \\in 0..3 : v < n}})
At(n) == [i \\in 0..3 |-> (i + n) % 3][n % 4]
Init == x \\in {{0, 1}} /\\ s = {{}}
Next == {steps}
Bound == x < 8 /\\ Cardinality(s) < 4
====
"""
    config = "INIT Init\nNEXT Next\nCONSTRAINT Bound\nCHECK_DEADLOCK FALSE\n"
    with TemporaryDirectory() as folder:
        path = Path(folder, "Small.tla")
        path.write_text(text, "utf-8")
        path.with_suffix(".cfg").write_text(config, "utf-8")
        system = prepare(load(path)).system
    search = Explorer(Machine(system), Options(max_states=MOST_STATES)).run()
    if isinstance(search.verdict, Unknown):
        return
    with Engine(system, keep_states=True, compiler="tcc") as engine:
        state = engine.run()
        if isinstance(search.verdict, Failed):
            assert state is Run.TRAPPED
            return
        assert state is Run.DONE
        found = engine.figures()
        counts = search.counts()
        assert (found.generated, found.distinct, found.depth) == (
            counts.generated,
            counts.distinct,
            counts.depth,
        )
        assert list(engine.states()) == search.states
