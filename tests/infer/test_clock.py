"""Stopping: when the time is over, and when the user says so."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

import holdfast
from holdfast.infer import clock
from holdfast.infer.clock import OutOfTime, cancelled_by, limited, tick, uninterrupted, watched
from holdfast.infer.result import Progress
from holdfast.smt.solvers.session import Session
from holdfast.verdict import Unknown
from tests.infer.models import SPECS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture(autouse=True)
def _plain_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_loop_that_ticks_ends_when_its_time_is_over() -> None:
    with pytest.raises(OutOfTime), limited(time.monotonic() - 1):
        tick()


def _busy(until: float) -> None:
    while time.monotonic() < until:
        pass


def test_what_does_not_tick_is_ended_a_little_later() -> None:
    started = time.monotonic()
    with watched(), pytest.raises(OutOfTime), limited(started + 0.1):
        _busy(started + 20)
    assert time.monotonic() - started < 10


def test_the_first_interrupt_is_a_request_and_the_second_an_exception() -> None:
    with watched():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            tick()
        clock.heard()
        tick()
        assert not clock.is_urgent()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert clock.is_urgent()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_must_be_completed_is_not_interrupted() -> None:
    until = time.monotonic() + 0.1
    with watched(), limited(until):
        with uninterrupted():
            _busy(until + 1.5)
        with pytest.raises(OutOfTime):
            tick()


def test_work_outside_of_python_is_cancelled_from_another_thread() -> None:
    cancelled: list[float] = []
    with watched(), cancelled_by(lambda: cancelled.append(time.monotonic())):
        signal.raise_signal(signal.SIGINT)
        started = time.monotonic()
        while not cancelled and time.monotonic() < started + 10:
            time.sleep(0.01)
    assert cancelled


# Where nothing ticks for a while the interrupt comes at any place, also in a destructor, which
# cannot pass it on; it comes again then.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.smt
@pytest.mark.parametrize(
    "phase", ["check", "sample", "mine", "candidates", "seed", "encode", "search", "prove", "graph"]
)
def test_an_interrupt_in_any_phase_ends_with_what_was_found(phase: str) -> None:
    pressed = False

    def press(progress: Progress) -> None:
        nonlocal pressed
        if progress.phase == phase and not pressed:
            pressed = True
            signal.raise_signal(signal.SIGINT)

    spec = holdfast.load(SPECS / "LockServer" / "LockServer.tla")
    found = spec.infer(property="Safe", remember=False, workers=1, progress=press)
    assert pressed
    assert isinstance(found.verdict, Unknown)
    assert found.verdict.reason == "interrupted"
    assert found.exit_code == 20


@pytest.mark.smt
def test_a_session_that_was_interrupted_is_not_asked_again() -> None:
    session = Session("(declare-fun p () Bool)(assert p)")
    session.push()
    session.interrupt()
    with pytest.raises(KeyboardInterrupt):
        session.check()
    with pytest.raises(KeyboardInterrupt):
        session.pop()
