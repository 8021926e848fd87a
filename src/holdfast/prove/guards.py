"""A query in which numbers that have no trigger range over the numbers at hand.

A solver instantiates `\\A c \\in Nat : c < b => \\E Q : ...` where it sees a term with `c` as an
argument. If `c` is only compared, there is no such term, and it guesses. Here `c` ranges over the
numbers that formulas name: those of the step, of the goal, and witnesses. A predicate that is true
of these is the trigger.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.prove.ground import Witnesses
from holdfast.smt.terms.term import (
    BOOL,
    INT,
    Head,
    Quantifier,
    Query,
    Symbol,
    Term,
    and_,
    exists,
    forall,
    not_,
    or_,
    substitute,
    subterms,
    variable,
)

_AT_HAND = Symbol("number at hand", (INT,), BOOL)


def guarded(query: Query) -> Query | None:
    """The query with such guards; None if every number has a trigger.

    It is weaker than the query: what follows from it is proved.
    """
    witnesses = Witnesses("named")
    opened = [(label, witnesses.opened(f, True)) for label, f in query.assumptions]
    denied = witnesses.opened(not_(query.goal), True)
    given = [(label, _guarded(f, True)) for label, f in opened]
    goal = not_(_guarded(denied, True))
    formulas = (goal, *(f for _, f in given))
    if all(t.shape is not _AT_HAND for t in subterms(*formulas)):
        return None
    at_hand = tuple(("a number at hand", _AT_HAND(n)) for n in _numbers(formulas))
    return Query(query.name, (*at_hand, *given), goal)


def _numbers(formulas: tuple[Term, ...]) -> Iterator[Term]:
    """The constants that are numbers."""
    for t in subterms(*formulas):
        if isinstance(t.shape, Symbol) and not t.args and t.sort == INT:
            yield t


def _guarded(f: Term, positive: bool) -> Term:
    """A formula, or one that is denied, with guards for all numbers without triggers."""
    match f.shape:
        case Head.AND:
            return and_(*(_guarded(a, positive) for a in f.args))
        case Head.OR:
            return or_(*(_guarded(a, positive) for a in f.args))
        case Head.NOT:
            return not_(_guarded(f.args[0], not positive))
        case Quantifier(universal, variables):
            names = [variable(f"guarded {i}", v.sort) for i, v in enumerate(variables)]
            body = substitute(
                _guarded(f.args[0], positive), dict(zip(variables, names, strict=True))
            )
            bare = _without_trigger(f) if universal == positive else frozenset()
            guards = [_AT_HAND(n) for n, v in zip(names, variables, strict=True) if v in bare]
            if universal:
                return forall(names, or_(*map(not_, guards), body))
            return exists(names, and_(*guards, body))
        case _:
            return f


def _without_trigger(f: Term) -> frozenset[Term]:
    """The numbers of a quantifier that are no argument of a function or relation."""
    assert isinstance(f.shape, Quantifier)
    found = {v for v in f.shape.variables if v.sort == INT}
    if found:
        for t in _visible(f.args[0], f.shape.universal):
            found -= t.free
    return frozenset(found)


def _visible(f: Term, universal: bool) -> Iterator[Term]:
    """The applications in a formula that are not below a quantifier of the other kind."""
    match f.shape, f.args:
        case Quantifier(kind), (body,):
            if kind == universal:
                yield from _visible(body, universal)
        case Head.NOT, (denied,):
            yield from _visible(denied, not universal)
        case _:
            if isinstance(f.shape, Symbol) and f.args:
                yield f
            for a in f.args:
                yield from _visible(a, universal)
