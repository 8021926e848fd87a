"""What the benchmark says about its measurements."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.measure import Cost, middle, run
from bench.report import Row, as_json, as_markdown, disagreement, geometric_mean
from bench.tools import Found, found_by_tlc

HOLDS = Found("holds", 10, 4)


def row(tlc: float, warm: float) -> Row:
    cost = Cost(warm, warm, 10.0)
    return Row("A", HOLDS, {"cold": cost, "warm": cost, "search": cost}, Cost(tlc, tlc, 100.0))


def test_the_mean_of_ratios_is_geometric() -> None:
    mean = geometric_mean([row(20.0, 1.0), row(5.0, 1.0)], "warm")
    assert mean == pytest.approx(10.0)


def test_other_counts_than_those_of_tlc_are_a_problem() -> None:
    assert disagreement(HOLDS, HOLDS, False) == ""
    assert "counts differ" in disagreement(HOLDS, Found("holds", 10, 5), False)


def test_a_verdict_that_is_not_expected_is_a_problem() -> None:
    assert disagreement(HOLDS, None, True) == "holdfast: holds"
    assert disagreement(HOLDS, Found("error", note="no memory"), False) == "TLC: error no memory"


def test_the_table_has_a_line_for_each_model_and_for_the_mean() -> None:
    text = as_markdown([row(20.0, 1.0)], "A run")
    assert "| A | 10 | 4 | 20.0 | 1.00 (20.0x) | 1.00 (20.0x) | 1.00 (20.0x) | 100 | 10 |" in text
    assert "| geometric mean | | | | 20.0x | 20.0x | 20.0x | | |" in text


def test_a_row_with_a_problem_says_it_and_counts_in_no_mean() -> None:
    bad = Row("B", HOLDS, problem="counts differ")
    assert "| B | counts differ |" in as_markdown([bad], "A run")
    assert json.loads(as_json([bad], {}))["geometric_mean"]["warm"] is None


def test_the_cost_of_a_command_is_measured(tmp_path: Path) -> None:
    done = run([sys.executable, "-c", "print(sum(range(10**6)))"], tmp_path)
    assert done.output.strip() == "499999500000"
    assert done.code == 0
    assert 0 < done.cost.cpu < 60
    assert done.cost.memory > 1
    assert middle([done.cost, done.cost]) == done.cost


def test_the_counts_of_tlc_are_read_from_its_last_line() -> None:
    said = (
        "Progress(2): 3 states generated, 2 distinct states found, 1 states left on queue.\n"
        "Model checking completed. No error has been found.\n"
        "97 states generated, 16 distinct states found, 0 states left on queue.\n"
    )
    done = run([sys.executable, "-c", f"print({said!r})"], Path.cwd())
    assert found_by_tlc(done) == Found("holds", 97, 16)


@pytest.mark.slow
@pytest.mark.native
def test_one_model_is_measured(tmp_path: Path) -> None:
    arguments = ["--only", "DiningPhilosophers7", "--runs", "1", "--no-tlc", "--name", "one"]
    assert main([*arguments, "--output", str(tmp_path)]) == 0
    measured = json.loads((tmp_path / "one.json").read_text("utf-8"))
    assert measured["models"][0]["distinct"] == 235_625
    assert "DiningPhilosophers7" in (tmp_path / "one.md").read_text("utf-8")
