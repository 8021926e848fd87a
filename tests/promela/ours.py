"""holdfast's counts and verdicts of a Promela program, in the form of Spin's."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.front.promela.lower.system import lower_model
from holdfast.front.promela.read.model import read_model
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, SpecError
from holdfast.verdict import Exhausted, Violated
from holdfast.workbench import load


class Row(NamedTuple):
    """Stored states, transitions and errors."""

    stored: int
    transitions: int
    errors: int

    def __str__(self) -> str:
        return f"{self.stored} / {self.transitions}, {self.errors} errors"


def count(source: Path | str, engine: str = "auto") -> Row:
    """The counts of a file, or of a text; raises SpecError."""
    if isinstance(source, Path):
        text = Source(str(source), source.read_text(encoding="utf-8"))
    else:
        text = Source("model.pml", source)
    model, diagnostics = read_model(text)
    if model is None:
        raise SpecError(*diagnostics)
    search = SearchOptions(engine=engine, keep_going=True, workers=1, safety_only=True)
    answer = check(run_pipeline(lower_model(model)), search)
    assert answer.counts is not None
    counts = answer.counts
    return Row(counts.distinct, counts.generated, sum(answer.violations.values()))


def holds(path: Path, name: str, engine: str = "auto", weak_fairness: bool = False) -> bool:
    """Whether a property holds."""
    result = load(path).check(
        properties=[name], deadlock=False, engine=engine, weak_fairness=weak_fairness
    )
    verdict = result.answer.verdict
    assert isinstance(verdict, Exhausted | Violated), verdict
    assert isinstance(verdict, Exhausted) or verdict.property == name
    return isinstance(verdict, Exhausted)
