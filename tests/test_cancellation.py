"""Work stops when its time is over, and when somebody says so: in any thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import repeat

import pytest

from holdfast.cancellation import (
    Cancellation,
    Cancelled,
    Interruption,
    OutOfTime,
    SecondInterrupt,
    cancel_by,
    ctrl_c_cancels,
    current,
    honour,
    is_over,
    running,
    seconds_left,
    stopped_by,
    tick,
    uninterrupted,
)

SLACK = 10.0
"""Seconds that a busy machine may take where half a second is promised."""


def busy(seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def endless() -> None:
    all(True for _ in repeat(None))


def later(token: Cancellation, seconds: float = 0.1) -> None:
    threading.Timer(seconds, token.cancel).start()


# ---- loops that look ----


def test_a_loop_that_ticks_ends_when_its_time_is_over() -> None:
    with pytest.raises(OutOfTime), running(seconds=-1):
        tick()


def test_a_loop_that_ticks_ends_when_it_is_cancelled() -> None:
    token = Cancellation()
    with running(token) as scope:
        tick()
        token.cancel()
        assert is_over()
        assert scope.cause == "cancelled"
        with pytest.raises(Cancelled):
            tick()


def test_a_token_may_have_a_deadline() -> None:
    with pytest.raises(OutOfTime), running(Cancellation(seconds=0.05)):
        endless()


def test_what_is_cancelled_before_it_begins_ends_at_once() -> None:
    token = Cancellation()
    token.cancel()
    with pytest.raises(Cancelled), running(token):
        tick()


def test_outside_of_all_work_nothing_is_to_stop() -> None:
    tick()
    honour()
    assert current() is None
    assert not is_over()
    assert seconds_left(7.0) == 7.0


def test_the_time_that_is_left_is_that_of_the_strictest_limit() -> None:
    with running(seconds=60), running(seconds=600):
        assert 50 < seconds_left(500) <= 60
        assert seconds_left(3.0) == 3.0


# ---- work that does not look ----


@pytest.mark.parametrize("work", [busy, endless])
def test_what_does_not_tick_is_interrupted(work: Callable[[], None]) -> None:
    started, token = time.monotonic(), Cancellation()
    later(token)
    with pytest.raises(Cancelled), running(token):
        work()
    assert time.monotonic() - started < SLACK


def test_what_does_not_tick_is_interrupted_when_its_time_is_over() -> None:
    started = time.monotonic()
    with pytest.raises(OutOfTime), running(seconds=0.1):
        busy()
    assert time.monotonic() - started < SLACK


def test_what_is_done_in_time_is_left_alone() -> None:
    token = Cancellation()
    with running(token, seconds=0.05):
        pass
    token.cancel()
    busy(0.6)


def test_what_must_be_completed_is_not_interrupted() -> None:
    token, done = Cancellation(), False

    def work() -> None:
        nonlocal done
        with uninterrupted():
            token.cancel()
            busy(1.0)
            done = True
        busy()

    with pytest.raises(Cancelled), running(token):
        work()
    assert done


def test_what_ends_by_itself_is_not_interrupted_any_more() -> None:
    token = Cancellation()
    with running(token):
        token.cancel()
        honour()
        busy(1.0)


def test_one_token_stops_the_work_of_several_threads() -> None:
    token, ended = Cancellation(), list[str]()

    def work() -> None:
        try:
            with running(token):
                busy()
        except Interruption as stop:
            ended.append(stop.cause)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    token.cancel()
    for thread in threads:
        thread.join(10)
    assert ended == ["cancelled"] * 3


def test_inner_work_is_stopped_with_the_outer_one_and_not_the_other_way_round() -> None:
    outer, inner = Cancellation(), Cancellation()
    later(inner)
    with running(outer):
        with pytest.raises(Cancelled), running(inner):
            busy()
        tick()
        later(outer)
        with pytest.raises(Cancelled), running():
            busy()


def test_work_that_ends_while_it_is_interrupted_leaves_nothing_behind() -> None:
    for i in range(40):
        token = Cancellation()
        later(token, 0.001 * i)
        try:
            with running(token, grace=0.0):
                busy(0.02)
        except Cancelled:
            pass
        assert current() is None
    busy(0.3)


# ---- work in another language ----


def test_work_outside_of_python_is_stopped_from_another_thread() -> None:
    token, stopped = Cancellation(), threading.Event()
    later(token)
    with running(token), uninterrupted(), stopped_by(stopped.set):
        assert stopped.wait(10)


def test_work_outside_of_python_is_not_stopped_after_its_end() -> None:
    token, calls = Cancellation(), list[int]()
    with running(token), uninterrupted():
        with stopped_by(lambda: calls.append(1)):
            pass
        token.cancel()
        time.sleep(0.3)
    assert calls == []


# ---- Ctrl-C ----


@pytest.fixture
def _plain_interrupts() -> Iterator[None]:
    # In the background of a shell, a process begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.usefixtures("_plain_interrupts")
def test_the_first_ctrl_c_cancels_and_the_second_raises() -> None:
    token = Cancellation()
    with ctrl_c_cancels(token):
        signal.raise_signal(signal.SIGINT)
        assert token.cancelled
        with pytest.raises(SecondInterrupt) as pressed:
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(SecondInterrupt):
            cancel_by(pressed.value)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.usefixtures("_plain_interrupts")
def test_ctrl_c_is_that_of_the_outermost_question() -> None:
    outer, inner = Cancellation(), Cancellation()
    with ctrl_c_cancels(outer), ctrl_c_cancels(inner):
        signal.raise_signal(signal.SIGINT)
    assert outer.cancelled
    assert not inner.cancelled


def test_a_keyboard_interrupt_cancels_what_runs() -> None:
    outer, inner = Cancellation(), Cancellation()
    with running(outer), running(inner):
        cancel_by(KeyboardInterrupt())
    assert outer.cancelled
    assert inner.cancelled


# ---- profilers ----


def test_profiled_work_gets_past_a_part_that_is_not_interrupted() -> None:
    script = (
        "import cProfile\n"
        "from holdfast.cancellation import running, uninterrupted\n"
        "def work():\n"
        "    with running(seconds=60), uninterrupted():\n"
        "        return sum(map(abs, range(3)))\n"
        "print(cProfile.Profile().runcall(work))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "3\n"
