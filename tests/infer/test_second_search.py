"""A second search for the configured size: what it offers is proved again, or it does not count."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import holdfast
from holdfast.child_process import kill_group
from holdfast.infer import fallback, second_search
from holdfast.infer.result import Conjunct
from holdfast.infer.second_search import Offer, Request, SecondSearch
from holdfast.ir import expr as ir
from holdfast.limits import Limits
from holdfast.report.inferred_result import InferResult
from holdfast.verdict import Proved
from holdfast.workbench import inferring
from tests.infer.models import SPECS

pytestmark = pytest.mark.smt


def loaded(name: str) -> holdfast.Specification:
    return holdfast.load(SPECS / name / f"{name}.tla")


def request_of(name: str, seconds: float = 60.0) -> Request:
    asked = inferring._ask(loaded(name), {"remember": False})
    options = replace(asked.options, one_size=True, workers=1, limits=Limits(seconds=seconds))
    return Request(asked.prepared.system, asked.property, options, None)


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second search begins with the first one."""
    monkeypatch.setattr(fallback, "_PATIENCE", 0)


class Offering(SecondSearch):
    """A second search that has found something before it begins."""

    offers: tuple[Offer, ...] = ()

    def start(self, request: Request) -> None:
        self.is_started = True
        self._offers.extend(self.offers)


@pytest.fixture
def offering(monkeypatch: pytest.MonkeyPatch, _at_once: None) -> Callable[..., InferResult]:
    def infer(name: str, *offers: Offer) -> InferResult:
        kind = type("Offered", (Offering,), {"offers": offers})
        monkeypatch.setattr("holdfast.infer.infer.SecondSearch", kind)
        return loaded(name).infer(seconds=60, remember=False, workers=2)

    return infer


# ---- the process ----


def offers_of(second: SecondSearch, until: float = 60.0) -> Iterator[Offer]:
    end = time.monotonic() + until
    while second.is_running():
        assert time.monotonic() < end
        second.wait(0.2)
        offer = second.offered()
        if offer is not None:
            yield offer
            second.drop(offer)


def test_it_offers_what_it_has_proved_for_one_size_and_then_for_all() -> None:
    with SecondSearch(remember=False) as second:
        second.start(request_of("TwoPhase"))
        found = list(offers_of(second))
    assert found[-1].all_sizes
    assert found[-1].invariant[0].name == "TCConsistent"
    assert len(found[-1].invariant) > 5


def test_a_spec_that_is_rejected_offers_nothing() -> None:
    request = request_of("TwoPhase")
    broken = replace(request, system=replace(request.system, actions=(), init=None))
    with SecondSearch(remember=False) as second:
        second.start(broken)
        assert list(offers_of(second)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_the_process_and_its_solvers_end_with_the_search() -> None:
    with SecondSearch(remember=False) as second:
        second.start(request_of("ChordRing"))
        assert second._process is not None
        group = second._process.pid
        second.wait(2.0)
        os.killpg(group, 0)
        shared = second.shared
        assert shared is not None
        assert shared.is_dir()
    require_end(group)
    assert not shared.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_the_process_ends_when_the_one_that_started_it_is_killed(tmp_path: Path) -> None:
    program = """
import sys
from tests.infer.test_second_search import SecondSearch, request_of
with SecondSearch(remember=True) as second:
    second.start(request_of("ChordRing"))
    print(second._process.pid, flush=True)
    second.wait(60)
"""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root, text=True) as parent:
        assert parent.stdout is not None
        group = int(parent.stdout.readline())
        time.sleep(1.5)
        os.killpg(group, 0)
        parent.kill()
    require_end(group)


def require_end(group: int) -> None:
    """Fail unless all processes of a group end soon."""
    end = time.monotonic() + 20
    while _is_there(group):
        assert time.monotonic() < end
        time.sleep(0.1)


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return not _are_zombies(group)


def _are_zombies(group: int) -> bool:
    rows = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True).stdout
    states = [r.split()[1] for r in rows.splitlines() if r.split()[0] == str(group)]
    return all(s.startswith("Z") for s in states)


@pytest.mark.parametrize("name", ["TwoPhase", "Paxos", "KafkaRebalance", "SimpleRegular"])
def test_what_is_sent_arrives_as_it_is(name: str) -> None:
    request = request_of(name)
    assert pickle.loads(pickle.dumps(request)) == request


