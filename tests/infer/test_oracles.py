"""What an oracle says has three kinds, and a search tells them apart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.infer.cti.cti import Kept, Unclear, finder_for
from holdfast.infer.infer import infer
from holdfast.infer.refute import unrefuted
from holdfast.infer.result import Conjunct, InferenceOptions
from holdfast.infer.search.finders import make_finders
from holdfast.infer.search.minimise import minimise
from holdfast.infer.search.oracles import Leaving, Reply, Solver
from holdfast.infer.search.outcomes import Choice, Reached
from holdfast.infer.search.search import Search
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.ops import Op
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Value
from holdfast.smt.solvers.outcome import Limits
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.verdict import Unknown
from tests.infer.models import sampled

pytestmark = pytest.mark.smt


def search_of(name: str) -> Search:
    s = sampled(name)
    return Search(s.lifted, s.machine, s.grammar, s.property.expr, s.property.name, s.states)


class Always:
    """An oracle that has one answer to everything."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply

    def ask(self, lemmas: list[ir.Expr], given: Sequence[ir.Expr] = ()) -> Reply:
        return self.reply


def test_a_solver_that_gives_up_does_not_say_that_there_is_no_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s = sampled("LockServer")
    finders = make_finders(s.system, ())
    oracle = Solver(finders, s.lifted)
    lemmas = [s.property.expr]
    assert isinstance(oracle.ask(lemmas), Leaving)
    monkeypatch.setattr(
        "holdfast.infer.cti.cti.LIMITS", Limits(rlimit=1, memory_mb=500, seconds=5.0)
    )
    assert isinstance(oracle.ask(lemmas), Unclear)
    action = range(len(s.system.actions))
    assert not any(isinstance(finders[0].core(lemmas, lemmas[0], a), Kept) for a in action)


def test_nobody_to_ask_is_not_an_answer() -> None:
    s = sampled("LockServer")
    assert isinstance(Solver([], s.lifted).ask([s.property.expr]), Unclear)


def test_a_lemma_that_gets_too_large_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    s = sampled("LockServer")
    encoding = UnboundedEncoding(s.system)
    finder = finder_for(s.system, encoding, {sort.name: 2 for sort in encoding.constants.sorts})
    assert finder is not None
    monkeypatch.setattr("holdfast.infer.cti.ground._MOST_STEPS", 0)
    assert isinstance(finder.find([s.property.expr]), Unclear)
    monkeypatch.undo()
    # It is asked about in full when that is possible again.
    assert not isinstance(finder.find([s.property.expr]), Kept | Unclear)


def test_a_lemma_stays_if_nobody_knows_whether_the_others_do_without_it() -> None:
    search = search_of("LockServer")
    search.pool.rows.clear()
    chosen = (0, 1)
    search.pool.before[:] = [0] * len(search.pool.lemmas)
    search.pool.after[:] = [0] * len(search.pool.lemmas)
    assert minimise(search, Always(Kept()), chosen) == (0,)
    assert minimise(search, Always(Unclear("tired")), chosen) == chosen


def test_a_search_says_when_its_choice_is_not_known_to_be_inductive() -> None:
    unclear = Unclear("tired")
    found = search_of("LockServer").run(Always(unclear))
    assert isinstance(found, Choice)
    assert found.known is unclear


def lock_server(free: Value, holds: bool) -> State:
    """A state of the lock server: all servers are free or none, and clients hold all or none."""
    s = sampled("LockServer")
    constants = dict(zip(s.lifted.constants, s.states[0], strict=False))
    servers, clients = constants["Server"], constants["Client"]
    assert isinstance(servers, FiniteSet)
    assert isinstance(clients, FiniteSet)
    held = servers if holds else set_of([])
    variables = {
        "locked": function_from([(x, free) for x in servers.elements]),
        "held": function_from([(c, held) for c in clients.elements]),
    }
    return s.lifted.row(constants, tuple(variables[v] for v in s.lifted.variables))


def test_a_step_that_the_interpreter_does_not_confirm_settles_nothing() -> None:
    without_steps = lock_server(FALSE, holds=False)
    found = search_of("LockServer").run(Always(Leaving((without_steps,))))
    assert isinstance(found, Choice)
    assert isinstance(found.known, Unclear)


def test_an_answer_without_a_proof_says_what_solvers_could_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "holdfast.infer.cti.cti.LIMITS", Limits(rlimit=1, memory_mb=500, seconds=5.0)
    )
    monkeypatch.setattr("holdfast.infer.preparation._SEEDS", 0)  # nothing to learn from either
    s = sampled("LockServer")
    found = infer(s.system, s.property, InferenceOptions(remember=False, workers=1))
    assert isinstance(found.verdict, Unknown)
    assert "inconclusive" in found.verdict.reason


def test_a_step_from_an_initial_state_that_breaks_the_property_is_a_violation() -> None:
    search = search_of("LockServer")
    state = lock_server(TRUE, holds=True)
    search.learn(state, (0,))  # nobody says that the state is reachable
    search.is_initial = lambda _: True
    with pytest.raises(Reached):
        search.learn(state, (0,))


def test_lemmas_that_the_configured_instance_refutes_are_not_shown() -> None:
    s = sampled("LockServer")
    (goal,) = (p for p in s.system.invariants if p.name == s.property.name)
    true = Conjunct("True", ir.TRUE, "TRUE")
    false = Conjunct("False", ir.Apply(Op.NOT, (goal.expr,)), "~Safe")
    kept = unrefuted(s.system, (Conjunct("Safe", goal.expr, "Safe"), true, false), 10_000, 20.0)
    assert [c.name for c in kept] == ["Safe", "True"]
