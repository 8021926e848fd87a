"""The lemmas of a search that is stuck, and the kind of atom that it lacks."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.cancellation import tick
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.search import Search
from holdfast.ir import types as ty
from holdfast.ir.types import Type

_SEPARATES = "that distinguishes the state before the step from all reachable states"


def what_is_supported(search: Search) -> tuple[int, ...]:
    """The lemmas that the property needs, except for the steps that no lemma rules out."""
    pool = search.pool
    chosen = [PROPERTY]
    hopeless = 0
    while open_rows := pool.violated(chosen) & ~hopeless:
        tick()
        row = (open_rows & -open_rows).bit_length() - 1
        usable = [i for i in pool.blockers(row) if i not in search.banned]
        if usable:
            gain = {i: (pool.before[i] & open_rows).bit_count() for i in usable}
            chosen.append(max(usable, key=lambda i: (gain[i] / pool.lemmas[i].cost, -i)))
        else:
            hopeless |= 1 << row
    search.survive(chosen)
    return tuple(i for i in chosen if i not in pool.refuted)


def what_is_missing(
    before: Mapping[str, object], after: Mapping[str, object], types: Mapping[str, Type]
) -> str:
    """A description of the atom that would rule out a step and is not in the grammar."""
    changed = [name for name, value in before.items() if value != after[name]]
    about = f"an atom about {' and '.join(changed)}" if changed else "an atom"
    numbers = [name for name in changed if _has_numbers(types.get(name, ty.ANY))]
    if numbers:
        return f"{about} {_SEPARATES}; the grammar compares numbers, it has no sums and no counts"
    return f"{about}, or a clause of more variables or literals, {_SEPARATES}"


def _has_numbers(t: Type) -> bool:
    match t:
        case ty.Int():
            return True
        case ty.Set(of):
            return _has_numbers(of)
        case ty.Function(_, of):
            return _has_numbers(of)
        case ty.Tuple(items):
            return any(map(_has_numbers, items))
        case _:
            return False
