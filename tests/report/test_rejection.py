"""What is answered when a command cannot do its work."""

from __future__ import annotations

import pytest

from holdfast.report.rejection import failure_envelope, rejection_envelope
from holdfast.source import Diagnostic


@pytest.mark.parametrize(
    ("code", "verdict", "kind", "exit"),
    [
        ("syntax", "error", "parse", 150),
        ("infer-no-property", "error", "parse", 150),
        ("config-value", "error", "config", 151),
        ("model-missing-constant", "error", "config", 151),
        ("eval-kinds-differ", "error", "evaluation", 75),
        ("smt-unsupported", "unknown", None, 20),
        ("smt-unknown-hypothesis", "error", None, 2),
        ("prove-nothing", "error", None, 2),
    ],
)
@pytest.mark.parametrize("command", ["check", "prove", "infer"])
def test_the_code_of_the_first_error_decides(
    command: str, code: str, verdict: str, kind: str | None, exit: int
) -> None:
    doubt = Diagnostic("check-note", "hm", None, severity="warning")
    found = rejection_envelope(command, "A.tla", (doubt, Diagnostic(code, "no", None)))
    assert (found.verdict, found.kind, found.exit) == (verdict, kind, exit)
    assert (found.command, found.spec) == (command, "A.tla")


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ("check", {"states", "trace"}),
        ("prove", {"method", "k", "obligations", "library_lemmas", "cti"}),
        ("infer", {"invariant", "proof"}),
    ],
)
def test_a_question_keeps_its_keys_without_an_answer(command: str, own: set[str]) -> None:
    wrong = (Diagnostic("syntax", "no", None),)
    for found in (
        rejection_envelope(command, "A.tla", wrong),
        failure_envelope(command, "A.tla", "no"),
    ):
        assert (set(found.own), found.spec, found.reason) == (own, "A.tla", "no")


def test_trouble_with_a_file_is_the_systems() -> None:
    found = failure_envelope("parse", None, "A.tla: No such file")
    assert (found.verdict, found.kind, found.exit) == ("error", "system", 153)
    assert (found.spec, found.reason, found.own) == (None, "A.tla: No such file", {})
