from __future__ import annotations

import pickle
import sys

import pytest

from holdfast.smt.solvers.outcome import bare, declared_functions
from holdfast.smt.solvers.solve import (
    SOLVERS,
    STRATEGIES,
    Limits,
    Model,
    Session,
    solve,
    version_of,
)
from holdfast.smt.terms.smtlib import spell

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=5_000_000, memory_mb=1000, seconds=20)

ORDERED = """
(set-logic ALL)
(declare-sort |a node| 0)
(declare-fun rank (|a node|) Int)
(declare-fun leader (|a node|) Bool)
(declare-fun first () |a node|)
; every leader has rank 3
(assert (! (forall ((x |a node|)) (=> (leader x) (= (rank x) 3))) :named a0))
(assert (! (leader first) :named a1))
(assert (! (exists ((x |a node|)) (not (leader x))) :named a2))
(check-sat)
"""
DENIED = "(assert (! (< (rank first) 3) :named goal))"
NO_LEADER = ORDERED.replace("(check-sat)", f"{DENIED}\n(check-sat)")

CUBES = """
(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)
(assert (and (> x 1) (> y 1) (> z 1) (= (+ (* x x x) (* y y y)) (* z z z))))
(check-sat)
"""

PIGEONS = 12
CROWDED = (
    "\n".join(f"(declare-fun p{i}_{j} () Bool)" for i in range(PIGEONS + 1) for j in range(PIGEONS))
    + "\n".join(
        f"(assert (or {' '.join(f'p{i}_{j}' for j in range(PIGEONS))}))" for i in range(PIGEONS + 1)
    )
    + "\n".join(
        f"(assert (or (not p{i}_{j}) (not p{k}_{j})))"
        for j in range(PIGEONS)
        for i in range(PIGEONS + 1)
        for k in range(i)
    )
    + "(check-sat)"
)

EVERY = [(s, strategy) for s in SOLVERS for strategy in STRATEGIES[s]]
COMPLETE = [
    ("z3", "auto"),
    ("z3", "mbqi"),
    ("z3", "prenex"),
    ("cvc5", "full-saturate"),
    ("cvc5", "finite-model"),
]


@pytest.mark.parametrize(("solver", "strategy"), EVERY)
def test_every_strategy_refutes_and_names_what_it_used(solver: str, strategy: str) -> None:
    outcome = solve(NO_LEADER, solver, LIMITS, strategy=strategy, core=True)
    assert outcome.status == "unsat"
    assert set(outcome.core) == {"a0", "a1", "goal"}
    assert outcome.solver == version_of(solver)


@pytest.mark.parametrize(("solver", "strategy"), COMPLETE)
def test_a_model_has_universes_and_values(solver: str, strategy: str) -> None:
    model = solve(ORDERED, solver, LIMITS, strategy=strategy, model=True).model
    if (solver, strategy) == ("cvc5", "full-saturate"):
        assert model is None  # it cannot tell that there is one
        return
    assert model is not None
    model = pickle.loads(pickle.dumps(model))
    nodes = model.universes["a node"]
    leaders = [n for n in nodes if model.value("leader", (n,))]
    assert model.value("first") in leaders
    assert len(leaders) < len(nodes)
    assert all(model.value("rank", (n,)) == 3 for n in leaders)


@pytest.mark.parametrize(("solver", "strategy"), [("z3", "auto"), ("cvc5", "finite-model")])
def test_sizes_bound_the_universes(solver: str, strategy: str) -> None:
    small = solve(ORDERED, solver, LIMITS, strategy=strategy, sizes={"a node": 1})
    assert small.status == "unsat"
    enough = solve(ORDERED, solver, LIMITS, strategy=strategy, sizes={"a node": 2}, model=True)
    assert enough.model is not None
    assert len(enough.model.universes["a node"]) == 2


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_function_of_integers_can_be_asked_anywhere(solver: str) -> None:
    text = """(declare-fun f (Int Bool) Int)(declare-fun unused (Bool) Bool)
    (assert (= (f 1 true) (- 7)))(assert (= (f (- 2) false) 100000000000000000000))
    (assert (= (unused true) (unused false)))(check-sat)"""
    model = solve(text, solver, LIMITS, model=True).model
    assert model is not None
    assert model.value("f", (1, True)) == -7
    assert model.value("f", (-2, False)) == 100000000000000000000
    assert isinstance(model.value("f", (50, True)), int)
    assert model.value("unused", (True,)) == model.value("unused", (False,))


