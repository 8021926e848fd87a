"""Axioms about strings, maps and multisets, and about where-clauses that nothing satisfies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import holdfast
from holdfast.report.axioms_result import AxiomsResult
from tests.ioa.models import written

pytestmark = pytest.mark.smt

ACTION = """
@automaton
def A(n: nat):
    where = {params}

    class signature:
        @output
        def act(a: {type}):
            where = {output}

        @input
        def act(a: {type}):
            where = {input}

    class states:
        x: int

    initially = x == 0

    class transitions:
        @output
        def act(a):
            pass

        @input
        def act(a):
            x = {effect}
"""


def axioms(folder: Path, **parts: str) -> AxiomsResult:
    """The axioms of an automaton whose action is both an output and an input."""
    parts = {"params": "n > 0", "effect": "x"} | parts
    return holdfast.load(written(folder, ACTION.format(**parts))).axioms()


CASES = [
    # type, output, input, whether no action is both
    ("str", 'a == "x"', 'a != "x"', True),
    ("str", 'a == "x"', 'a != "y"', False),
    ("str", 'a == "x" or a == "y"', 'a == "z"', True),
    ("Set[str]", '"x" in a', '"x" not in a', True),
    ("Set[str]", '"x" in a', '"y" not in a', False),
    ("Map[int, int]", "1 in a", "1 not in a", True),
    ("Map[int, int]", "1 in a", "2 not in a", False),
    ("Tuple[Map[int, int], int]", "a[1] in a[0]", "a[1] not in a[0]", True),
    ("Tuple[Map[int, int], int]", "a[1] in a[0]", "a[1] == 1", False),
    ("Mset[int]", "1 in a", "1 not in a", True),
    ("Mset[int]", "1 in a", "2 not in a", False),
    ("Mset[int]", "a.count(1) >= 2", "a.count(1) == 1", True),
    ("Mset[int]", "a.count(1) >= 2", "a.count(2) == 1", False),
    ("Mset[int]", "3 in a + Mset(1)", "3 not in a", True),
    ("Mset[int]", "1 in a - Mset(1)", "a.count(1) < 2", True),
    ("Mset[int]", "1 in a - Mset(1)", "a.count(1) == 2", False),
    ("Tuple[Mset[int], int]", "a[1] in a[0]", "a[0].count(a[1]) == 0", True),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " / ".join(map(str, case)))
def test_kinds_of_actions_are_disjoint(case: tuple[str, str, str, bool], tmp_path: Path) -> None:
    kind, output, input_, holds = case
    result = axioms(tmp_path, type=kind, output=output, input=input_)
    assert result.outcome == ("proved" if holds else "violated"), str(result)


def test_a_missing_key_is_found_inside_a_tuple(tmp_path: Path) -> None:
    kind = "Tuple[Map[int, int], int]"
    for test, outcome in (("a[1] in a[0]", "proved"), ("a[1] > 0", "violated")):
        result = axioms(tmp_path, type=kind, output="False", input=test, effect="a[0][a[1]]")
        assert result.outcome == outcome, str(result)


def test_where_clauses_that_nothing_satisfies_are_reported(tmp_path: Path) -> None:
    result = axioms(tmp_path, type="int", output="a > 0 and a < 1", input="a == n")
    assert [w.message for w in result.answer.warnings] == [
        "no arguments satisfy the where-clause of act in A"
    ]
    [warning] = result.answer.warnings
    assert warning.span is not None
    assert warning.span.text == "a > 0 and a < 1"
    assert warning.render() in str(result)
    assert '"code": "ioa-vacuous"' in json.dumps(result.to_json())


def test_parameters_that_nothing_satisfies_are_reported(tmp_path: Path) -> None:
    result = axioms(tmp_path, params="n < 0", type="int", output="a > 0", input="a < 0")
    first = result.answer.warnings[0]
    assert first.message == "no parameters satisfy the where-clause of A"
    assert first.span is not None
    assert first.span.text == "n < 0"


def test_where_clauses_that_something_satisfies_are_not_reported(tmp_path: Path) -> None:
    result = axioms(tmp_path, params="n > 100", type="int", output="a > n", input="a < n")
    assert result.answer.warnings == ()
