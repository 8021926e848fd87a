"""Lemmas of fixed forms that make the invariants of a system inductive."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from itertools import count

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running
from holdfast.infer.templates.houdini import inductive_lemmas
from holdfast.infer.templates.templates import candidates
from holdfast.ir import expr as ir
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.prove.encodings import encoding_for
from holdfast.prove.options import ProofOptions
from holdfast.prove.prove import claim_of
from holdfast.source import SpecError

_SECONDS = 20.0
"""The time that the candidates may take: an invariant may be inductive without them."""


def strengthen(
    system: System, options: ProofOptions, taken: Container[str], token: Cancellation
) -> tuple[Property, ...]:
    """The lemmas, with names that the spec does not use; none if these forms do not suffice."""
    given = options.limits.seconds
    seconds = _SECONDS if given is None else min(_SECONDS, given / 2)
    try:
        with ctrl_c_cancels(token), running(token, seconds=seconds):
            with ranked_by(Ranks(system.names)):
                found = _lemmas(system, options)
    except (Interruption, SpecError):
        return ()  # the proof says what is not supported
    numbers = (f"Lemma{n}" for n in count(1))
    names = (n for n in numbers if n not in taken)
    return tuple(Property(name, replace(e, span=None)) for name, e in zip(names, found))


def _lemmas(system: System, options: ProofOptions) -> tuple[ir.Expr, ...]:
    claim = claim_of(system, options)
    guesses = candidates(system, system.invariants)
    if not guesses:
        return ()
    return inductive_lemmas(system, encoding_for(system, claim, options), claim, guesses)
