"""Progress is a line that changes on a terminal, and a line now and then elsewhere."""

from __future__ import annotations

import io

import pytest

from holdfast.check.explore import Progress
from holdfast.cli.progress import ProgressLine, seconds_left, show_progress
from holdfast.cli.status_line import EVERY

STATE = Progress(12_000, 5_000, frontier=300, depth=9, seconds=2.0, memory=50 << 20)
LINE = (
    "2 s: 5,000 distinct states, 2,500/s, 12,000 generated (42% distinct), 300 to explore,"
    " depth 9, 50 MiB"
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_says_how_far_it_is() -> None:
    assert show_progress(STATE) == LINE


def test_an_estimate_is_made_once_there_is_less_and_less_to_explore() -> None:
    before = Progress(10_000, 4_000, frontier=500, depth=8, seconds=1.0)
    # 1,200 states were explored, which added 1,000: of 300 left comes 6 times as much.
    assert seconds_left(STATE, before) == pytest.approx(1_800 / 1_200)
    assert show_progress(STATE, before).endswith(", about 2 s left")


def test_no_estimate_is_made_while_there_is_more_and_more_to_explore() -> None:
    before = Progress(10_000, 4_000, frontier=200, depth=8, seconds=1.0)
    assert seconds_left(STATE, before) is None


def test_on_a_terminal_the_line_is_replaced_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    stream = Terminal()
    line = ProgressLine(stream)
    line(STATE)
    line(STATE)
    line.clear()
    assert stream.getvalue() == f"\r\x1b[K{LINE}\r\x1b[K{LINE}\r\x1b[K"


def test_on_a_narrow_terminal_the_line_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()
    ProgressLine(stream)(STATE)
    assert stream.getvalue() == f"\r\x1b[K{LINE[:19]}"


def test_elsewhere_a_line_is_printed_now_and_then() -> None:
    times = iter([0.0, 1.0, EVERY, EVERY, EVERY + 1])
    stream = io.StringIO()
    line = ProgressLine(stream, lambda: next(times))
    for _ in range(3):
        line(STATE)
    line.clear()
    assert stream.getvalue() == f"{LINE}\n"
