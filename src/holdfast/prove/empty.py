"""Does a proof for all sizes cover empty constant sets? Sorts of a solver are never empty.

Each constant set in turn is assumed to be empty, and the others may be. The obligations are nearly
always trivial, or there is no initial state. If one is not proved, the result assumes that the set
is not empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from holdfast.prove.obligations import DEFINED, Obligation, Part
from holdfast.prove.options import ProofOptions
from holdfast.prove.settle import Settled, settle
from holdfast.prove.strategies import RLIMITS
from holdfast.smt.solvers.pool import Pool
from holdfast.smt.terms.term import FALSE, TRUE
from holdfast.smt.unbounded.encoding import Empty, NoInitialState, UnboundedEncoding
from holdfast.source import SpecError


@dataclass(frozen=True, slots=True)
class EmptySets:
    """The results for empty constant sets, and the assumptions that a proof needs."""

    settled: tuple[Settled, ...]
    assumed: tuple[str, ...]


def settle_empty_sets(
    whole: UnboundedEncoding,
    options: ProofOptions,
    obligations_of: Callable[[UnboundedEncoding], Iterator[Obligation]],
    pool: Pool,
    until: float | None,
) -> EmptySets:
    """Try each constant set that the proof depends on."""
    effort = replace(options.effort, rlimit=min(options.effort.rlimit, RLIMITS[0]))
    not_empty, used = whole.sets_not_to_be_empty, tuple(whole.theory.constants)
    settled: list[Settled] = []
    assumed: dict[str, None] = {}
    for name in whole.sets_to_be_empty:
        try:
            encoding = UnboundedEncoding(whole.system, options.assume, Empty(name, not_empty, used))
            open_ones = list(_about(name, obligations_of(encoding)))
        except NoInitialState:
            continue
        except SpecError:  # not supported by the encoding: not proved
            not_empty = (*not_empty, name)
            continue
        found = [s for _, s in settle(open_ones, pool, effort, until)]
        if all(s.status == "proved" for s in found):
            settled += found
            assumed |= dict.fromkeys(encoding.assumed)
        else:
            not_empty = (*not_empty, name)
    given = [whole.is_not_empty(name) for name in not_empty]
    return EmptySets(tuple(settled), (*assumed, *given))


def _about(name: str, obligations: Iterable[Obligation]) -> Iterator[Obligation]:
    """The obligations that are not trivial, one for each action."""
    found: dict[str, list[Part]] = {}
    for obligation in obligations:
        parts = [p for p in obligation.parts if not _is_trivial(p)]
        if parts:
            column = DEFINED if obligation.kind == "definedness" else obligation.action
            found.setdefault(column, []).extend(parts)
    for action, parts in found.items():
        yield Obligation(f"{name} = {{}}", action, "empty", tuple(parts))


def _is_trivial(part: Part) -> bool:
    query = part.query
    return query.goal is TRUE or any(formula is FALSE for _, formula in query.assumptions)
