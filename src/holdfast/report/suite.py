"""The result of a suite: a table with a line for each model, and the JSON of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import overload

from holdfast.report.diagnostics import count_of, show_diagnostics
from holdfast.report.envelope import Envelope, Json
from holdfast.report.layout import Look, Tone
from holdfast.report.result import Report
from holdfast.source import Diagnostic
from holdfast.suite.expectation import Status
from holdfast.suite.result import ModelResult

_EXITS: tuple[tuple[Status, int], ...] = (
    ("not-found", 23),
    ("error", 1),
    ("different", 1),
    ("inconclusive", 20),
)
"""The exit codes, the most severe first."""

_INTERRUPTED = 130
_NOTHING_RUN = 20

_WORDS: dict[Status, str] = {
    "ok": "as expected",
    "not-found": "with an expected violation that is no longer found",
    "different": "with another result",
    "inconclusive": "inconclusive",
    "error": "without a result because of an error",
    "skipped": "skipped",
    "undeclared": "without a declared expectation",
    "not-run": "not run",
}
_HEAD = ("model", "expected", "got", "states", "seconds", "")
_RIGHT = (3, 4)


@dataclass(frozen=True, repr=False)
class SuiteResult(Report, Sequence[ModelResult]):
    """The results of all models of a suite; `print(result)` shows a table.

    `updated` are the files into which new counts were written.
    """

    models: tuple[ModelResult, ...]
    interrupted: bool = False
    seconds: float = 0.0
    updated: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 if every model that declares a result gave it, and there is at least one."""
        if self.interrupted:
            return _INTERRUPTED
        found = self.counts
        code = next((code for status, code in _EXITS if found[status]), None)
        return code if code is not None else 0 if found["ok"] else _NOTHING_RUN

    @property
    def counts(self) -> Counter[Status]:
        """How many models have each status."""
        return Counter(each.status for each in self.models)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """A diagnostic for each result that is not the expected one."""
        return tuple(each for tested in self.models for each in tested.diagnostics)

    @property
    def summary(self) -> str:
        """How many models there are, and how they compare, in one line."""
        found = self.counts
        parts = [f"{found[status]} {words}" for status, words in _WORDS.items() if found[status]]
        head = f"{count_of(len(self.models), 'model')}: {', '.join(parts)}"
        if self.interrupted:
            return f"interrupted; {head}"
        return head if found.total() > found["undeclared"] + found["skipped"] else _nothing(head)

    def envelope(self) -> Envelope:
        """What `test --json` prints."""
        code = self.exit_code
        own: dict[str, Json] = {
            "models": [_model_json(each) for each in self.models],
            "counts": {status: self.counts[status] for status in _WORDS},
            "updated": self.updated,
        }
        return Envelope(
            command="test",
            verdict=None if code == 0 else "unknown" if code == _NOTHING_RUN else "error",
            reason=self.summary,
            diagnostics=self.diagnostics,
            seconds=self.seconds,
            exit=code,
            own=own,
        )

    def show(self, look: Look | None = None) -> str:
        """The table, what differs, and a summary."""
        look = look or Look()
        wrong = show_diagnostics(self.diagnostics, look.color)
        tone: Tone = "good" if self.ok else "bad"
        summary = look.paint(tone, self.summary) + f"  {self.seconds:.2f} s"
        table = "" if look.quiet or not self.models else _table(self.models, look)
        updated = "\n".join(f"{path}: updated" for path in self.updated)
        return "\n\n".join(filter(None, (table, wrong, updated, summary)))

    def __repr__(self) -> str:
        return f"<SuiteResult {self.summary}>"

    def __len__(self) -> int:
        return len(self.models)

    @overload
    def __getitem__(self, index: int) -> ModelResult: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ModelResult, ...]: ...

    def __getitem__(self, index: int | slice) -> ModelResult | tuple[ModelResult, ...]:
        return self.models[index]

    def __iter__(self) -> Iterator[ModelResult]:
        return iter(self.models)


def _nothing(head: str) -> str:
    return f"{head}; no model was checked" if head[0] != "0" else "there is no model to check"


def _table(models: Sequence[ModelResult], look: Look) -> str:
    rows = [_cells(each) for each in models]
    widths = [max(len(row[i]) for row in (_HEAD, *rows)) for i in range(len(_HEAD))]
    lines = [look.paint("dim", _line(_HEAD, widths))]
    for row, tested in zip(rows, models, strict=True):
        # Colour is added after padding: escape codes would change the width.
        start = _line(row[:-1], widths)
        lines.append(f"{start}  {look.paint(_tone(tested.status), row[-1])}")
    return "\n".join(lines)


def _cells(tested: ModelResult) -> tuple[str, ...]:
    observed = tested.observed
    return (
        tested.model.name,
        str(tested.model.expected or "-"),
        "-" if observed is None else str(observed),
        "" if observed is None else f"{observed.distinct:,}",
        "" if observed is None else f"{observed.seconds:.2f}",
        _status(tested),
    )


def _status(tested: ModelResult) -> str:
    match tested.status:
        case "ok":
            return "ok"
        case "undeclared":
            return "declares nothing"
        case "skipped" if tested.reason:
            return f"skipped: {tested.reason}"
        case "not-run":
            return "not run"
        case "not-found":
            return "VIOLATION NOT FOUND"
        case other:
            return other.upper()


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        f"{cell:>{width}}" if i in _RIGHT else f"{cell:<{width}}"
        for i, (cell, width) in enumerate(zip(cells, widths, strict=False))
    )
    return "  ".join(padded)


def _tone(status: Status) -> Tone:
    if status == "ok":
        return "good"
    return "dim" if status in ("undeclared", "skipped", "not-run") else "bad"


def _model_json(tested: ModelResult) -> dict[str, Json]:
    model, observed = tested.model, tested.observed
    return {
        "model": model.name,
        "spec": str(model.spec),
        "config": None if model.config is None else str(model.config),
        "constants": {name: str(value) for name, value in model.constants.items()},
        "declared": None if model.declared is None else model.declared.location(),
        "expected": None if model.expected is None else asdict(model.expected),
        "observed": None if observed is None else asdict(observed),
        "status": tested.status,
        "reason": tested.reason,
        "differences": [each.message for each in tested.diagnostics],
    }
