"""The order of elements, and the first of several."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ir.construct import set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.order import ordered
from holdfast.ir.values import Value
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import listed
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import Sym, SymSet, kind_of
from holdfast.smt.bounded.values import merge_all, ordered_or_any
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, not_, or_


def in_order(s: SymSet, at: Place) -> list[tuple[Value, Term]]:
    """The known elements, least first; incomparable elements are never in one set."""
    try:
        keys: Sequence[Value] = ordered(set_of(s.known))
    except EvalError:
        groups: dict[str, list[Value]] = {}
        for v in ordered_or_any(set_of(s.known)):
            groups.setdefault(kind_of(v), []).append(v)
        models = groups.pop("model value", [])
        _require_one_kind(s, groups, at)
        keys = [*models, *(v for group in groups.values() for v in _sorted(group, at))]
    return [(v, s.known[v]) for v in keys]


def _sorted(group: list[Value], at: Place) -> Sequence[Value]:
    try:
        return ordered(set_of(group))
    except EvalError:
        raise refuse_bounded("compare", at.span, "the elements of this set") from None


def _require_one_kind(s: SymSet, groups: dict[str, list[Value]], at: Place) -> None:
    some = [or_(*(s.known[v] for v in group)) for group in groups.values()]
    for i, one in enumerate(some):
        for other in some[:i]:
            at.require(not_(and_(one, other)), "the elements of the set can be compared")


def first(candidates: Sequence[tuple[Sym, Term]], at: Place, message: str) -> Sym:
    """The first of the candidates whose formula holds."""
    found: list[tuple[Term, Sym]] = []
    earlier: Term = FALSE
    for v, g in candidates:
        guard = and_(g, not_(earlier))
        if guard is not FALSE:
            found.append((guard, v))
        earlier = or_(earlier, g)
        if earlier is TRUE:
            break
    at.require(earlier, message)
    return merge_all(found)


def ordered_members(v: Sym, at: Place) -> Sequence[tuple[Sym, Term]]:
    """The elements of a set, least first."""
    s = listed(v, at)
    if s.rest:
        raise refuse_bounded("compare", at.span, "elements that are not known")
    return in_order(s, at)
