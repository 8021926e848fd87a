"""Which temporal properties are not checked, and whether that leaves a question open."""

from __future__ import annotations

import pytest

from holdfast.verdict import Answer, Exhausted, Unchecked, Unknown, exit_code
from tests.check.asked import ask

BODY = """
VARIABLE h
Init == h = 0
Next == h' = (h + 1) % 3
Free == Init /\\ [][Next]_h
Fair == Free /\\ WF_h(Next)
Live == <>(h = 2)
Both == [](h < 9) /\\ <>(h = 2)
View == h
Ended == CounterExample.state = {}
"""
REDUCED = "with VIEW, a loop of states may stand for no behaviour (see --trust-symmetry)"


def about(spec: str, entries: str = "", **options: object) -> Answer:
    return ask(BODY, f"SPECIFICATION {spec}\nPROPERTIES Live Both\n{entries}\n", **options)


def test_a_named_property_with_a_view_leaves_a_question_open() -> None:
    answer = about("Fair", "VIEW View")
    assert answer.not_checked == (
        Unchecked("Live", REDUCED),
        Unchecked("Both", REDUCED, False, True),
    )
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.cause == "not-checked"
    assert exit_code(answer) == 20


def test_a_guess_with_a_view_leaves_none_open() -> None:
    answer = about("Fair", "VIEW View", guessed=frozenset(["Live", "Both"]))
    assert all(each.excused and each.reason == REDUCED for each in answer.not_checked)
    assert isinstance(answer.verdict, Exhausted)
    assert exit_code(answer) == 0


def test_a_guess_does_not_excuse_what_is_named() -> None:
    answer = about("Fair", "VIEW View", guessed=frozenset(["Live"]))
    assert [each.excused for each in answer.not_checked] == [True, False]
    assert exit_code(answer) == 20


def test_a_guess_beside_a_named_property_without_fairness() -> None:
    answer = about("Free", guessed=frozenset(["Live"]))
    assert [(each.name, each.excused) for each in answer.not_checked] == [("Live", True)]
    assert exit_code(answer) == 13


@pytest.mark.parametrize("spec", ["Free", "Fair"])
def test_safety_only_comes_first(spec: str) -> None:
    answer = about(spec, "VIEW View", safety_only=True)
    assert {each.reason for each in answer.not_checked} == {"left out by --safety-only"}
    assert [each.safety_part for each in answer.not_checked] == [False, True]
    assert answer.checked == ("deadlock",)
    assert exit_code(answer) == 0


def test_with_fairness_guesses_are_checked() -> None:
    answer = about("Fair", guessed=frozenset(["Live", "Both"]))
    assert answer.not_checked == ()
    assert answer.checked == ("Both", "Live", "deadlock")


@pytest.mark.parametrize(("options", "code"), [({}, 20), ({"safety_only": True}, 0)])
def test_a_postcondition_about_a_counterexample_is_open_as_long_as_the_property_is(
    options: dict[str, bool], code: int
) -> None:
    answer = about("Fair", "VIEW View\nPOSTCONDITION Ended", **options)
    assert [each.name for each in answer.not_checked] == ["Live", "Both", "Ended"]
    assert exit_code(answer) == code
