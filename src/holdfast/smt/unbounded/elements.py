"""The elements of symbolic sets: membership, and formulas about all or some elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from holdfast.smt.terms.term import Term, and_, exists, forall, implies, or_
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Item, Maker, Set, Sym, fresh


def member(v: Sym, s: Set) -> Term:
    """Whether a value belongs to a set."""
    return or_(*(and_(g, s.has(x)) for g, x in sym.options(v)))


def elements(s: Set, make: Maker = fresh) -> tuple[Item, ...]:
    """The elements of a set by their forms."""
    if s.each is None:
        raise refuse("quantified-functions", None)
    return s.each(make)


def for_all(items: Iterable[Item], body: Callable[[Sym], Term]) -> Term:
    """A formula for all elements."""
    return and_(*(forall(i.variables, implies(i.guard, body(i.value))) for i in items))


def for_some(items: Iterable[Item], body: Callable[[Sym], Term]) -> Term:
    """A formula for some element."""
    return or_(*(exists(i.variables, and_(i.guard, body(i.value))) for i in items))
