"""Inference for the configured size, if all sizes are out of reach.

The encoding for all sizes may not support the spec, no lemma may be enough for all sizes, or the
time may be short. The search then starts again with counterexamples of the configured instance
only, and the proof is about this instance.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.infer.cti.cti import Finder, InstanceFinder
from holdfast.infer.cti.ground import TooLarge
from holdfast.infer.inference import Inference, Otherwise, made
from holdfast.infer.result import Conjunct
from holdfast.infer.samples.instances import instantiate
from holdfast.interp.step import State


def can_narrow(now: Inference) -> bool:
    """Whether a search for the configured size is still to be tried, and possible."""
    return not now.one_size and now.grammar is not None and now.options.algorithm == "holdfast"


def narrowed(now: Inference, why: str, otherwise: Otherwise) -> Inference:
    """The inference for the configured size, with new candidates.

    `otherwise` gives the result if there is no encoding for that either.
    """
    now.journal.warnings.append(f"not for all sizes: {why}")
    return replace(
        now,
        one_size=True,
        otherwise=otherwise,
        assumed=(),
        finders=(),
        oracle=None,
        chosen=(),
        settled=False,
        unclear=None,
        found=None,
        again="candidates",
    )


def one_size_finders(now: Inference) -> list[Finder]:
    """The finder of counterexamples of the configured instance; raises SpecError."""
    from holdfast.smt.bounded.encoding import BoundedEncoding

    model = made(now.sampled).model
    system = instantiate(now.system, model.instance(), model.names)
    claims = [now.property.expr, *(p.expr for p in now.options.types)]
    try:
        return [InstanceFinder(system, BoundedEncoding(system, claims), {})]
    except TooLarge:
        return []


def own_states(now: Inference) -> list[State]:
    """The samples of the instances that the inference is about."""
    s = made(now.sampled)
    if not now.one_size:
        return s.states
    known = tuple(s.model.values[name] for name in s.lifted.constants)
    return [state for state in s.states if state[: len(known)] == known]


def with_types(now: Inference, conjuncts: tuple[Conjunct, ...]) -> tuple[Conjunct, ...]:
    """The lemmas with the type invariant of the spec, which bounds the states of one size."""
    types = tuple(Conjunct(p.name, p.expr, p.name) for p in now.options.types)
    return (*conjuncts, *types)
