"""Checks a module given as text, for tests that ask both engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors
from holdfast.verdict import Answer, Violated

EXTENDS = "Integers, Sequences, FiniteSets, TLC, TLCExt"
COUNTER = "VARIABLE x\nInit == x = 0\nNext == x < 3 /\\ x' = x + 1\n"
BEHAVIOUR = "INIT Init\nNEXT Next\n"
NO_DEADLOCK = BEHAVIOUR + "CHECK_DEADLOCK FALSE\n"


def ask(body: str, config: str = BEHAVIOUR, *, observer: Any = None, **options: Any) -> Answer:
    """The answer of `check` about a module M with this body."""
    return check(asked_system(body, config), replace(DEFAULTS, **options), observer)


def asked_system(body: str, config: str = BEHAVIOUR) -> System:
    """The system of a module M with this body."""
    text = f"---- MODULE M ----\nEXTENDS {EXTENDS}\n{body}\n====\n"
    spec = load_spec(Path("M.tla"), files=Files.over({Path("M.tla"): text}))
    assert errors(spec.diagnostics) == ()
    model = build_model(spec, read_config(Source("M.cfg", config)))
    return run_pipeline(model.system)


def violation(answer: Answer) -> Violated:
    """The violation that must have been found."""
    assert isinstance(answer.verdict, Violated), answer.verdict
    return answer.verdict
