"""Cancelling from another thread ends proofs and inferences; Ctrl-C does so in the main thread."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast import Cancellation
from holdfast.cancellation import Cancelled
from holdfast.progress import Progress
from holdfast.smt.solvers.session import Session
from holdfast.verdict import Unknown
from tests.cancelled import (
    BUSY,
    COUNTER,
    ENGINES,
    PROMISED,
    SLOW,
    SPECS,
    cancel_promptly,
    cancelled,
    is_cancelled,
    spec_of,
)

# An interruption may arrive in a finalizer, where Python ignores it; it is then repeated.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

# ---- prove ----

HARD = r"""
---- MODULE Spec ----
EXTENDS Integers
VARIABLES a, b, c
Init == a = 1 /\ b = 1 /\ c = 1
Next == /\ a' \in 1..3000 /\ b' \in 1..3000 /\ c' \in 1..3000
        /\ a' * a' * a' + b' * b' * b' # c' * c' * c'
Easy == a > 0
Inv == a * a * a + b * b * b # c * c * c
Range == a \in 1..3000 /\ b \in 1..3000 /\ c \in 1..3000
====
"""


@pytest.mark.smt
@pytest.mark.parametrize("count", [1, 4, 12])
@pytest.mark.parametrize("all_sizes", [False, True])
def test_a_proof_leaves_the_obligations_so_far(count: int, all_sizes: bool) -> None:
    folder = SPECS / "LoglessReconfig"
    spec = holdfast.load(folder / "LoglessReconfigProof.tla", config=folder / "LoglessReconfig.cfg")
    settled: list[int] = []
    begun = threading.Event()

    def tell(progress: Progress) -> None:
        settled.append(progress.figures["settled"])
        if settled[-1] >= count:
            begun.set()
            time.sleep(0.2)  # so that it does not end before it is cancelled

    result = cancelled(
        lambda token: spec.prove(
            invariants=["IndInv"],
            all_sizes=all_sizes,
            remember=False,
            workers=1,
            progress=tell,
            cancellation=token,
        ),
        0.0,
        begun,
    )
    assert is_cancelled(result.proof.verdict)
    assert len(result.proof.obligations) == settled[-1]
    assert result.proof.expected > settled[-1]
    assert result.exit_code == 20


@pytest.mark.smt
@pytest.mark.parametrize("after", [0.3, 1.0])
def test_a_proof_is_left_before_its_first_obligation(tmp_path: Path, after: float) -> None:
    slow = COUNTER.replace("Init == x = 0", f"Init == {SLOW} /\\ x = 0")
    spec = spec_of(tmp_path, slow)
    result = cancelled(
        lambda token: spec.prove(remember=False, workers=1, cancellation=token), after
    )
    assert is_cancelled(result.proof.verdict)
    assert result.proof.obligations == ()


@pytest.mark.smt
def test_a_hard_obligation_is_left(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, HARD)
    result = cancelled(
        lambda token: spec.prove(
            invariants=["Inv"], lemmas=["Range"], remember=False, workers=1, cancellation=token
        ),
        3.0,
    )
    assert is_cancelled(result.proof.verdict)
    assert any(each.status == "proved" for each in result.proof.obligations)


@pytest.mark.smt
def test_z3_in_this_process_is_interrupted() -> None:
    cubes = "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)" + (
        "(assert (and (> a 1) (> b 1) (> c 1) (= (+ (* a a a) (* b b b)) (* c c c))))"
    )

    def ask(token: Cancellation) -> str:
        from holdfast.cancellation import Interruption, running

        try:
            with running(token):
                return Session(cubes).check().status
        except Interruption as stop:
            return stop.cause

    assert cancelled(ask, 1.0) == "cancelled"


# ---- infer ----


@pytest.mark.smt
@pytest.mark.parametrize("after", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "phase", ["check", "sample", "mine", "candidates", "seed", "encode", "search", "prove"]
)
def test_an_inference_is_left_in_any_phase(phase: str, after: float) -> None:
    name = "TwoPhase" if phase != "prove" else "LockServer"
    begun = threading.Event()

    def tell(progress: Progress) -> None:
        if progress.phase == phase:
            begun.set()
            time.sleep(0.2 if phase == "prove" else 0)

    spec = holdfast.load(SPECS / name / f"{name}.tla")
    token, found = Cancellation(), list[Any]()
    thread = threading.Thread(
        target=lambda: found.append(
            spec.infer(remember=False, workers=1, progress=tell, cancellation=token)
        ),
        daemon=True,
    )
    thread.start()
    assert begun.wait(120)
    time.sleep(after if phase != "prove" else 0.0)
    ended = not thread.is_alive()
    cancel_promptly(token, thread)
    assert found, "it never ended, or it raised"
    if not ended:
        assert is_cancelled(found[0].verdict) or found[0].ok
        assert phase in found[0].inferred.phases


@pytest.mark.smt
@pytest.mark.parametrize("after", [1.0, 4.0, 8.0])
def test_an_inference_of_a_large_protocol_leaves_its_lemmas(after: float) -> None:
    spec = holdfast.load(SPECS / "ChordRing" / "ChordRing.tla")
    result = cancelled(
        lambda token: spec.infer(remember=False, workers=1, cancellation=token), after
    )
    assert is_cancelled(result.verdict)
    assert result.exit_code == 20
    assert result.inferred.seconds < after + PROMISED + 2 * BUSY


# ---- Ctrl-C ----


@pytest.fixture
def _plain_interrupts() -> Iterator[None]:
    # In the background of a shell, a process begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


ctrl_c = pytest.mark.skipif(os.name != "posix", reason="signals")


@ctrl_c
@pytest.mark.native
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_ends_a_search(tmp_path: Path, engine: str) -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    answer = spec_of(tmp_path, COUNTER).check(engine=engine, progress=press).answer
    assert is_cancelled(answer.verdict)
    assert answer.counts.distinct > 0


@ctrl_c
@pytest.mark.native
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_ctrl_c_gives_up_the_answer(tmp_path: Path, engine: str) -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    spec = spec_of(tmp_path, COUNTER)
    with pytest.raises(KeyboardInterrupt):
        spec.check(engine=engine, progress=press)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Where nothing ticks for a while the interruption comes at any place.
@ctrl_c
@pytest.mark.smt
@pytest.mark.usefixtures("_plain_interrupts")
@pytest.mark.parametrize(
    "phase", ["check", "sample", "mine", "candidates", "seed", "encode", "search", "prove", "graph"]
)
def test_ctrl_c_in_any_phase_of_an_inference_ends_with_what_was_found(phase: str) -> None:
    pressed = False

    def press(progress: Progress) -> None:
        nonlocal pressed
        if progress.phase == phase and not pressed:
            pressed = True
            signal.raise_signal(signal.SIGINT)

    spec = holdfast.load(SPECS / "LockServer" / "LockServer.tla")
    found = spec.infer(property="Safe", remember=False, workers=1, progress=press)
    assert pressed
    assert found.verdict == Unknown(cause="cancelled", reason="interrupted")
    assert found.exit_code == 20


@pytest.mark.smt
def test_a_session_that_was_interrupted_is_not_asked_again() -> None:
    session = Session("(declare-fun p () Bool)(assert p)")
    session.push()
    session.interrupt()
    with pytest.raises(Cancelled):
        session.check()
    with pytest.raises(Cancelled):
        session.pop()