@pytest.mark.parametrize("solver", SOLVERS)
def test_resources_run_out_as_a_timeout_the_same_each_time(solver: str) -> None:
    limits = Limits(rlimit=20_000, memory_mb=1000, seconds=60)
    for _ in range(2):
        outcome = solve(CUBES, solver, limits)
        assert (outcome.status, outcome.limit) == ("timeout", "resources")


@pytest.mark.parametrize("solver", SOLVERS)
def test_time_runs_out_as_a_timeout(solver: str) -> None:
    outcome = solve(CUBES, solver, Limits(rlimit=4_000_000_000, memory_mb=1000, seconds=0.3))
    assert (outcome.status, outcome.limit) == ("timeout", "time")
    assert outcome.seconds < 10


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("text", ["(assert (p))", "(assert", "(declare-fun x () Nonsense)"])
def test_a_text_that_is_no_smtlib_is_a_crash_with_a_reason(solver: str, text: str) -> None:
    outcome = solve(text, solver, LIMITS)
    assert outcome.status == "crash"
    assert outcome.reason


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_solver_that_is_not_installed_is_a_status(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from holdfast.smt.solvers import cvc5_solver, z3_solver

    z3_solver.z3_version.cache_clear()
    cvc5_solver.cvc5_version.cache_clear()
    monkeypatch.setitem(sys.modules, solver, None)
    outcome = solve(ORDERED, solver, LIMITS)
    assert outcome.status == "missing"
    assert solver in outcome.reason


def test_too_little_memory_is_a_status_and_the_next_question_is_answered() -> None:
    outcome = solve(CROWDED, "z3", Limits(rlimit=4_000_000_000, memory_mb=4, seconds=30))
    assert outcome.status in ("memory", "timeout")
    assert solve(ORDERED, "z3", LIMITS).status == "sat"


def test_names_survive_quoting() -> None:
    names = ["x", "a7", "and", "two words", "bar|bar", "back\\slash", "100%", "é", ""]
    for name in names:
        assert bare(spell(name)) == name
    text = "\n".join(f"(declare-fun {spell(n)} (Bool {spell('a sort')}) Int)" for n in names)
    assert list(declared_functions(text)) == names
    assert {s.args for s in declared_functions(text).values()} == {("Bool", "a sort")}


def test_a_session_keeps_what_it_was_told() -> None:
    session = Session(ORDERED)
    assert session.check().status == "sat"
    session.add("(assert (< (rank first) 3))", under="too small")
    assert session.check().status == "sat"
    refused = session.check(["too small"])
    assert (refused.status, refused.core) == ("unsat", ("too small",))
    session.push()
    session.add("(declare-fun second () |a node|)(assert (not (leader second)))")
    model = session.check(model=True).model
    assert isinstance(model, Model)
    assert model.value("second") != model.value("first")
    session.add("(assert (= second first))")
    assert session.check().status == "unsat"
    session.pop()
    assert session.check(refuting=["too small"]).status == "sat"


def test_a_session_reads_only_the_symbols_that_are_asked_for() -> None:
    session = Session("(declare-fun |s.x| () Int)(declare-fun |t.x| () Int)")
    session.add("(assert (= |s.x| 3))(assert (= |t.x| 4))")
    whole = session.check(model=True).model
    part = session.check(model=True, unread="t.").model
    assert whole is not None
    assert part is not None
    assert (whole.value("s.x"), whole.value("t.x")) == (3, 4)
    assert part.value("s.x") == 3
    assert "t.x" not in part.formulas


def test_a_session_minimises_assumptions_by_its_core() -> None:
    session = Session("(declare-fun x () Int)")
    for i in range(20):
        session.add(f"(assert (> x {i}))", under=f"above {i}")
    session.add("(assert (< x 5))", under="below")
    outcome = session.check([*(f"above {i}" for i in range(20)), "below"])
    assert outcome.status == "unsat"
    assert "below" in outcome.core
    assert len(outcome.core) <= 3
