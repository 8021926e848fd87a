"""The operators on sequences as symbolic values: a sequence is a function on 1..n, for any n."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.smt.terms.term import (
    Term,
    add,
    and_,
    as_number,
    ite,
    le,
    lt,
    number,
    or_,
    sub,
)
from holdfast.smt.unbounded import sets
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.elements import elements, for_all, for_some
from holdfast.smt.unbounded.number_sets import one_to
from holdfast.smt.unbounded.numbers import exact
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Set, Sym, Undefined
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import as_function, by_index, defined, equal
from holdfast.source import Span

OUTSIDE = "an index outside the sequence"
_ZERO, _ONE = number(0), number(1)


def as_sequence(v: Sym) -> Function:
    """A value that is known to be a sequence, as a function on 1..n."""
    match v:
        case sym.Tuple():
            return as_function(v)
        case Function(domain) if domain.length is not None:
            return v
        case Function(domain):
            if domain.each is not None and not elements(domain):
                return as_function(sym.Tuple(()))
            raise refuse("sequence", None)
        case sym.Atom(_, values) if values is None or any(t.startswith('"') for t in values):
            raise refuse("string-as-sequence", None)
        case _:
            raise Undefined("this is not a sequence")


def _length(s: Function) -> Term:
    assert s.domain.length is not None, "this is a sequence"
    return s.domain.length


def _made(length: Term, item: Callable[[Term], Sym]) -> Function:
    """The sequence of a length, with a rule for its items."""
    known = as_number(length) is not None
    domain = sets.interval(_ONE, length) if known else one_to(length)
    return Function(domain, by_index(item))


def _item(s: Function, index: Term) -> Sym:
    return s.at(exact(index))


def length(s: Function) -> Sym:
    """`Len(s)`."""
    return exact(_length(s))


def append(s: Function, v: Sym) -> Sym:
    """`Append(s, v)`."""
    return concatenate(s, as_function(sym.Tuple((v,))))


def concatenate(s: Function, t: Function) -> Sym:
    """`s \\o t`."""
    first = _length(s)

    def item(index: Term) -> Sym:
        here = le(index, first)
        there = sub(index, first)
        return defined(
            [(here, lambda: _item(s, index)), (lt(first, index), lambda: _item(t, there))]
        )

    return _made(add(first, _length(t)), item)


def subsequence(s: Function, low: Term, high: Term, theory: Theory, span: Span | None) -> Sym:
    """`SubSeq(s, low, high)`."""
    inside = and_(le(_ONE, low), le(high, _length(s)))
    theory.demand(or_(lt(high, low), inside), OUTSIDE, span)
    length = ite(le(low, high), add(sub(high, low), _ONE), _ZERO)
    return _made(length, lambda index: _item(s, add(index, sub(low, _ONE))))


def head(s: Function, theory: Theory, span: Span | None) -> Sym:
    """`Head(s)`."""
    _demand_items(s, theory, span)
    return _item(s, _ONE)


def tail(s: Function, theory: Theory, span: Span | None) -> Sym:
    """`Tail(s)`."""
    _demand_items(s, theory, span)
    return subsequence(s, number(2), _length(s), theory, span)


def last(s: Function, theory: Theory, span: Span | None) -> Sym:
    """`Last(s)`."""
    _demand_items(s, theory, span)
    return _item(s, _length(s))


def front(s: Function, theory: Theory, span: Span | None) -> Sym:
    """`Front(s)`, which is empty if `s` is."""
    return subsequence(s, _ONE, sub(_length(s), _ONE), theory, span)


def _demand_items(s: Function, theory: Theory, span: Span | None) -> None:
    theory.demand(lt(_ZERO, _length(s)), "an empty sequence", span)


def contains(s: Function, v: Sym) -> Sym:
    """`Contains(s, v)`."""
    return sym.Truth(for_some(elements(s.domain), lambda i: equal(s.at(i), v)))


def is_prefix(s: Function, t: Function) -> Sym:
    """`IsPrefix(s, t)`."""
    same = for_all(elements(s.domain), lambda i: equal(s.at(i), t.at(i)))
    return sym.Truth(and_(le(_length(s), _length(t)), same))


def items(s: Function) -> Set:
    """`ToSet(s)`."""

    def each(make: sym.Maker) -> tuple[sym.Item, ...]:
        return tuple(
            sym.Item(i.variables, and_(i.guard, c), x)
            for i in elements(s.domain, make)
            for c, x in sym.options(s.at(i.value))
        )

    return sets.made_of(each)


def is_outside(e: ir.Expr, test: ir.Expr) -> bool:
    """Whether `e` is undefined unless the test holds: `SubSeq(s, i, i)` and `i \\in 1..Len(s)`."""
    match e:
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!SubSeq"), s, i, j)) if i == j:
            every = ir.Apply(Op.RANGE, (ir.Literal(1), _len(s)))
            return test == ir.Apply(Op.IN, (i, every))
        case _:
            return False


def _len(s: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), s))
