"""Constants get values from how the spec uses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.tla.proposals import propose_constants
from holdfast.front.tla_document import load_tla
from holdfast.front.tlc.starting_config import starting_config

HEAD = "---- MODULE A ----\nEXTENDS Naturals, FiniteSets\n"


def proposed(folder: Path, body: str) -> dict[str, str | None]:
    path = folder / "A.tla"
    path.write_text(f"{HEAD}{body}\n====\n", encoding="utf-8")
    return {p.name: p.value for p in propose_constants(load_tla(path).spec)}


@pytest.mark.parametrize(
    ("use", "value"),
    [
        ("ASSUME C \\in Nat \\ {0}", "3"),
        ("Op(x) == x + C", "3"),
        ("Op == 1..C", "3"),
        ("Op == \\A p \\in C : p = p", "{c1, c2, c3}"),
        ("Op == [C -> BOOLEAN]", "{c1, c2, c3}"),
        ("ASSUME IsFiniteSet(C)", "{c1, c2, c3}"),
        ("ASSUME C \\in BOOLEAN", "TRUE"),
        ("Op(x) == x = C", "C"),
    ],
)
def test_the_value_follows_from_the_use(use: str, value: str, tmp_path: Path) -> None:
    assert proposed(tmp_path, f"CONSTANT C\n{use}") == {"C": value}


def test_names_that_are_taken_are_avoided(tmp_path: Path) -> None:
    body = "CONSTANT Cs\nc2 == 1\nOp == SUBSET Cs"
    assert proposed(tmp_path, body) == {"Cs": "{cs1, cs2, cs3}"}


def test_an_element_of_a_constant_set_is_its_first(tmp_path: Path) -> None:
    body = "CONSTANTS Nodes, Leader\nASSUME Leader \\in Nodes"
    assert proposed(tmp_path, body) == {"Nodes": "{n1, n2, n3}", "Leader": "n1"}


def test_two_sets_have_different_elements(tmp_path: Path) -> None:
    body = "CONSTANTS Procs, Pages\nOp == SUBSET Procs \\union SUBSET Pages"
    assert proposed(tmp_path, body) == {
        "Procs": "{p1, p2, p3}",
        "Pages": "{pages1, pages2, pages3}",
    }


def test_an_operator_has_no_proposal(tmp_path: Path) -> None:
    assert proposed(tmp_path, "CONSTANT Op(_)") == {"Op": None}
    spec = load_tla(tmp_path / "A.tla").spec
    assert "    \\* Op <- ...   an operator" in starting_config(spec, propose_constants(spec))


@pytest.mark.parametrize(
    ("use", "value"),
    [
        ("VARIABLE x\nInit == x = 0\nInv == x # C", "3"),
        ("VARIABLE x\nStep == x' = x + 1\nInv == x = C", "3"),
        ("VARIABLE f\nTypeOK == f \\in [{1} -> Nat]\nInv == f[1] # C", "3"),
        ("VARIABLE f\nInit == f = [i \\in {1} |-> 0]\nInv == \\A i \\in {1} : f[i] # C", "3"),
        ("Op == \\A p \\in C : p # 0", "{1, 2, 3}"),
        ("Op == \\A p, q \\in C : p < q", "{1, 2, 3}"),
        ("VARIABLE b\nInit == b = FALSE\nInv == b # C", "TRUE"),
        ('VARIABLE s\nInit == s = "a"\nInv == s # C', None),
        ("VARIABLE x\nTypeOK == x \\in Nat \\union {C}\nInit == x = C", "C"),
    ],
)
def test_what_is_compared_with_it_tells_too(use: str, value: str | None, tmp_path: Path) -> None:
    assert proposed(tmp_path, f"CONSTANT C\n{use}") == {"C": value}


def test_what_is_compared_with_an_element_is_one(tmp_path: Path) -> None:
    body = "CONSTANTS Nodes, Bad\nVARIABLE x\nTypeOK == x \\in Nodes\nInv == x # Bad"
    assert proposed(tmp_path, body) == {"Nodes": "{n1, n2, n3}", "Bad": "n1"}
