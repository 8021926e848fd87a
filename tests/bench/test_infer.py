"""The measurements of inference: what is run, and what is made of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.infer_cases import Case, configuration, protocols, public_specs
from bench.infer_check import small_constants
from bench.infer_tables import ANCHORS, Result, beside, public_table, seeds_table, table

CASE = Case(3, "LockServer", Path("LockServer.tla"), "Safe")
RESULT = Result(
    case=CASE,
    seed=0,
    algorithm="holdfast",
    verdict="proved",
    scope="all sizes",
    assumed=(),
    reason="induction",
    wall=2.0,
    cpu=1.5,
    invariant=({"name": "Safe", "tla": "Safe"}, {"name": "Lemma1", "tla": "..."}),
    candidates=10,
    ctis=5,
    phases={},
)


def test_every_row_has_a_protocol_and_an_anchor() -> None:
    assert [case.row for case in protocols()] == list(range(1, 31)) == list(ANCHORS)


def test_all_states_of_every_protocol_can_be_listed_at_some_size() -> None:
    assert all(small_constants(case.spec).startswith("CONSTANT") for case in protocols())


def test_public_specs_get_a_configuration_each(tmp_path: Path) -> None:
    cases = public_specs(Path("specs"), tmp_path)
    assert len(cases) == 27
    assert sum(case.assumes for case in cases) == 6
    for case in cases:
        assert case.config is not None
        assert f"INVARIANT {case.property}" in case.config.read_text("utf-8")


def test_a_configuration_has_constants_replacements_and_a_constraint() -> None:
    entry = {
        "property": "Safe",
        "constants": {"Node": "{n1}"},
        "replaced": {"Nat": "Small"},
        "constraint": "Few",
    }
    assert configuration(entry).splitlines()[2:] == [
        "INVARIANT Safe",
        "CONSTANTS",
        "  Node = {n1}",
        "  Nat <- Small",
        "CONSTRAINT Few",
    ]


@pytest.mark.parametrize(("assumed", "is_right"), [((), False), (("quorums overlap",), True)])
def test_a_proof_without_a_hypothesis_that_is_needed_is_wrong(
    assumed: tuple[str, ...], is_right: bool
) -> None:
    result = replace(RESULT, case=replace(CASE, assumes=True), assumed=assumed)
    assert result.is_right is is_right
    text = public_table([result])
    assert f"Proved without a hypothesis that is needed: {int(not is_right)}." in text


def test_a_row_stands_beside_its_anchors() -> None:
    text = table([RESULT])
    assert "| 3 | i4-lock-server | proved | all sizes | 2.0 | 1.5 | 2 | 7 | 1 | 2 |" in text
    assert "At most as large as the smallest published on 1 rows." in text


def test_seeds_of_a_row_are_one_line() -> None:
    text = seeds_table([RESULT, replace(RESULT, seed=1, cpu=2.5, verdict="unknown", scope=None)])
    assert "| 3 | LockServer | 1 of 2 | 1 | 1.5 to 2.5 | 2 |" in text


def test_two_algorithms_are_compared_in_one_line() -> None:
    text = beside([RESULT, replace(RESULT, algorithm="endive", wall=20.0, cpu=18.0)])
    assert "| proved, all sizes | 2.0 | 1.5 | 2 | 10 | proved, all sizes | 20.0 | 18.0 |" in text
