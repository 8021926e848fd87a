"""The answer of `check` as text; the goldens are what users see."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from holdfast.report.answer import Question, show_answer
from holdfast.report.layout import Look
from holdfast.verdict import Answer, Bounded, Counts, Proved, Trace, Violated
from tests.report import answers
from tests.report.answers import QUESTION

Golden = Callable[[str, str], None]
MODEL = Question("twophase.tla", "twophase.cfg", kinds={"TypeOK": "invariant"})


@pytest.mark.parametrize(
    "name",
    ["violated", "deadlock", "lasso", "stutter", "holds", "open", "partial", "failed"],
)
def test_an_answer_reads_like_this(name: str, golden: Golden) -> None:
    answer: Answer = getattr(answers, name.upper())
    golden(f"check/{name}.txt", show_answer(answer, QUESTION) + "\n")


def test_states_can_be_shown_in_full(golden: Golden) -> None:
    text = show_answer(answers.VIOLATED, QUESTION, Look(states="full"))
    golden("check/violated_full.txt", text + "\n")


def test_states_can_be_shown_with_what_changed_only(golden: Golden) -> None:
    text = show_answer(answers.VIOLATED, QUESTION, Look(states="changed"))
    golden("check/violated_changed.txt", text + "\n")


def test_quiet_is_the_verdict_alone() -> None:
    text = show_answer(answers.VIOLATED, QUESTION, Look(quiet=True))
    assert text == "x  NoOverdrafts is violated after 4 steps"


def test_colours_change_nothing_but_the_colours() -> None:
    for answer in (answers.VIOLATED, answers.HOLDS, answers.PARTIAL, answers.LASSO):
        plain = show_answer(answer, QUESTION)
        painted = show_answer(answer, QUESTION, Look(color=True))
        assert painted != plain
        assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_the_configuration_is_named() -> None:
    assert show_answer(answers.HOLDS, MODEL).startswith("twophase.tla  with twophase.cfg\n")


def test_a_definition_in_place_of_another_is_told_from_a_value() -> None:
    answer = replace(answers.HOLDS, constants={"N": "3", "Nat": "Small"})
    text = show_answer(answer, replace(MODEL, replaced=frozenset(["Nat"])))
    assert "  constants   N = 3, Nat <- Small\n" in text


def test_what_options_leave_out_is_said() -> None:
    text = show_answer(answers.HOLDS, replace(MODEL, left_out=("Decided",)))
    assert "  left out    Decided\n" in text


def test_a_bound_promises_nothing_beyond_it() -> None:
    text = show_answer(replace(answers.HOLDS, verdict=Bounded(7), asked_bound=True), MODEL)
    assert "--  TypeOK        not violated up to depth 7; deeper states were not checked\n" in text
    assert "ok" not in text


def test_a_proof_says_for_what_and_by_what() -> None:
    text = show_answer(replace(answers.HOLDS, verdict=Proved("all sizes", "induction")), MODEL)
    assert "ok  TypeOK        holds for all sizes, by induction\n" in text


def test_a_model_without_a_property_says_so() -> None:
    text = show_answer(replace(answers.HOLDS, checked=()), MODEL)
    assert "  checking    nothing\n" in text
    assert "ok  no property; explored all 1,029 reachable states" in text


def test_a_false_assumption_has_no_trace() -> None:
    text = show_answer(Answer(Violated("assumption", "SomeWorkers", None)), MODEL)
    assert "x  the assumption SomeWorkers is false\n" in text
    assert text.endswith("nothing was explored")


def test_an_initial_state_that_violates_is_called_so() -> None:
    trace = Trace(answers.TRACE.steps[:1])
    text = show_answer(Answer(Violated("invariant", "Inv", trace)), MODEL)
    assert "x  Inv is violated in an initial state\n" in text


def test_further_violations_follow_the_first() -> None:
    more = Violated("invariant", "Other", Trace(answers.TRACE.steps[:2]))
    text = show_answer(replace(answers.VIOLATED, more_violations=(more,)), MODEL)
    assert "x  Other is violated after 1 step  (also)\n" in text


def test_no_line_is_much_wider_than_asked_for() -> None:
    wide = replace(answers.HOLDS, checked=tuple(f"Invariant{i}" for i in range(30)))
    for width in (60, 100):
        text = show_answer(replace(wide, counts=Counts(10**9, 10**8, 99, 1)), MODEL, Look(width))
        head = text.split("\n\n")[0]
        assert all(len(line) <= width for line in head.splitlines())
