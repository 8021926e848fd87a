"""A configuration is completed by what is found, and changed by what is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.document import Asked
from holdfast.front.tla_document import load_tla
from holdfast.front.tlc.config import Config, read_config
from holdfast.front.tlc.overrides import Completed, complete_config
from holdfast.source import Source, SpecError

BODY = """
VARIABLE x
Init == x = 0
Next == x' = 1 - x
Spec == Init /\\ [][Next]_x
TypeOK == x \\in {0, 1}
Fine == x < 2
Part == x >= 0
Whole == Part /\\ Fine
Ends == <>(x = 1)
Twice == x + x
THEOREM Spec => []Fine
THEOREM Spec => [](TypeOK /\\ Part) /\\ Ends
"""


def asked(
    folder: Path, config: str | None = None, changes: Asked | None = None, body: str = BODY
) -> Completed:
    path = folder / "A.tla"
    path.write_text(f"---- MODULE A ----\nEXTENDS Naturals\n{body}====\n", encoding="utf-8")
    given = None if config is None else read_config(Source("A.cfg", config))
    return complete_config(load_tla(path).spec, given, changes or Asked())


def invariants(config: Config) -> list[str]:
    return [name.name for name in config.invariants]


def test_without_a_configuration_names_and_theorems_tell_what_to_check(tmp_path: Path) -> None:
    found = asked(tmp_path)
    assert found.found == (
        "Spec (specification)",
        "TypeOK (invariant)",
        "Fine (invariant by a theorem)",
        "Part (invariant by a theorem)",
    )
    assert invariants(found.config) == ["TypeOK", "Fine", "Part"]


def test_a_formula_that_nothing_uses_looks_like_an_invariant(tmp_path: Path) -> None:
    assert asked(tmp_path).unasked == ("Whole",)
    assert asked(tmp_path, "SPECIFICATION Spec\n").unasked == ("TypeOK", "Whole")


def test_a_configuration_that_asks_something_is_taken_at_its_word(tmp_path: Path) -> None:
    found = asked(tmp_path, "SPECIFICATION Spec\nINVARIANT TypeOK\n")
    assert (found.found, found.unasked) == ((), ())
    assert invariants(found.config) == ["TypeOK"]


def test_a_configuration_without_a_behaviour_gets_the_usual_one(tmp_path: Path) -> None:
    found = asked(tmp_path, "INVARIANT TypeOK\n")
    assert found.found == ("Spec (specification)",)
    assert found.config.specification is not None


def test_given_invariants_replace_all_that_was_asked(tmp_path: Path) -> None:
    config = "SPECIFICATION Spec\nINVARIANT TypeOK\nPROPERTY Ends\n"
    found = asked(tmp_path, config, Asked(invariants=("Part", "TypeOK")))
    assert invariants(found.config) == ["Part", "TypeOK"]
    assert found.config.properties == ()
    assert found.left_out == ("Ends",)


def test_given_constants_replace_those_of_the_configuration(tmp_path: Path) -> None:
    config = "SPECIFICATION Spec\nCONSTANTS N = 1 M = 2\n"
    found = asked(tmp_path, config, Asked(constants={"N": "{a}"}))
    assert [(a.name.name, a.reading) for a in found.config.constants] == [
        ("M", "value"),
        ("N", "value"),
    ]


def test_deadlock_can_be_switched(tmp_path: Path) -> None:
    flag = asked(tmp_path, None, Asked(deadlock=False)).config.check_deadlock
    assert flag is not None
    assert not flag.value


@pytest.mark.parametrize("config", [None, "INIT Start\n", "INVARIANT TypeOK\n"])
def test_variables_without_a_behaviour_are_refused(config: str | None, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        asked(tmp_path, config, body="VARIABLE x\nStart == x = 0\nTypeOK == x = 0\n")
    assert [d.code for d in caught.value.diagnostics] == ["model-no-behaviour"]


def test_a_module_without_variables_needs_no_behaviour(tmp_path: Path) -> None:
    assert asked(tmp_path, body="ASSUME 1 + 1 = 2\n").config.init is None


def test_a_temporal_formula_is_guessed_as_a_property_and_an_action_as_nothing(
    tmp_path: Path,
) -> None:
    body = (
        "EXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = x\nSpec == Init /\\ [][Next]_x\n"
        "Inv == x < 3\nSafety == []Inv\nTypeInvariant == Spec => []Inv\nStepInvariant == x' = x\n"
    )
    config = asked(tmp_path, body=body).config
    assert invariants(config) == ["Inv"]
    assert [n.name for n in config.properties] == ["Safety"]
