"""`--invariant`, `--property` and `--alias` accept expressions in the scope of the spec."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from tests.cli.conftest import Holdfast
from tests.cli.specs import LOCK, write

COUNT = """---- MODULE Count ----
EXTENDS Naturals
VARIABLES x, word
vars == <<x, word>>
Init == x = 0 /\\ word = "a"
Next == x < 9 /\\ x' = x + 1 /\\ word' = IF x = 4 THEN "b" ELSE word
Below(n) == x < n
====
"""


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    write(tmp_path, Count_tla=COUNT, Lock_tla=LOCK)


@pytest.mark.parametrize("engine", ["native", "interp"])
@pytest.mark.parametrize(
    ("option", "text", "length"),
    [
        ("--invariant", "x <= 6", 8),
        ("--invariant", "x <= 9", None),
        ("--invariant", "Below(3)", 4),
        ("--invariant", "TRUE", None),
        ("--invariant", 'word # "b"', 6),
        ("--invariant", 'word # "never seen"', None),
        ("--invariant", "/\\ x >= 0\n/\\ \\/ x < 8\n   \\/ x < 2", 9),
        ("--property", "[](x <= 6)", 8),
        ("--property", "[][x' = x + 1]_vars", None),
        ("--property", "[][x' < 4]_vars", 5),
        ("--property", "x = 1", 1),
    ],
)
def test_an_expression_is_checked(
    option: str, text: str, length: int | None, engine: str, holdfast: Holdfast
) -> None:
    asked = ("--no-deadlock", "--engine", engine, option, text)
    found = holdfast("check", "Count.tla", *asked, "--json").json
    shown = " ".join(text.split())
    assert found["checked"] == [shown]
    if length is None:
        assert (found["exit"], found["verdict"]) == (0, "exhausted")
    else:
        assert (found["verdict"], found["property"]) == ("violated", shown)
        assert found["check"]["trace"]["length"] == length


def test_the_explanation_underlines_a_part_of_the_text(holdfast: Holdfast) -> None:
    found = holdfast("check", "Count.tla", "--invariant", "x >= 0 /\\ x < 2")
    assert found.exit == 12
    assert (
        "--invariant:1 | x >= 0 /\\ x < 2\n                |           ^^^^^ is FALSE" in found.out
    )


def test_an_alias_replaces_the_state(holdfast: Holdfast) -> None:
    alias = "[twice |-> 2 * x, next |-> x']"
    found = holdfast("check", "Count.tla", "--invariant", "x < 2", "--alias", alias)
    assert "twice: 2 -> 4" in found.out
    assert "x = 0" not in found.out


def test_a_name_that_is_not_defined_is_still_a_name(holdfast: Holdfast) -> None:
    found = holdfast("check", "Count.tla", "--invariant", "Belo")
    assert found.exit == 151
    assert "did you mean `Below`?" in found.err


@pytest.mark.parametrize(
    ("option", "text", "place", "message"),
    [
        ("--invariant", "x <", "--invariant:1:4", "expected an expression"),
        ("--invariant", "y < 3", "--invariant:1:1", "`y` is not declared"),
        ("--invariant", "x' = 3", "--invariant:1:1", "requires a state predicate"),
        ("--invariant", "[](x < 3)", "--invariant:1:1", "requires a state predicate"),
        ("--invariant", "", "--invariant:1:1", "expected an expression"),
        ("--property", "x' = 3", "--property:1:1", "is an action"),
        ("--property", "[](x < 3) 4", "--property:1:11", "expected the end"),
        ("--alias", "[a |-> z]", "--alias:1:8", "`z` is not declared"),
    ],
)
def test_an_error_has_its_location_in_the_text(
    option: str, text: str, place: str, message: str, holdfast: Holdfast
) -> None:
    found = holdfast("check", "Count.tla", option, text)
    assert found.exit in (150, 151)
    assert f"--> {place}" in found.err
    assert message in found.err


def test_errors_in_several_expressions_are_reported_together(holdfast: Holdfast) -> None:
    found = holdfast("check", "Count.tla", "--invariant", "y < 3", "--property", "[](z = 1)")
    assert "`y` is not declared" in found.err
    assert "`z` is not declared" in found.err


def test_an_expression_that_is_not_boolean_cannot_be_evaluated(holdfast: Holdfast) -> None:
    found = holdfast("check", "Count.tla", "--invariant", "x + 1")
    assert found.exit in (75, 76)
    assert "--invariant:1:1" in found.out


def test_programs_give_expressions_too(tmp_path: Path) -> None:
    spec = holdfast.load(tmp_path / "Lock.tla", constants={"Clients": {"a", "b"}})
    result = spec.check(
        invariants=["Cardinality(waiting) < 2"], alias="[n |-> Cardinality(waiting)]"
    )
    assert result.violated == "Cardinality(waiting) < 2"
    assert len(result.trace) == 3
