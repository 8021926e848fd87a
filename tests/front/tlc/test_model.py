"""A system as a configuration asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.document import Asked
from holdfast.front.load import load
from holdfast.ir.system import Replacement

BODY = """EXTENDS Integers
CONSTANTS Top, Other, Unused, F(_)
VARIABLE x
Max == 3
Twice(n) == 2 * n
I == INSTANCE B WITH Top <- 4 + 3
Init == x = 0 /\\ I!Limit = 7
Next == x < Top + Other + F(1) /\\ x' \\in Nat
"""


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("Top <- Max", Replacement("Top", "Max", "Max")),
        ("Unused <- Max", Replacement("Unused", "Max")),
        ("F <- Twice", Replacement("F", "Twice", "Twice")),
        ("Nat <- Max", Replacement("Nat", "Max", "Max")),
        ("Top <- Int", Replacement("Top", "Int")),
        ("Top <- Other", Replacement("Top", "Other", "Other")),
    ],
)
def test_what_is_replaced_is_recorded_with_the_definition_that_is_called(
    tmp_path: Path, entry: str, expected: Replacement
) -> None:
    (tmp_path / "B.tla").write_text("---- MODULE B ----\nCONSTANT Top\nLimit == Top\n====\n")
    (tmp_path / "A.tla").write_text(f"---- MODULE A ----\n{BODY}====\n")
    rest = ("Top = 1", "Other = 2", "Unused = 3", "F <- Twice")
    kept = [row for row in rest if row.split()[0] != expected.name]
    rows = "\n".join((*kept, entry))
    (tmp_path / "A.cfg").write_text(f"INIT Init\nNEXT Next\nCONSTANTS\n{rows}\n")
    system = load(tmp_path / "A.tla").build(Asked()).system
    assert expected in system.replaced
    assert expected.definition is None or expected.definition in system.definitions


def test_a_constant_that_is_an_expression_has_a_definition(tmp_path: Path) -> None:
    (tmp_path / "A.tla").write_text(
        "---- MODULE A ----\nEXTENDS Integers\nCONSTANT S\nVARIABLE x\n"
        "Init == x \\in S\nNext == UNCHANGED x\n====\n"
    )
    (tmp_path / "A.cfg").write_text("INIT Init\nNEXT Next\nCONSTANT S = 1 .. 3\n")
    system = load(tmp_path / "A.tla").build(Asked()).system
    (found,) = system.replaced
    assert (found.name, found.text) == ("S", "1..3")
    assert found.definition in system.definitions
