"""Counting the states of a model as Spin does: stored states, transitions, errors."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.front.promela.lower.slots import DEFAULT, Allowed
from holdfast.front.promela.lower.system import lower_model
from holdfast.front.promela.read.model import read_model
from holdfast.ir.check import check_system
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source
from holdfast.verdict import Answer


class Counts(NamedTuple):
    """What Spin reports without any reduction."""

    stored: int
    transitions: int
    errors: int


def system_of(text: str, allowed: Allowed = DEFAULT) -> System:
    """The system of a model, after all passes."""
    model, diagnostics = read_model(Source("model.pml", text))
    assert model is not None, diagnostics
    system = lower_model(model, allowed)
    check_system(system)
    return run_pipeline(system)


def answer_of(text: str, engine: str = "interp", allowed: Allowed = DEFAULT) -> Answer:
    """The result of a search for all errors."""
    search = SearchOptions(engine=engine, keep_going=True, workers=1, safety_only=True)
    return check(system_of(text, allowed), search)


def counts_of(text: str, engine: str = "interp", allowed: Allowed = DEFAULT) -> Counts:
    """The counts of a model."""
    answer = answer_of(text, engine, allowed)
    assert answer.counts is not None
    errors = sum(answer.violations.values())
    return Counts(answer.counts.distinct, answer.counts.generated, errors)
