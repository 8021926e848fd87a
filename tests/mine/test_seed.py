"""The example of Vaziri and Holzmann: Peterson's algorithm with a constant to compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdfast import load

_SPEC = Path("specs/SeedPeterson/SeedPeterson.tla")


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_the_relations_of_the_paper(engine: str) -> None:
    found = load(_SPEC).mine(forms=["order"], engine=engine)
    assert found.states == 55
    assert [r.text for r in found.relations] == [
        "flag[0] <= tester",
        "flag[1] <= tester",
        "ncrit <= tester",
        "tester >= turn",
    ]


def test_the_view_by_a_name_is_mutual_exclusion() -> None:
    found = load(_SPEC).mine(forms=["order"], by_name=["ncrit"])
    assert [r.text for r in found.relations] == ["ncrit <= tester"]
    assert found.dot().count("->") == 1


def test_the_sum_that_the_authors_planned() -> None:
    found = load(_SPEC).mine(forms=["sum"])
    assert "flag[0] + flag[1] >= ncrit" in [r.text for r in found.relations]


def test_relations_at_the_critical_section() -> None:
    found = load(_SPEC).mine(forms=["bound", "at", "quantified"], at=["critical"])
    texts = [r.text for r in found.relations]
    assert '\\A i \\in ProcSet : pc[i] = "critical" => ncrit = 1' in texts
    assert '\\A i \\in ProcSet : pc[i] = "critical" => flag[i] = 1' in texts


def test_remarks_on_the_constant() -> None:
    found = load(_SPEC).mine(forms=["order"])
    assert {(each.remark, each.term) for each in found.lint} == {
        ("never-assigned", "tester"),
        ("never-read", "tester"),
    }


def test_a_stopped_search_prints_what_held_so_far() -> None:
    found = load(_SPEC).mine(forms=["order"], max_states=8)
    assert found.exit_code == 20
    assert found.states < 55
    assert f"holds only in the {found.states} states explored (stopped after" in str(found)
    found = load(_SPEC).mine(forms=["order"], depth=3)
    assert f"only in the {found.states} states explored (up to depth 3)" in str(found)
    assert "ncrit < tester" in [r.text for r in found.relations]


def test_the_json_of_a_relation() -> None:
    own: Any = load(_SPEC).mine(forms=["order"]).to_json()["mine"]
    assert own["states"] == 55
    first = own["relations"][0]
    assert {k: first[k] for k in ("left", "rel", "right", "tla", "status")} == {
        "left": "flag[0]",
        "rel": "<=",
        "right": "tester",
        "tla": "flag[0] <= tester",
        "status": "seen",
    }
