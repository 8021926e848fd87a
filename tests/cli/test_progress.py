"""Progress is a line that changes on a terminal, and a line now and then elsewhere."""

from __future__ import annotations

import io

import pytest

from holdfast.check.engine import SearchProgress
from holdfast.cli.progress import ProgressLine
from holdfast.cli.status_line import EVERY
from holdfast.report.progress import search_text

STATE = SearchProgress(
    seconds=2.0, generated=12_000, distinct=5_000, frontier=300, depth=9, memory=50 << 20
)
LINE = (
    "2 s: 5,000 distinct states, 2,500/s, 12,000 generated (42% distinct), 300 to explore,"
    " depth 9, 50 MiB"
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_says_how_far_it_is() -> None:
    assert search_text(STATE) == LINE


def test_the_line_says_how_long_it_will_take_unless_that_is_far() -> None:
    assert search_text(STATE, 39.0) == LINE.replace("2 s:", "2 s, about 39 s left:", 1)
    assert search_text(STATE, 41.0) == LINE
    assert search_text(STATE, None) == LINE


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
