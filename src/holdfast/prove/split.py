"""Split a goal into cases: whether its bound values are equal to parameters of the step.

The values of the goal's outermost quantifier get names. Where the goal depends on whether such a
value is a parameter of the step (as `f'[x]` does after `f' = [f EXCEPT ![p] = ...]`), it
is split into `x = p`, with `p` for `x`, and `x # p`: both are smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.smt.terms.term import (
    FALSE,
    INT,
    Head,
    Quantifier,
    Symbol,
    Term,
    distinct,
    eq,
    instantiate,
    rewrite,
    subterms,
)

_MOST_CASES = 16


@dataclass(frozen=True, slots=True)
class Case:
    """The assumptions of a case, and the goal in it."""

    given: tuple[tuple[str, Term], ...]
    goal: Term


def cases_of(goal: Term) -> list[Case]:
    """All cases of a goal; none if there is nothing to distinguish, or too much."""
    opened, names = named(goal)
    parameters = _compared(opened, names)
    for known, apart in ((parameters, True), (parameters, False), ((), True)):
        chosen = list(_assignments(names, known, apart))
        if 1 < len(chosen) <= _MOST_CASES:
            return [_case(opened, names, known, same, apart) for same in chosen]
    return []


def named(goal: Term) -> tuple[Term, tuple[Term, ...]]:
    """The goal with names for the values of its outermost quantifiers, and these names."""
    names: list[Term] = []
    while isinstance(goal.shape, Quantifier) and goal.shape.universal:
        start = len(names)
        fresh = [
            Symbol(f"some {v.sort.name} {start + i}", (), v.sort)()
            for i, v in enumerate(goal.shape.variables)
        ]
        names += fresh
        goal = instantiate(goal, fresh)
    return goal, tuple(n for n in names if n.sort != INT)


def _compared(goal: Term, names: Sequence[Term]) -> tuple[Term, ...]:
    """The constants to which the goal compares a name."""
    found: dict[Term, None] = {}
    for t in subterms(goal):
        if t.shape is Head.EQ:
            for one, other in (t.args, t.args[::-1]):
                if one in names and isinstance(other.shape, Symbol) and not other.args:
                    found[other] = None
    return tuple(c for c in found if c not in names)


def _assignments(
    names: Sequence[Term], known: Sequence[Term], apart: bool
) -> Iterator[dict[Term, Term]]:
    """For each name the term that it is equal to, or that it differs from all earlier ones.

    With `apart` the names are also distinguished from each other.
    """
    if not names:
        yield {}
        return
    first, rest = names[0], names[1:]
    for same in known:
        if same.sort == first.sort:
            for others in _assignments(rest, known, apart):
                yield {first: same, **others}
    yield from _assignments(rest, (*known, first) if apart else known, apart)


def _case(
    goal: Term, names: Sequence[Term], known: Sequence[Term], same: Mapping[Term, Term], apart: bool
) -> Case:
    """The goal where some names are equal to known terms and the others are not."""
    given: list[tuple[str, Term]] = []
    never: dict[Term, Term] = {}
    others = list(known)
    for name in names:
        if name in same:
            continue
        for other in others:
            if other.sort == name.sort:
                given.append(("this case", distinct(name, other)))
                never |= {eq(name, other): FALSE, eq(other, name): FALSE}
        if apart:
            others.append(name)
    return Case(tuple(given), rewrite(rewrite(goal, same), never))
