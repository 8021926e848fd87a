"""A question by cases: the things that a step and a goal speak of are equal, or they are not.

What a step is about (its parameters) and what a goal is about (the values of its outermost
quantifier) get names. With each pair known to be equal or different, solvers need fewer guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from holdfast.smt.term import (
    INT,
    Quantifier,
    Query,
    Symbol,
    Term,
    and_,
    conjuncts,
    eq,
    instantiate,
    not_,
)

_MOST_PAIRS = 5


def skolemised(query: Query) -> tuple[Query, tuple[Term, ...]]:
    """The question with names for what it says exists, and these names."""
    names: list[Term] = []
    assumptions = tuple(
        (label, _named(formula, False, names)) for label, formula in query.assumptions
    )
    goal = _named(query.goal, True, names)
    return Query(query.name, assumptions, goal), tuple(names)


def _named(formula: Term, universal: bool, names: list[Term]) -> Term:
    """The formula without its outermost quantifiers of this kind."""
    match formula.shape:
        case Quantifier(kind, variables) if kind == universal:
            start = len(names)
            fresh = [
                Symbol(f"some {v.sort.name} {start + i}", (), v.sort)()
                for i, v in enumerate(variables)
            ]
            names += fresh
            return _named(instantiate(formula, fresh), universal, names)
        case _:
            parts = () if universal else conjuncts(formula)
            if len(parts) < 2:
                return formula
            return and_(*(_named(p, universal, names) for p in parts))


def cases_of(query: Query) -> list[Query]:
    """All cases of a question; none if there is nothing to tell apart, or too much."""
    named, names = skolemised(query)
    pairs = [(a, b) for a, b in combinations(names, 2) if a.sort == b.sort and a.sort != INT]
    if not pairs or len(pairs) > _MOST_PAIRS:
        return []
    return list(_cases(named, pairs))


def _cases(query: Query, pairs: list[tuple[Term, Term]]) -> Iterator[Query]:
    for same in product((True, False), repeat=len(pairs)):
        case = tuple(
            ("this case", eq(a, b) if equal else not_(eq(a, b)))
            for (a, b), equal in zip(pairs, same, strict=True)
        )
        yield Query(query.name, (*query.assumptions, *case), query.goal)
