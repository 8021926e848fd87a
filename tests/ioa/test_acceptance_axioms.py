"""Acceptance cases of the axioms of I/O automata.

D4: the kinds of the actions of a signature are disjoint. D5: components are compatible.
D6: inputs are enabled. D7: components satisfy the where-clauses of their automata.
D8: every transition is defined.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from tests.cli.conftest import Holdfast
from tests.ioa.models import FILES, line_of, model, variant, written

pytestmark = pytest.mark.smt


def violation(command: Holdfast, path: Path) -> str:
    """The report of an axiom that does not hold."""
    done = command("axioms", str(path))
    assert done.exit not in (0, 2, 150, 255)
    return done.out


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_d4_d5_d6_d7_d8_every_model_satisfies_the_axioms(path: Path, command: Holdfast) -> None:
    done = command("axioms", str(path))
    assert done.exit == 0, done.out + done.err


def test_d4_an_action_that_is_both_input_and_output_is_shown(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(
        tmp_path,
        "AsyncLCR",
        ("where = src == decre(i) and dst == i", "where = src == i and dst == incre(i)"),
    )
    shown = violation(command, path)
    assert "disjoint" in shown
    assert "send_recv(" in shown


def test_d5_an_action_that_two_components_control_is_shown(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(tmp_path, "AsyncLCR", ("P1: Process(1, u1)", "P1: Process(0, u1)"))
    shown = violation(command, path)
    assert "compatib" in shown
    assert "P0" in shown
    assert "P1" in shown
    assert "send_recv(src=0, dst=1, v=" in shown or "report(leader=0)" in shown


def test_d5_the_three_components_of_a_ring_have_nine_conditions(command: Holdfast) -> None:
    rows = command("axioms", str(model("AsyncLCR")), "--json").json["axioms"]["obligations"]
    assert len([row for row in rows if row["kind"] == "compatibility"]) == 9


def test_d6_an_input_with_a_precondition_is_shown_with_state_and_action(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(
        tmp_path,
        "AsyncLCR",
        (
            "        @input\n        def send_recv(src, dst, v):\n            if",
            "        @input\n        @pre(status == UNKNOWN)\n"
            "        def send_recv(src, dst, v):\n            if",
        ),
    )
    shown = violation(command, path)
    assert "input" in shown
    assert "send_recv(" in shown
    assert "CHOSEN" in shown or "REPORTED" in shown


def test_d7_a_component_outside_the_where_of_its_automaton_is_shown(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(tmp_path, "AsyncLCRN", ("Process(N, i, u[i])", "Process(N, i + 1, u[i])"))
    shown = violation(command, path)
    assert "where" in shown
    assert f":{line_of(path, 'Process(N, i + 1')}" in shown


def test_d7_a_component_with_given_arguments_outside_its_where_is_shown(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(
        tmp_path,
        "AsyncLCR",
        (
            "def Process(i: Index, u: UID):\n",
            "def Process(i: Index, u: UID):\n    where = i < 2\n\n",
        ),
    )
    shown = violation(command, path)
    assert "P2" in shown


def test_d8_an_index_that_may_be_out_of_range_is_shown_at_the_precondition(
    tmp_path: Path, command: Holdfast
) -> None:
    path = variant(
        tmp_path,
        "StableArray",
        ("len(s) == N\n        and legal_ends(s)\n        and len", "len(s) <= N\n        and len"),
    )
    shown = violation(command, path)
    assert "index may be out of range" in shown
    assert f":{line_of(path, '@pre(i == 0')}" in shown


def test_d8_a_value_outside_its_type_is_shown(tmp_path: Path, command: Holdfast) -> None:
    path = variant(tmp_path, "CANArb", ("IntRange[-1:11]", "IntRange[0:11]"))
    shown = violation(command, path)
    assert f":{line_of(path, 'pos = pos - 1')}" in shown


def test_d8_a_divisor_that_may_be_zero_is_shown(tmp_path: Path, command: Holdfast) -> None:
    path = variant(tmp_path, "StableRing", ("% K", "% (K - N - 1)"))
    shown = violation(command, path)
    assert "divisor may not be positive" in shown
    assert f":{line_of(path, '% (K')}" in shown


NESTED = """
@automaton
def Leaf(me: int):
    where = me >= 0

    class signature:
        @internal
        def go(i: int):
            where = i == me

    class states:
        x: int

    initially = x == me

    class transitions:
        @internal
        def go(i):
            x = i


@composition
def Middle(at: int):
    class components:
        leaf: Leaf(at)


@composition
def Top(n: nat):
    class components:
        m: [Middle(i + {offset}) for i in range(n)]
"""


@pytest.mark.parametrize(("offset", "outcome"), [(0, "proved"), (-1, "violated")])
def test_d7_a_component_of_a_component_needs_its_where_clause_only_for_its_arguments(
    offset: int, outcome: str, tmp_path: Path
) -> None:
    path = written(tmp_path, NESTED.format(offset=offset), "Top.py")
    assert holdfast.load(path).axioms().outcome == outcome
    alone = holdfast.load(path, automaton="Middle").axioms()
    assert alone.outcome == "violated"
