"""The phases of an inference: their order, and the way back."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from holdfast.infer.infer import infer
from holdfast.infer.inference import Inference
from holdfast.infer.journal import Journal
from holdfast.infer.phases import PHASES, next_phase
from holdfast.infer.result import InferenceOptions, InferenceProgress, Inferred
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.limits import Limits
from holdfast.verdict import Proved, Unknown, Verdict
from tests.infer.models import sampled

NUMBERS = {phase.name: i for i, phase in enumerate(PHASES)}


def inference(verdict: Verdict | None = None, **options: str) -> Inference:
    s = sampled("LockServer")
    found = None if verdict is None else Inferred(verdict, s.property.name)
    asked = InferenceOptions(**options)  # type: ignore[arg-type]  # only texts here
    return Inference(s.system, s.property, asked, Journal(None, None), found=found)


def after(name: str, now: Inference) -> str | None:
    number = next_phase(now, NUMBERS[name])
    return PHASES[number].name if number < len(PHASES) else None


PROVED = Proved("all sizes", "induction")
OPEN = Unknown(cause="undecided", reason="1 of 6 obligations are open")


def test_names_are_unique() -> None:
    assert len(NUMBERS) == len(PHASES)


def test_every_phase_leads_to_the_next_until_lemmas_are_proved() -> None:
    names = ["check", "sample", "mine", "candidates", "seed", "encode"]
    names += ["search", "minimise", "improve", "prove"]
    for name, following in pairwise(names):
        assert after(name, inference()) == following


def test_settled_lemmas_are_not_exchanged() -> None:
    assert after("search", replace(inference(), settled=True)) == "prove"


def test_a_greedy_selection_is_not_improved() -> None:
    assert after("minimise", inference(selection="greedy")) == "prove"


@pytest.mark.parametrize(
    ("done", "change", "following"),
    [
        ("prove", {}, "graph"),
        ("prove", {"assumed": ("quorums intersect",)}, "hypotheses"),
        ("hypotheses", {"fewer": ()}, "prove, fewer hypotheses"),
        ("hypotheses", {}, "graph"),
        ("graph", {}, None),
    ],
)
def test_what_follows_a_proof(done: str, change: dict[str, object], following: str | None) -> None:
    now = replace(inference(PROVED), **change)  # type: ignore[arg-type]  # of any field
    assert after(done, now) == following


def test_an_open_proof_is_tried_at_a_larger_size_and_then_for_one_size() -> None:
    now = inference(OPEN)
    assert after("prove", now) == "prove, one size first"
    assert after("prove, one size first", now) == "encode, larger size"
    assert after("prove", replace(now, fallback=now.found)) == "encode, larger size"
    assert after("encode, larger size", now) == "search, larger size"
    assert after("prove", replace(now, thorough=True)) == "prove, one size"
    assert after("prove, one size", now) == "refute"


def test_a_phase_may_send_the_inference_back() -> None:
    assert after("search, larger size", replace(inference(OPEN), again="search")) == "search"


def test_the_times_of_a_phase_are_added_up() -> None:
    told: list[InferenceProgress] = []
    journal = Journal(None, told.append)
    journal.timed("prove", lambda: None)
    journal.timed("prove, one size", lambda: None)
    assert list(journal.phases) == ["prove"]
    assert [p.phase for p in told] == ["prove", "prove, one size"]


@pytest.mark.smt
def test_progress_names_only_phases_of_the_list() -> None:
    told: list[InferenceProgress] = []
    s = sampled("LockServer")
    options = InferenceOptions(limits=Limits(seconds=200.0), remember=False, workers=1)
    found = infer(s.system, s.property, options, told.append)
    assert isinstance(found.verdict, Proved)
    assert {p.phase.partition(",")[0] for p in told} <= NUMBERS.keys()
    assert list(found.phases) == [n for n in NUMBERS if n in found.phases]


@pytest.mark.smt
def test_no_initial_state_is_no_answer() -> None:
    s = sampled("LockServer")
    assert s.system.init is not None
    never = bodies.Sequence((bodies.Test(ir.FALSE), s.system.init), ir.TRUE)
    found = infer(
        replace(s.system, init=never), s.property, InferenceOptions(remember=False, workers=1)
    )
    assert isinstance(found.verdict, Unknown)
    assert found.verdict.cause == "no-initial-state"
