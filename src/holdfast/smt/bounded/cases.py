"""Functions of known values on symbolic values: case by case, if there are few cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.values import LazyFunction, LazySet, Value
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import listed
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import LAZY, Sym
from holdfast.smt.bounded.values import expand, make_set, merge_all
from holdfast.smt.terms.term import FALSE, Term, and_

SymOperator: TypeAlias = Callable[..., Sym]
"""An operator as an argument: it takes symbolic values and an evaluation context."""

MOST_COMBINATIONS = 1024
"""How many combinations of arguments are computed one by one."""


def by_cases(function: Callable[..., Value], values: Sequence[Sym], at: Place, what: str) -> Sym:
    """The value of a function of known values, for each possible value of the arguments."""
    columns = []
    count = 1
    for v in values:
        column = expand(listed_if_lazy(v, at), MOST_COMBINATIONS)
        if column is None:
            raise refuse_bounded("builtin", at.span, what)
        count *= len(column)
        columns.append(column)
    if count > MOST_COMBINATIONS:
        raise refuse_bounded("builtin", at.span, what)
    found: list[tuple[Term, Sym]] = []
    for row in product(*columns):
        guard = and_(*(g for g, _ in row))
        if guard is FALSE:
            continue
        try:
            value = function(*(v for _, v in row))
            if isinstance(value, LazySet | LazyFunction):
                value = canonical(value)
            found.append((guard, canonical(value)))
        except EvalError as error:
            at.under(guard).fail(error.message)
    return merge_all(found)


def listed_if_lazy(v: Sym, at: Place) -> Sym:
    """The same value, with its elements enumerated if it is a set."""
    return make_set(listed(v, at).members()) if isinstance(v, LAZY) else v
