"""Coverage as text, as a web page and as JSON, and the remarks about it."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from holdfast.ir.coverage import Coverage
from holdfast.report.coverage import coverage_json, coverage_remarks, show_coverage
from holdfast.report.coverage_html import coverage_html
from tests.check.asked import ask

BODY = """
VARIABLE x
Init == x = 0
Up == /\\ x < 3
      /\\ x' = x + 1
Lost == /\\ x > 5 /\\ x < 9
        /\\ x' = 0
        /\\ x' \\in {"<b>"}
Next == Up \\/ Lost
Inv == x < 9 => (x > 7 => x = 8)
"""
CONFIG = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n"


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    found = ask(BODY, CONFIG, coverage=True, engine="interp").coverage
    assert found is not None
    return found


def lines(coverage: Coverage) -> list[str]:
    return [" ".join(line.split()) for line in show_coverage(coverage).splitlines()]


def test_the_table_has_a_line_for_each_action(coverage: Coverage) -> None:
    table = lines(coverage)
    assert table[0] == "tried enabled generated distinct time action"
    assert table[1] == "1 1 Init M.tla:5:9"
    assert table[2].startswith("4 3 3 3 ")
    assert table[2].endswith("% Up M.tla:6:7")
    assert table[3].startswith("4 0 0 0 ")


def test_counts_stand_beside_the_lines_of_the_spec(coverage: Coverage) -> None:
    shown = lines(coverage)
    assert "4 3 6 | Up == /\\ x < 3" in shown
    assert "3 3 7 | /\\ x' = x + 1" in shown
    assert "3 | EXTENDS" not in " ".join(shown)


def test_lines_that_were_never_evaluated_are_marked(coverage: Coverage) -> None:
    shown = lines(coverage)
    assert "0 0 ! 9 | /\\ x' = 0" in shown
    assert "! | ^^^^^ never true" in shown
    assert "4 0 8 | Lost == /\\ x > 5 /\\ x < 9" in shown
    assert "! | ^^^^^ never evaluated" in shown


def test_an_underline_stands_below_what_it_is_about(coverage: Coverage) -> None:
    rows = show_coverage(coverage).splitlines()
    at = next(i for i, row in enumerate(rows) if "Lost ==" in row)
    assert rows[at + 1].index("^") == rows[at].index("x > 5")


def test_remarks_say_what_was_never_true_or_never_evaluated(coverage: Coverage) -> None:
    assert list(coverage_remarks(coverage)) == [
        "M.tla:8:12: `x > 5` was evaluated 4 times and never true",
        "M.tla:12:18: `x > 7` was evaluated 4 times and never true",
        "M.tla:8:21: `x < 9`, to line 10, was never evaluated",
        "M.tla:12:27: `x = 8` was never evaluated",
    ]


def test_definitions_that_a_disjunct_calls_are_below_it() -> None:
    body = """
VARIABLE x
Init == x = {1}
Grow(i) == x' = x \\union {i + 1} /\\ i < 2
Lost(i) == i > 5 /\\ x' = {}
Next == \\E i \\in x : Grow(i) \\/ Lost(i)
"""
    found = ask(body, CONFIG.replace("INVARIANT Inv\n", ""), coverage=True).coverage
    assert found is not None
    table = lines(found)
    assert table[2].startswith("2 2 2 1 ")
    assert table[3:5] == ["3 2 Grow M.tla:6:12", "3 0 Lost M.tla:7:12"]
    lost = {"name": "Lost", "location": "M.tla:7:12", "evaluated": 3, "generated": 0}
    assert json.dumps(lost) in json.dumps(coverage_json(found))
    page = coverage_html(found, "M")
    assert (
        '<tr class="part none"><td>3<td><td>0<td><td><td><a href="#M.tla-7">Lost</a></tr>' in page
    )


def test_many_remarks_are_cut_short() -> None:
    arms = "\n".join(f"     \\/ x = {i} /\\ x' = x" for i in range(5, 25))
    body = f"VARIABLE x\nInit == x = 0\nNext == \\/ x' = 0\n{arms.replace('     ', '        ')}\n"
    found = ask(body, "INIT Init\nNEXT Next\n", coverage=True).coverage
    assert found is not None
    remarks = list(coverage_remarks(found))
    assert len(remarks) == 9
    assert remarks[-1].endswith("more parts of the spec: see the output of `--coverage`")


class _Page(HTMLParser):
    """The elements of a page: those that are open, all their names, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.titles: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]
        if tag in ("pre", "span", "a", "table"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("pre", "span", "a", "table"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_well_formed_and_has_no_scripts(coverage: Coverage) -> None:
    page = _Page()
    page.feed(coverage_html(coverage, "Coverage of <M>"))
    assert page.open == []
    assert not page.names & {"script", "b", "link", "img"}
    assert 'x\' \\in {"<b>"}' in page.text
    assert "conjunct: evaluated 4, true 3" in page.titles
    assert len(page.titles) == len(coverage.sites)


def test_json_has_all_counts(coverage: Coverage) -> None:
    found = coverage_json(coverage)
    assert found["never_true"] == ["M.tla:8:12", "M.tla:12:18"]
    assert found["never_evaluated"] == ["M.tla:8:21", "M.tla:9:12", "M.tla:10:12", "M.tla:12:27"]
    expressions = found["expressions"]
    assert isinstance(expressions, list)
    assert {
        "file": "M.tla",
        "start": {"line": 6, "column": 10, "offset": 107},
        "end": {"line": 6, "column": 15, "offset": 112},
        "role": "conjunct",
        "evaluated": 4,
        "true": 3,
    } in expressions
