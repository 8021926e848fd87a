"""Bags on symbolic values, for all sizes: functions to the numbers of copies."""

from __future__ import annotations

from holdfast.ir.ops import Op
from holdfast.smt.terms.term import Term, le, lt, number
from holdfast.smt.unbounded import numbers, sets
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.elements import elements, for_all, member
from holdfast.smt.unbounded.symbolic import Function, Set, Sym, Undefined
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import as_function, choose
from holdfast.source import Span


def as_bag(v: Sym) -> Function:
    """A function, or a tuple as a function."""
    match v:
        case Function():
            return v
        case sym.Tuple():
            return as_function(v)
        case _:
            raise Undefined("this is not a bag")


def copies_in(element: Sym, bag: Function) -> Sym:
    """CopiesIn(element, bag)."""
    inside = member(element, bag.domain)
    none = sym.literal_number(0)
    try:
        return choose(inside, bag.at(element), none)
    except Undefined:  # no element of the bag is of this kind
        return none


def is_in(element: Sym, bag: Function) -> Term:
    """BagIn(element, bag)."""
    return lt(number(0), numbers.term_of(copies_in(element, bag)))


def add(a: Function, b: Function, theory: Theory, span: Span | None) -> Function:
    """a (+) b."""
    for bag in (a, b):
        positive = for_all(elements(bag.domain), lambda x, bag=bag: is_in(x, bag))  # type: ignore[misc]  # a default binds the bag now
        theory.demand(positive, "a bag with numbers that are not positive", span)

    def at(x: Sym) -> Sym:
        return numbers.arithmetic(Op.ADD, copies_in(x, a), copies_in(x, b))

    return Function(sets.union(a.domain, b.domain), at)


def subtract(a: Function, b: Function) -> Function:
    """a (-) b."""

    def at(x: Sym) -> Sym:
        return numbers.arithmetic(Op.SUB, copies_in(x, a), copies_in(x, b))

    return Function(sets.kept(a.domain, lambda x: lt(number(0), numbers.term_of(at(x)))), at)


def is_part(a: Function, b: Function) -> Term:
    """a \\sqsubseteq b."""
    return for_all(
        elements(a.domain),
        lambda x: le(numbers.term_of(copies_in(x, a)), numbers.term_of(copies_in(x, b))),
    )


def of_set(s: Set) -> Function:
    """SetToBag(s)."""
    return Function(s, lambda _: sym.literal_number(1))
