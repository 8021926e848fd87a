"""Random small systems: both engines find the same graph, or both find the same error.

`HOLDFAST_TEST_COMPILER` says which compilers, `HOLDFAST_TEST_CC_FLAGS` with which flags more:
`test_agreement_cc.py` runs this file again with those of the sanitizers.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from holdfast.check.engine import Exploration, Search, SearchOptions
from holdfast.check.explore import Explorer
from holdfast.interp.machine import Machine
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.native.build import cc
from holdfast.native.build.build import Program, build
from holdfast.native.emit.emit import emit_model
from holdfast.native.run import engine
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Run
from holdfast.verdict import Failed, Unknown
from holdfast.workbench import load, prepare
from tests.native.agreement import agree_early

pytestmark = pytest.mark.native

MOST_STATES = 400
COMPILERS = os.environ.get("HOLDFAST_TEST_COMPILER", "tcc").split()
FLAGS = tuple(os.environ.get("HOLDFAST_TEST_CC_FLAGS", "").split())
EXAMPLES = int(os.environ.get("HOLDFAST_TEST_EXAMPLES", "60"))


@pytest.fixture(scope="module", autouse=True)
def _every_level_is_shared() -> object:
    """Two workers share even the smallest levels, and cc gets the flags that are asked for."""
    patch = pytest.MonkeyPatch()
    patch.setattr(engine, "_PARALLEL_FROM", 1)
    patch.setattr(cc, "FLAGS", (*cc.FLAGS, *FLAGS))
    yield None
    patch.undo()


def _numbers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda p: f"(({p[0]} + {p[1]}) % 4)"),
        two.map(lambda p: f"(IF {p[0]} < {p[1]} THEN {p[0]} ELSE 1)"),
        two.map(lambda p: f"Twice({p[0]}, {p[1]})"),
        two.map(lambda p: f"Shift({p[0]}, {p[1]})"),
        two.map(lambda p: f"Pick({p[0]}, {p[1]})"),
        two.map(lambda p: f"Folded({p[0]}, {p[1]})"),
        inner.map(lambda n: f"Below({n})"),
        inner.map(lambda n: f"At({n})"),
        inner.map(lambda n: f"(3 \\div {n})"),
        inner.map(lambda n: f"Middle({n})"),
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
    NUMBERS.map(lambda n: f"(\\A k \\in 1..2 : x' = {n} \\/ (k = 1 /\\ x' = 0) \\/ x' = 2)"),
)
NEW_S = st.one_of(
    NUMBERS.map(lambda n: f"s' = s \\union {{{n}}}"),
    NUMBERS.map(lambda n: f"(\\E e \\in s \\union {{{n}}} : s' = (s \\ {{e}}) \\union {{x'}})"),
    NUMBERS.map(lambda n: f"s' \\in {{t \\in SUBSET (s \\union {{{n}}}) : Cardinality(t) < 3}}"),
    st.just("UNCHANGED s"),
)
STEPS = st.tuples(TESTS, NEW_X, NEW_S, TESTS).map(lambda parts: " /\\ ".join(parts))
ACTIONS = st.one_of(
    STEPS, STEPS, STEPS, st.tuples(STEPS, STEPS).map(lambda p: f"({p[0]}) \\cdot ({p[1]})")
)


def system_with(actions: list[str]) -> System:
    steps = " \\/ ".join(f"({a})" for a in actions)
    text = f"""---- MODULE Small ----
EXTENDS Integers, FiniteSets, Sequences, TLC
VARIABLES x, s
Size == Cardinality(s)
Twice(a, b) == IF x = 0 THEN b ELSE (a + a) % 5
Shift(a, b) == LET d == a IN IF x = 1 THEN d ELSE (d + b) % 5
Pick(a, b) == CHOOSE v \\in {{a, b, 2}} : v >= a
Below(n) == Cardinality({{v \\in 0..3 : v < n}})
At(n) == [i \\in 0..3 |-> (i + n) % 3][n % 4]
RECURSIVE Fold(_, _)
Fold(op(_), q) == IF q = <<>> THEN x ELSE (op(Head(q)) + Fold(op, Tail(q))) % 4
Folded(n, m) == Fold(LAMBDA e : (e + n) % 3, <<m, 1>>)
Middle(n) == SortSeq(<<n, x, 1>>, LAMBDA e, f : e < f)[2]
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
        return prepare(load(path)).system


def compare(system: System, search: Search, program: Program, workers: int, exact: bool) -> None:
    with Engine(system, keep_steps=True, program=program, workers=workers, exact=exact) as native:
        state = native.run()
        if isinstance(search.verdict, Failed):
            assert state is Run.TRAPPED
            return
        assert state is Run.DONE
        found = native.figures()
        counts = search.counts()
        assert (found.generated, found.distinct, found.depth) == (
            counts.generated,
            counts.distinct,
            counts.depth,
        )
        assert list(native.states()) == search.states
        names = [a.name for a in system.actions]
        assert [(a, b, names[c]) for a, b, c in native.steps()] == search.edges


@given(st.lists(ACTIONS, min_size=1, max_size=3))
@settings(max_examples=EXAMPLES, phases=(Phase.generate,), deadline=None)
def test_random_actions_lead_to_the_same_graph(actions: list[str]) -> None:
    system = system_with(actions)
    limits = Limits(states=MOST_STATES)
    search = Explorer(Exploration(Machine(system), SearchOptions(keep_graph=True)), limits).run()
    for compiler in COMPILERS:
        if isinstance(search.verdict, Unknown):
            agree_early(system, search, limits, compiler=compiler)
            continue
        program = build(emit_model(system), compiler)
        for workers, exact in ((1, False), (2, False), (1, True)):
            compare(system, search, program, workers, exact)
