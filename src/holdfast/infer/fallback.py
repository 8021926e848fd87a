"""Proofs for the configured size, in case that there is none for all sizes.

They are about the lemmas for all sizes, or about those that a second search offers. If there is
no second search, the inference starts again for one size when all sizes are out of reach.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.cancellation import OutOfTime, is_over, running, tick
from holdfast.infer.inference import Inference, Otherwise, is_proved, made
from holdfast.infer.lift import lift_expr
from holdfast.infer.one_size import NOT_FOR_ALL_SIZES, can_narrow, narrowed, one_size_finders
from holdfast.infer.proving import (
    as_searched,
    is_open_at_first,
    prove_invariant,
    proved_for_one_size,
)
from holdfast.infer.result import Inferred
from holdfast.infer.search.finders import accepted_hypotheses
from holdfast.infer.second_search import Offer, Request, SecondSearch
from holdfast.limits import Limits
from holdfast.prove.strategies import Effort
from holdfast.source import SpecError
from holdfast.verdict import Unknown

_SHARE = 0.3
"""The share of the remaining time for a proof for one size that comes before all sizes."""
_PATIENCE = 30
"""After how many rounds of a search for all sizes a second one is started."""
_SECONDS = 10.0
"""After how many seconds it is, however few rounds there were."""
_RESERVE = 2.0
"""How many seconds of the limit the second search leaves to prove what it offers."""
_SLICE = 0.2


class Overtaken(Exception):
    """The second search has found lemmas for all sizes, and they are proved."""

    def __init__(self, found: Inferred) -> None:
        super().__init__()
        self.found = found


# ---- the lemmas for all sizes ----


def may_need_fallback(now: Inference) -> bool:
    """Whether lemmas that are open for all sizes were not tried for one size yet."""
    return is_open_at_first(now) and not now.one_size and fallback_of(now) is None


def prove_fallback(now: Inference) -> Inference:
    """Prove the lemmas for the configured size, before all sizes take the rest of the time."""
    limit = now.journal.left(None)
    if now.options.algorithm != "holdfast" or limit is None:
        return now
    try:
        with running(seconds=limit * _SHARE):
            found = proved_for_one_size(now, as_searched(now))
    except (SpecError, OutOfTime):
        tick()
        return now
    return replace(now, fallback=found if is_proved(found) else None)


def is_open_for_all_sizes(now: Inference) -> bool:
    """Whether there is no proof for all sizes, and time for one size."""
    verdict = made(now.found).verdict
    return isinstance(verdict, Unknown) and not now.one_size and not is_over()


def prove_one_size(now: Inference) -> Inference | Inferred:
    """Prove the lemmas for the configured size, if they are not proved for all.

    If they are not proved for that size either, other lemmas are searched for.
    """
    found = made(now.found)
    assert isinstance(found.verdict, Unknown)
    why = found.verdict.reason
    if fallback_of(now) is not None:
        return replace(now, found=fallen_back(now, why))
    try:
        proved = proved_for_one_size(now, found.invariant)
    except SpecError as problem:
        message = problem.diagnostics[0].message
        now.journal.warnings.append(f"not for the configured size: {message}")
        return for_one_size(now, why, lambda: found) if can_narrow(now) else now
    if not is_proved(proved):
        return for_one_size(now, why, lambda: found) if can_narrow(now) else now
    now.journal.warnings.append(f"{NOT_FOR_ALL_SIZES}: {why}")
    warnings = tuple(dict.fromkeys(now.journal.warnings))
    return replace(now, found=replace(proved, warnings=warnings))


def fallback_of(now: Inference) -> Inferred | None:
    """The proof for the configured size, if there is one so far."""
    if now.fallback is not None or now.second is None:
        return now.fallback
    return now.second.proved


def fallen_back(now: Inference, why: str) -> Inferred:
    """The result for the configured size, and why there is none for all sizes."""
    found = made(fallback_of(now))
    warnings = (*now.journal.warnings, *found.warnings, f"{NOT_FOR_ALL_SIZES}: {why}")
    journal = now.journal
    return replace(
        found,
        warnings=tuple(dict.fromkeys(warnings)),
        seconds=journal.elapsed(),
        phases=dict(journal.phases),
    )


# ---- the second search ----


def has_second(now: Inference) -> bool:
    """Whether a second search was started."""
    return now.second is not None and now.second.is_started


def follow_second(now: Inference) -> None:
    """Start the second search if this one takes long, and prove what it offers.

    Raises Overtaken if that is for all sizes.
    """
    second = now.second
    if second is None:
        return
    if second.is_started:
        _prove_offer(now, second)
        return
    if made(now.search).figures.rounds >= _PATIENCE or now.journal.elapsed() > _SECONDS:
        left = now.journal.left(None)
        limits = Limits(seconds=None if left is None else max(1.0, left - _RESERVE))
        options = replace(now.options, one_size=True, workers=1, limits=limits)
        second.start(Request(now.system, now.property, options, second.shared))


def _prove_offer(now: Inference, second: SecondSearch) -> None:
    offer = second.offered()
    if offer is None:
        return
    found = _proved(now, offer)
    second.drop(offer)
    if found is None:
        return
    if offer.all_sizes:
        raise Overtaken(found)
    second.proved = found
    now.journal.tell("search, proved for one size")
    _share(now, offer)


def _share(now: Inference, offer: Offer) -> None:
    """Let the search for all sizes use the lemmas for one size, as far as its samples allow."""
    lifted, types = made(now.sampled).lifted, {p.name for p in now.options.types}
    for c in offer.invariant[1:]:
        if c.name not in types:
            made(now.search).offer(lift_expr(c.expr, lifted), None)


def _proved(now: Inference, offer: Offer) -> Inferred | None:
    """The proof of what was offered."""
    assumed = accepted_hypotheses(now.system) if offer.all_sizes else ()
    asked = replace(now, assumed=assumed, one_size=not offer.all_sizes, second=None)
    try:
        found = prove_invariant(asked, offer.invariant, Effort(), offer.all_sizes)
    except SpecError:
        return None
    return found if is_proved(found) else None


def heard(now: Inference, phase: str) -> Inference:
    """The inference after what was offered during a phase, which is repeated."""
    try:
        _prove_offer(now, made(now.second))
    except Overtaken as better:
        return overtaken(now, better.found)
    return replace(now, again=phase)


def overtaken(now: Inference, found: Inferred) -> Inference:
    """The inference with lemmas that the second search has found for all sizes."""
    assumed = accepted_hypotheses(now.system)
    after = "hypotheses" if assumed else "graph"
    return replace(now, found=found, assumed=assumed, thorough=True, again=after)


def for_one_size(now: Inference, why: str, otherwise: Otherwise) -> Inference | Inferred:
    """The inference for the configured size, if all sizes are out of reach.

    If a second search runs, wait for its result, else start again. `otherwise` gives the result if
    there is no proof.
    """
    if not has_second(now):
        return narrowed(now, why, otherwise)
    second = made(now.second)
    now.journal.tell("search, one size")
    while second.is_running():
        tick()
        second.wait(_SLICE)
        try:
            _prove_offer(now, second)
        except Overtaken as better:
            return overtaken(now, better.found)
    if second.proved is None:
        return otherwise()
    found = fallen_back(now, why)
    now = replace(now, one_size=True, found=found, thorough=True, again="graph")
    return replace(now, finders=tuple(one_size_finders(now)))