# ---- what is offered ----


def test_lemmas_for_all_sizes_end_the_search(offering: Callable[..., InferResult]) -> None:
    known = loaded("TwoPhase").infer(remember=False, workers=1).inferred
    found = offering("TwoPhase", Offer(known.invariant, all_sizes=True)).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert found.invariant == known.invariant
    assert found.proof is not None
    assert found.graph is not None


@pytest.mark.parametrize("all_sizes", [False, True])
def test_lemmas_that_are_not_inductive_do_not_count(
    offering: Callable[..., InferResult], all_sizes: bool
) -> None:
    known = loaded("TwoPhase").infer(remember=False, workers=1).inferred
    few = Offer(known.invariant[:2], all_sizes)
    found = offering("TwoPhase", few).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert found.invariant != few.invariant


def test_a_false_lemma_does_not_count(offering: Callable[..., InferResult]) -> None:
    known = loaded("TwoPhase").infer(remember=False, workers=1).inferred
    false = (*known.invariant, Conjunct("Never", ir.FALSE, "FALSE"))
    found = offering("TwoPhase", Offer(false, all_sizes=True)).inferred
    assert isinstance(found.verdict, Proved)
    assert "Never" not in {c.name for c in found.invariant}


def test_lemmas_for_one_size_are_not_claimed_for_all(offering: Callable[..., InferResult]) -> None:
    known = loaded("Semaphore").infer(remember=False, workers=1).inferred
    assert isinstance(known.verdict, Proved)
    assert known.verdict.scope != "all sizes"
    found = offering("Semaphore", Offer(known.invariant, all_sizes=True)).inferred
    assert not isinstance(found.verdict, Proved) or found.verdict.scope == known.verdict.scope


class Late(Offering):
    """What it has found is there once the first search has ended, and proves its own lemmas."""

    hidden = True

    def is_running(self) -> bool:
        return self.is_started

    def offered(self) -> Offer | None:
        return None if self.hidden else super().offered()

    @contextmanager
    def listening(self) -> Iterator[None]:
        self.hidden = False
        with super().listening():
            yield


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("all_sizes", [False, True])
def test_an_offer_interrupts_a_proof(monkeypatch: pytest.MonkeyPatch, all_sizes: bool) -> None:
    known = loaded("TwoPhase").infer(remember=False, workers=1).inferred
    offer = Offer((known.invariant[0], *reversed(known.invariant[1:])), all_sizes)
    kind = type("Offered", (Late,), {"offers": (offer,)})
    monkeypatch.setattr("holdfast.infer.infer.SecondSearch", kind)
    told: list[str] = []
    found = loaded("TwoPhase").infer(
        seconds=60, remember=False, workers=2, progress=lambda p: told.append(p.phase)
    )
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    if all_sizes:
        assert found.inferred.invariant == offer.invariant
    else:
        assert "search, proved for one size" in told


# ---- the whole ----


@pytest.mark.usefixtures("_at_once")
def test_a_proof_for_one_size_comes_from_the_second_search() -> None:
    result = loaded("CommitRecovery").infer(seconds=90, remember=False, workers=2)
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope != "all sizes"
    assert any(w.startswith("not for all sizes") for w in found.warnings)
    assert found.graph is not None


@pytest.mark.usefixtures("_at_once")
def test_without_a_process_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(second_search, "start", fail)
    found = loaded("TwoPhase").infer(remember=False, workers=2).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"


@pytest.mark.usefixtures("_at_once")
def test_a_process_that_is_killed_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(SecondSearch):
        def start(self, request: Request) -> None:
            super().start(request)
            assert self._process is not None
            kill_group(self._process)

    monkeypatch.setattr("holdfast.infer.infer.SecondSearch", Killed)
    found = loaded("TwoPhase").infer(remember=False, workers=2).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"


def test_one_size_can_be_asked_for() -> None:
    found = loaded("Semaphore").infer(one_size=True, remember=False, workers=1).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope.startswith("Thread = {")


def test_what_is_proved_for_one_size_is_tried_for_all() -> None:
    found = loaded("LockServer").infer(one_size=True, remember=False, workers=1).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert all(isinstance(c, Conjunct) for c in found.invariant)
