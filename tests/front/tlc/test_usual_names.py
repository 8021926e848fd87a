"""Which definitions are properties by their names, and which only look like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.tla_document import load_tla
from holdfast.front.tlc.config import Config, read_config
from holdfast.front.tlc.usual_names import likely_properties, usual_names
from holdfast.source import Source

BODY = """
VARIABLE x
Init == x = 0
Next == x' = 1 - x
"""


def guessed(folder: Path, definitions: str) -> list[str]:
    config, _ = usual_names(spec_of(folder, definitions))
    return [name.name for name in config.properties]


def likely(folder: Path, definitions: str, config: str = "") -> tuple[str, ...]:
    read = read_config(Source("A.cfg", config)) if config else Config()
    return likely_properties(spec_of(folder, definitions), read)


def spec_of(folder: Path, definitions: str):  # type: ignore[no-untyped-def]
    path = folder / "A.tla"
    text = f"---- MODULE A ----\nEXTENDS Naturals\n{BODY}\n{definitions}\n====\n"
    path.write_text(text, encoding="utf-8")
    document = load_tla(path)
    assert document.ok, document.diagnostics
    return document.spec


def test_a_temporal_formula_is_a_property_by_its_name(tmp_path: Path) -> None:
    text = "Liveness == <>(x = 1)\nTermination == <>(x = 1)\nSafety == [](x < 2)"
    assert guessed(tmp_path, text) == ["Liveness", "Termination", "Safety"]


@pytest.mark.parametrize("body", ["x = 1", "x' = 1", "1 + 1 = 2"])
def test_a_formula_that_is_not_temporal_is_no_property(body: str, tmp_path: Path) -> None:
    assert guessed(tmp_path, f"Termination == {body}") == []


def test_an_assumption_of_the_specification_is_no_property(tmp_path: Path) -> None:
    text = "Liveness == WF_x(Next)\nFair == Liveness\nSpec == Init /\\ [][Next]_x /\\ Fair"
    assert guessed(tmp_path, text) == []
    assert likely(tmp_path, text) == ()


def test_a_formula_with_hidden_variables_is_not_guessed(tmp_path: Path) -> None:
    text = "Inner == \\EE y : [](y = x)\nLiveness == Inner"
    assert guessed(tmp_path, text) == []
    assert likely(tmp_path, text) == ("Liveness",)


@pytest.mark.parametrize(
    "name", ["Liveness", "LiveAgain", "Termination", "WritersProgress", "EventuallyOne", "Safety"]
)
def test_names_that_look_like_a_property(name: str, tmp_path: Path) -> None:
    assert likely(tmp_path, f"{name} == <>(x = 1)") == (name,)
    assert likely(tmp_path, f"{name} == <>(x = 1)", f"PROPERTY {name}\n") == ()


@pytest.mark.parametrize(
    "text",
    [
        "Other == <>(x = 1)",
        "LiveValue == x = 1",
        "Live(n) == <>(x = n)",
        "LiveSpec == Init /\\ [][Next]_x /\\ WF_x(Next)",
    ],
)
def test_names_that_do_not(text: str, tmp_path: Path) -> None:
    assert likely(tmp_path, text) == ()


def test_what_another_definition_uses_is_not_asked_for_itself(tmp_path: Path) -> None:
    text = "Live1 == <>(x = 1)\nLive2 == []<>(x = 0)\nLiveness == Live1 /\\ Live2"
    assert likely(tmp_path, text) == ("Liveness",)


def test_what_a_theorem_states_looks_like_a_property(tmp_path: Path) -> None:
    text = (
        "Spec == Init /\\ [][Next]_x\nEnds == <>(x = 1)\nAgain == []<>(x = 1)\nLow == x < 2\n"
        "THEOREM Spec => Ends /\\ Again\nTHEOREM Spec => []Low"
    )
    assert likely(tmp_path, text) == ("Ends", "Again")
    assert likely(tmp_path, text, "SPECIFICATION Spec\nPROPERTY Ends\n") == ("Again",)
