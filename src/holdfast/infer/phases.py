"""The phases of the inference, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from holdfast.infer import defined_goal, fallback, preparation, proving, strengthening
from holdfast.infer.inference import Inference, made
from holdfast.infer.result import Inferred
from holdfast.infer.templates import phase
from holdfast.ir.ranks import ranked_by


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of an inference: it returns the next intermediate result, or the final one.

    Progress is reported under its name, times under the part before a comma. A phase that
    `is_search` for all sizes leaves time for one size.
    """

    name: str
    run: Callable[[Inference], Inference | Inferred]
    applies: Callable[[Inference], bool] = lambda _: True
    is_search: bool = False


def _can_drop(now: Inference) -> bool:
    return not now.settled


def _can_exchange(now: Inference) -> bool:
    return not now.settled and now.options.selection == "cheapest"


def _has_fewer(now: Inference) -> bool:
    return now.fewer is not None


PHASES: tuple[Phase, ...] = (
    Phase("check", preparation.check_property),
    Phase("templates", phase.try_templates, phase.has_only_numbers),
    Phase("sample", preparation.sample_states),
    Phase("mine", preparation.mine_grammar),
    Phase("candidates", preparation.find_candidates),
    Phase("seed", preparation.seed_search),
    Phase("encode", preparation.encode),
    Phase("search", strengthening.search_lemmas, is_search=True),
    Phase("minimise", strengthening.drop_lemmas, _can_drop),
    Phase("improve", strengthening.exchange_lemmas, _can_exchange),
    Phase("prove", proving.prove_lemmas),
    Phase("prove, definedness", defined_goal.require_definedness, defined_goal.applies),
    Phase("prove, generalised", proving.prove_generalised, proving.is_proved_for_one_size),
    Phase("prove, longer", proving.prove_longer, proving.is_nearly_proved),
    Phase("prove, one size first", fallback.prove_fallback, fallback.may_need_fallback),
    Phase(
        "encode, larger size", preparation.encode_larger, proving.is_open_at_first, is_search=True
    ),
    Phase(
        "search, larger size", strengthening.try_larger, proving.is_open_at_first, is_search=True
    ),
    Phase("hypotheses", proving.find_hypotheses, proving.has_hypotheses),
    Phase("prove, fewer hypotheses", proving.prove_with_fewer, _has_fewer),
    Phase("prove, one size", fallback.prove_one_size, fallback.is_open_for_all_sizes),
    Phase("refute", proving.refute_lemmas, proving.is_unproved),
    Phase("graph", proving.draw_graph),
)


def next_phase(now: Inference, done: int) -> int:
    """The index of the next phase: the next one that applies, or an earlier one."""
    if now.again is not None:
        return [p.name for p in PHASES].index(now.again)
    return next((i for i in range(done + 1, len(PHASES)) if PHASES[i].applies(now)), len(PHASES))


def run_phase(phase: Phase, now: Inference) -> Inference | Inferred:
    """Run one phase."""
    with ranked_by(now.ranks()):
        return now.journal.timed(phase.name, lambda: phase.run(replace(now, again=None)))


def finished(now: Inference) -> Inferred:
    """The result after the last phase."""
    journal = now.journal
    return replace(made(now.found), seconds=journal.elapsed(), phases=dict(journal.phases))
