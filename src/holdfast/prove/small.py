"""A query with small integers, to search for a counterexample: it has finitely many of them.

Solvers rarely find models of formulas about all integers. Here every integer constant is small, and
quantifiers over integers have instances for small numbers only. That is no proof and no
refutation: the interpreter decides about a model.
"""

from __future__ import annotations

from holdfast.prove.indices import instances_at
from holdfast.smt.terms.term import INT, Query, Symbol, and_, le, number, subterms

BOUNDS = (4, 8)
"""The largest integers, one after the other."""


def small_query(query: Query, most: int) -> Query | None:
    """The query with integers of at most this size; None if there is nothing to bound."""
    found = instances_at(query, tuple(map(number, range(-1, most + 2))))
    formulas = (found.goal, *(formula for _, formula in found.assumptions))
    constants = [t for t in subterms(*formulas) if isinstance(t.shape, Symbol) and not t.args]
    numbers = [t for t in constants if t.sort == INT]
    if not numbers:
        return None
    small = [and_(le(number(-most), t), le(t, number(most))) for t in numbers]
    return Query(found.name, (*found.assumptions, ("small numbers", and_(*small))), found.goal)
