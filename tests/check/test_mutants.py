"""Specs with mistakes end in an answer, the same one in both engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, SearchOptions
from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Failed, Unknown, Violated
from holdfast.workbench import load, prepare
from tests.check.mutants import write_mutant

pytestmark = pytest.mark.native

INTERPRETED = replace(DEFAULTS, engine="interp", limits=Limits(seconds=5, states=400))
NATIVE = replace(INTERPRETED, engine="auto", compiler="tcc", limits=Limits(seconds=5))


@pytest.mark.parametrize("seed", range(100))
def test_a_spec_with_a_mistake_has_one_answer(tmp_path: Path, seed: int) -> None:
    path = write_mutant(tmp_path, seed)
    told = _told(path, INTERPRETED)
    assert isinstance(told, Unknown) or _told(path, NATIVE) == told


def _told(path: Path, options: SearchOptions) -> object:
    try:
        answer = check(prepare(load(path)).system, options)
    except SpecError as refused:
        return [(d.code, d.message) for d in refused.diagnostics]
    match answer.verdict:
        case Failed(_, diagnostics):
            return [(d.code, d.message, d.span and d.span.location()) for d in diagnostics]
        case Violated(kind, name):
            return kind, name
        case Unknown() as unknown:
            return unknown
        case verdict:
            return verdict, answer.counts
