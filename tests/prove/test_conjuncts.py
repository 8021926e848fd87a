"""The conjuncts of an invariant, and their names."""

from __future__ import annotations

from pathlib import Path

from holdfast.prove.conjuncts import conjuncts_of
from tests.prove.small_encoding import system_of

SPEC = """
VARIABLE x, y, z
Init == x = 0 /\\ y = 0 /\\ z = 0
Next == UNCHANGED <<x, y, z>>
TypeOK == x \\in Nat /\\ y \\in Nat
Safe == x <= y
Twice(a) == a + z
Inv == /\\ TypeOK
       /\\ Safe
       /\\ \\A i \\in {1} : Twice(x) >= i
       /\\ (y > 0 /\\ (x > 0 /\\ z > 0))
Alone == \\E i \\in {0, 1} : z = i
"""


def named(folder: Path, *invariants: str) -> dict[str, set[str]]:
    system = system_of(folder, SPEC, *invariants)
    return {c.name: set(c.variables) for c in conjuncts_of(system, system.invariants)}


def test_a_conjunct_has_the_name_of_its_definition_or_of_its_place(tmp_path: Path) -> None:
    assert list(named(tmp_path, "Inv")) == [
        "TypeOK!1",
        "TypeOK!2",
        "Safe",
        "Inv!3",
        "Inv!4",
        "Inv!5",
        "Inv!6",
    ]


def test_a_formula_that_is_no_conjunction_has_its_own_name(tmp_path: Path) -> None:
    assert list(named(tmp_path, "Alone")) == ["Alone"]


def test_what_two_invariants_share_is_there_once(tmp_path: Path) -> None:
    assert list(named(tmp_path, "Safe", "Inv")).count("Safe") == 1


def test_a_conjunct_knows_the_variables_that_it_reads_through_definitions(tmp_path: Path) -> None:
    found = named(tmp_path, "Inv")
    assert found["Safe"] == {"x", "y"}
    assert found["Inv!3"] == {"x", "z"}
