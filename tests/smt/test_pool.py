"""Questions in worker processes: results as they come, and nothing that one crash takes along."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from holdfast.smt.solvers import answers
from holdfast.smt.solvers.outcome import Limits, Outcome
from holdfast.smt.solvers.pool import Ask, Attempt, Pool, pool_or_new

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=4_000_000, memory_mb=500, seconds=20.0)
UNSAT = "(declare-const x Int)(assert (< x x))(check-sat)"
SAT = "(declare-const x Int)(assert (< x 3))(check-sat)"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path))


def status(ask: Ask, text: str, solver: str = "z3") -> str:
    return ask(Attempt(text, solver, LIMITS)).outcome.status


def test_every_task_gets_its_own_answer() -> None:
    texts = [UNSAT, SAT] * 3
    with Pool(2) as pool:
        found = dict(pool.run([partial(status, text=text) for text in texts]))
    assert [found[i] for i in range(6)] == ["unsat", "sat"] * 3


def test_a_task_may_ask_more_than_once() -> None:
    with Pool(1) as pool:
        results = list(pool.run([lambda ask: (status(ask, UNSAT), status(ask, SAT, "cvc5"))]))
    assert results == [(0, ("unsat", "sat"))]


def test_a_process_that_is_killed_is_a_crash_of_its_question_only() -> None:
    def harm(ask: Ask) -> str:
        first = ask(Attempt(SAT, "z3", LIMITS, strategy="no such strategy")).outcome
        assert first.status == "crash"
        return first.status

    with Pool(1) as pool:
        results = dict(pool.run([harm, lambda ask: status(ask, UNSAT)]))
    assert results == {0: "crash", 1: "unsat"}


def test_a_closed_pool_starts_new_processes() -> None:
    with Pool(1, remember=False) as pool:
        assert pool.ask(Attempt(SAT, "z3", LIMITS)).outcome.status == "sat"
        pool.close()
        assert pool.ask(Attempt(UNSAT, "z3", LIMITS)).outcome.status == "unsat"


def test_a_given_pool_remains_open() -> None:
    with Pool(1, remember=False) as pool:
        with pool_or_new(pool, 1, False) as same:
            assert same is pool
            assert same.ask(Attempt(SAT, "z3", LIMITS)).outcome.status == "sat"
        process = pool.workers[0].process
        assert process is not None
        assert process.poll() is None


def test_a_new_process_takes_the_place_of_one_that_ended() -> None:
    with Pool(1, remember=False) as pool:
        assert pool.ask(Attempt(SAT, "z3", LIMITS)).outcome.status == "sat"
        process = pool.workers[0].process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert pool.ask(Attempt(UNSAT, "z3", LIMITS)).outcome.status == "unsat"


def test_an_answer_is_known_the_next_time() -> None:
    attempt = Attempt(UNSAT, "z3", LIMITS)
    with Pool(1) as pool:
        assert not pool.ask(attempt).cached
    with Pool(1) as pool:
        again = pool.ask(attempt)
        assert again.cached
        assert again.outcome.status == "unsat"
        assert pool.workers[0].process is None


def test_a_comment_does_not_make_another_question() -> None:
    key = answers.key_of(f"; here\n{SAT}", "z3 5", "auto", LIMITS, None)
    assert key == answers.key_of(f"; there\n; and\n{SAT}", "z3 5", "auto", LIMITS, None)


def test_another_limit_is_another_question() -> None:
    key = answers.key_of(UNSAT, "z3 5", "auto", LIMITS, None)
    other = answers.key_of(UNSAT, "z3 5", "auto", Limits(8, 500, 20.0), None)
    assert key != other


def test_an_answer_that_was_changed_is_not_believed() -> None:
    key = answers.key_of(SAT, "z3 5", "auto", LIMITS, None)
    answers.keep(key, Outcome("sat", "z3 5", 0.1, "", None, ()))
    assert answers.find(key) is not None
    path = answers.folder() / f"{key}.json"
    path.write_text(path.read_text().replace('"sat"', '"unsat"'))
    assert answers.find(key) is None


def test_an_answer_belongs_to_its_question() -> None:
    one = answers.key_of(SAT, "z3 5", "auto", LIMITS, None)
    two = answers.key_of(UNSAT, "z3 5", "auto", LIMITS, None)
    answers.keep(two, Outcome("unsat", "z3 5", 0.1, "", None, ()))
    (answers.folder() / f"{two}.json").rename(answers.folder() / f"{one}.json")
    assert answers.find(one) is None


def test_a_crash_is_not_remembered() -> None:
    key = answers.key_of(SAT, "z3 5", "auto", LIMITS, None)
    answers.keep(key, Outcome("crash", "z3 5", 0.1, "", None, ()))
    assert answers.find(key) is None


def test_the_oldest_answers_go_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for i in range(3):
        answers.keep(f"k{i}", Outcome("sat", "z3 5", 0.1, "", None, ()))
        os.utime(answers.folder() / f"k{i}.json", (i, i))
    monkeypatch.setattr(answers, "MOST_BYTES", 400)
    answers.trim()
    assert sorted(p.stem for p in answers.folder().glob("*.json")) == ["k1", "k2"]


def test_an_error_in_a_task_reaches_the_caller() -> None:
    def wrong(_: Ask) -> str:
        raise ValueError("wrong")

    with Pool(1) as pool, pytest.raises(ValueError, match="wrong"):
        list(pool.run([wrong]))


def test_processes_that_were_started_early_are_the_ones_that_solve() -> None:
    with Pool(2, remember=False) as pool:
        pool.start()
        early = [worker.process for worker in pool.workers]
        assert len(early) == 2
        assert None not in early
        texts = [UNSAT, SAT] * 2
        assert len(list(pool.run([partial(status, text=text) for text in texts]))) == 4
        assert [worker.process for worker in pool.workers] == early
