"""Lemmas of fixed forms that make the invariants of a system inductive."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running
from holdfast.infer.templates.components import modes, ring_orders
from holdfast.infer.templates.templates import candidates
from holdfast.ir import expr as ir
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.prove.encodings import encoding_for
from holdfast.prove.houdini import inductive_lemmas
from holdfast.prove.options import ProofOptions
from holdfast.prove.prove import claim_of
from holdfast.source import SpecError

SECONDS = 20.0
"""The time that the candidates may take: an invariant may be inductive without them."""


def strengthen(
    system: System, options: ProofOptions, taken: Container[str], token: Cancellation
) -> tuple[Property, ...]:
    """The lemmas, with names that the spec does not use; none if these forms do not suffice."""
    given = options.limits.seconds
    seconds = SECONDS if given is None else min(SECONDS, given / 2)
    try:
        with (
            ctrl_c_cancels(token),
            running(token, seconds=seconds),
            ranked_by(Ranks(system.names)),
        ):
            found = lemmas_of_forms(system, options)
    except (Interruption, SpecError):
        return ()  # the proof says what is not supported
    return named(found, taken)


def is_inductive(system: System, options: ProofOptions, token: Cancellation) -> bool:
    """Whether every action preserves the invariants, as far as that is shown quickly."""
    try:
        with (
            ctrl_c_cancels(token),
            running(token, seconds=SECONDS),
            ranked_by(Ranks(system.names)),
        ):
            claim = claim_of(system, options)
            encoding = encoding_for(system, claim, options)
            return inductive_lemmas(system, encoding, claim, ()) == ()
    except (Interruption, SpecError):
        return False


def named(lemmas: Iterable[ir.Expr], taken: Container[str]) -> tuple[Property, ...]:
    """Lemmas with names that the spec does not use."""
    names = (name for n in count(1) if (name := f"Lemma{n}") not in taken)
    return tuple(Property(next(names), replace(e, span=None)) for e in lemmas)


def lemmas_of_forms(system: System, options: ProofOptions) -> tuple[ir.Expr, ...]:
    """The lemmas that the invariants need; none if these forms do not suffice."""
    claim = claim_of(system, options)
    encoding = encoding_for(system, claim, options)
    for guesses in _guesses(system, {c.expr for c in claim.everything}):
        found = inductive_lemmas(system, encoding, claim, guesses)
        if found is not None:
            return found
    return ()


def _guesses(system: System, claimed: Container[ir.Expr]) -> Iterator[Sequence[ir.Expr]]:
    """Candidates to try together: each order on a ring alone, then all forms, then with modes.

    Solvers do not get far with several orders, all but one of which are wrong.
    """
    yield from ((e,) for e in ring_orders(system))
    few = [e for e in candidates(system, system.invariants) if e not in claimed]
    many = list(modes(system))
    if few:
        yield few
    if many:
        yield [*few, *many]
