"""Every program of the page about Spin's rules has the counts that Spin reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front.promela.lower.counts import counts_of

PAGE = Path(__file__).parents[4] / "docs" / "promela-semantics.md"
ROW = re.compile(r"\| `(?P<program>.*)` \| (?P<stored>\d+) / (?P<transitions>\d+)(?P<rest>.*)\|")


def _rows() -> Iterator[tuple[str, tuple[int, int, int]]]:
    shared = ""
    for line in PAGE.read_text().splitlines():
        found = ROW.match(line)
        if found is None:
            shared = ""
            continue
        program = found["program"]
        if program.startswith("..."):
            program = shared + program.removeprefix("...")
        else:
            shared = "chan c = [0] of {byte}; byte x; active proctype"
        errors = re.search(r"(\d+) errors?", found["rest"])
        counts = int(found["stored"]), int(found["transitions"]), int(errors[1]) if errors else 0
        yield program, counts


ROWS = list(_rows())


def test_the_page_has_programs() -> None:
    assert len(ROWS) > 50


@pytest.mark.parametrize(("program", "expected"), ROWS, ids=[p for p, _ in ROWS])
def test_counts_are_those_of_spin(program: str, expected: tuple[int, int, int]) -> None:
    assert counts_of(program) == expected


@pytest.mark.native
@pytest.mark.parametrize(("program", "expected"), ROWS[::5], ids=[p for p, _ in ROWS[::5]])
def test_generated_code_counts_the_same(program: str, expected: tuple[int, int, int]) -> None:
    assert counts_of(program, "native") == expected
