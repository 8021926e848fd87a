"""The result of one model of a suite, with a diagnostic if it is not the expected one."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.source import Diagnostic, Note
from holdfast.suite.expectation import Observed, Status, compare, differences
from holdfast.suite.model import SuiteModel

_CODES: dict[Status, str] = {
    "different": "test-different",
    "not-found": "test-violation-not-found",
    "inconclusive": "test-inconclusive",
}


@dataclass(frozen=True, slots=True)
class ModelResult:
    """A model, how its result compares with its expectation, and the result if there is one.

    `reason` says why the model was not run.
    """

    model: SuiteModel
    status: Status
    observed: Observed | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    reason: str | None = None


def not_run(model: SuiteModel) -> ModelResult:
    """A model that is not run, because its declaration says so or the suite was interrupted."""
    status = model.status or "not-run"
    return ModelResult(model, status, diagnostics=model.problems, reason=model.reason)


def judged(model: SuiteModel, observed: Observed) -> ModelResult:
    """A model with its result."""
    expected = model.expected
    if expected is None:
        return ModelResult(model, "undeclared", observed)
    status = compare(expected, observed)
    if status == "ok":
        return ModelResult(model, status, observed)
    message = f"{model.name}: {'; '.join(differences(expected, observed))}"
    help = None
    if status == "not-found":
        message = f"{model.name}: the expected result, {expected}, is no longer found: "
        message += f"the verdict is {observed.verdict}"
        help = "if the change is intended, declare the new result"
    notes = () if observed.reason is None else (Note(observed.reason),)
    found = Diagnostic(_CODES[status], message, model.declared, help, notes)
    return ModelResult(model, status, observed, (found,))


def crashed(model: SuiteModel, reason: str) -> ModelResult:
    """A model whose process ended without a result."""
    found = Diagnostic("test-crash", f"{model.name}: {reason}", model.declared)
    return ModelResult(model, "error", diagnostics=(found,), reason=reason)
