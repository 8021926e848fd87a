"""The results of all questions: verdict, exit code, text, JSON and HTML agree."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from holdfast.infer.result import Inferred
from holdfast.prove.proof import Proof
from holdfast.prove.recheck import Rechecked, RecheckedFile
from holdfast.report.check_result import CheckResult, Sweep, SweepRow
from holdfast.report.inferred_result import InferResult
from holdfast.report.proof_result import ProofResult
from holdfast.report.recheck import RecheckResult
from holdfast.report.result import Result
from holdfast.report.saved import ModelFiles
from holdfast.verdict import Answer, Bounded, Step, Trace, Unchecked, Unknown, Verdict, Violated
from tests.report import answers
from tests.report.answers import QUESTION
from tests.report.proofs import CTI, PROOF

FILES = ModelFiles("specs/wire.tla", None, {}, (), False)
OPEN = Unknown(cause="time", reason="time is up")
VIOLATED = answers.VIOLATED.verdict
ENDED = RecheckedFile("a.smt2", "Safe", "Take", (("z3 1", "unsat"),))
RECHECKED = Rechecked("proof", "Lock.tla", ("Safe",), "all sizes", (), (), (ENDED,), ())


def checked(answer: Answer) -> CheckResult:
    return CheckResult(answer, QUESTION, FILES, lambda: answer)


def proof(verdict: Verdict, **changes: object) -> ProofResult:
    found: Proof = replace(PROOF, verdict=verdict, **changes)  # type: ignore[arg-type]
    return ProofResult(found, QUESTION, FILES)


def inferred(verdict: Verdict) -> InferResult:
    return InferResult(Inferred(verdict, "Safe"), QUESTION, FILES, "Lock")


def swept(*runs: Answer) -> Sweep:
    rows = (SweepRow({"N": str(n)}, checked(answer)) for n, answer in enumerate(runs, 2))
    return Sweep(("N",), tuple(rows))


def unproved(**changes: object) -> RecheckResult:
    return RecheckResult(replace(RECHECKED, **changes))  # type: ignore[arg-type]


RESULTS = {
    "check holds": (checked(answers.FINE), "exhausted", 0),
    "check violated": (checked(answers.VIOLATED), "violated", 12),
    "check deadlock": (checked(answers.DEADLOCK), "violated", 11),
    "check unknown": (checked(answers.PARTIAL), "unknown", 20),
    "check failed": (checked(answers.FAILED), "error", 75),
    "check not checked": (
        checked(replace(answers.FINE, not_checked=(Unchecked("Live", "why"),))),
        "exhausted",
        20,
    ),
    "check bounded": (checked(Answer(Bounded(3), asked_bound=True)), "bounded", 0),
    "check stopped early": (checked(Answer(Bounded(3))), "bounded", 20),
    "prove proved": (proof(PROOF.verdict), "proved", 0),
    "prove bounded": (proof(Bounded(3), method="bmc"), "bounded", 0),
    "prove violated": (proof(VIOLATED), "violated", 12),
    "prove assumption": (proof(Violated("assumption", "A", None)), "violated", 10),
    "prove unknown": (proof(OPEN), "unknown", 20),
    "prove not inductive": (proof(OPEN, cti=CTI), "unknown", 21),
    "infer proved": (inferred(PROOF.verdict), "proved", 0),
    "infer violated": (inferred(VIOLATED), "violated", 12),
    "infer unknown": (inferred(OPEN), "unknown", 20),
    "infer failed": (inferred(answers.FAILED.verdict), "error", 75),
    "sweep holds": (swept(answers.FINE, answers.HOLDS), "exhausted", 0),
    "sweep violated": (swept(answers.FINE, answers.VIOLATED, answers.FINE), "violated", 12),
    "sweep unknown": (swept(answers.PARTIAL, answers.VIOLATED), "unknown", 20),
    "recheck proved": (RecheckResult(RECHECKED), "proved", 0),
    "recheck problem": (unproved(problems=("a file is missing",)), "unknown", 20),
    "recheck open": (unproved(files=(replace(ENDED, answers=()),)), "unknown", 20),
}
every_result = pytest.mark.parametrize(
    ("result", "outcome", "exit"), RESULTS.values(), ids=list(RESULTS)
)


@every_result
def test_the_verdict_the_exit_code_and_json_agree(result: Result, outcome: str, exit: int) -> None:
    assert (result.outcome, result.exit_code, result.ok) == (outcome, exit, exit == 0)
    shown = result.to_json()
    assert (shown["verdict"], shown["exit"]) == (outcome, exit)
    assert (result.envelope().verdict, result.envelope().exit) == (outcome, exit)


@every_result
def test_a_violation_and_an_error_have_a_kind(result: Result, outcome: str, exit: int) -> None:
    assert result.to_json()["kind"] == getattr(result.verdict, "kind", None)
    assert (result.to_json()["kind"] is not None) is (outcome in ("violated", "error"))


TAGS = {"pre", "p", "div", "table", "thead", "tbody", "tr", "th", "td"}


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.text += "\n"

    def handle_data(self, data: str) -> None:
        self.text += data


@every_result
def test_html_has_the_words_of_the_text(result: Result, outcome: str, exit: int) -> None:
    page = Tags()
    page.feed(result._repr_html_())
    page.close()
    assert set(page.tags) <= TAGS
    assert words(result.show()) <= words(page.text) | {"then", "=", "#", "where"}


def words(text: str) -> set[str]:
    return {word.strip(",") for word in text.split()}


NASTY = "<script>alert(1)</script>"
TRACE = Trace((Step({"x": NASTY}), Step({"x": "&lt;b"}, "Set", (NASTY,))))


@pytest.mark.parametrize(
    "result",
    [
        checked(Answer(Violated("invariant", NASTY, TRACE))),
        proof(Violated("invariant", NASTY, TRACE)),
        inferred(Violated("invariant", NASTY, TRACE)),
    ],
)
def test_html_escapes_what_a_spec_says(result: Result) -> None:
    assert NASTY in str(result)
    page = Tags()
    page.feed(result._repr_html_())
    assert set(page.tags) <= TAGS
    assert NASTY in page.text
    assert "<script" not in result._repr_html_()
    assert '"&lt;b"' in page.text, "what looks escaped in the spec stays as it is"


def test_every_result_has_the_trace_and_the_reason_of_its_violation() -> None:
    for result in (checked(answers.VIOLATED), proof(VIOLATED), inferred(VIOLATED)):
        assert result.violated == "NoOverdrafts"
        assert result.actions[-1] == "Withdraw(2)"
        assert result.trace[-1]["account"] == {"alice": -1, "bob": 5}
        assert result.reason == result.to_json()["reason"]


def test_an_error_of_evaluation_has_its_kind_and_its_reason_whatever_was_asked() -> None:
    for result in (checked(answers.FAILED), inferred(answers.FAILED.verdict)):
        shown = result.to_json()
        assert (shown["kind"], shown["reason"]) == ("evaluation", "3 is not in the domain")


def test_a_false_assumption_is_not_called_a_violation_in_a_state() -> None:
    for result in (
        proof(Violated("assumption", "A", None)),
        inferred(Violated("assumption", "A", None)),
    ):
        assert "x  the assumption A is false\n" in result.show()


def test_the_first_run_that_is_not_fine_stands_for_a_sweep() -> None:
    sweep = swept(answers.FINE, answers.PARTIAL, answers.VIOLATED)
    assert sweep.verdict is answers.PARTIAL.verdict
    own = sweep.to_json()["check"]
    assert isinstance(own, dict)
    assert [run["verdict"] for run in own["sweep"]] == ["exhausted", "unknown", "violated"]
