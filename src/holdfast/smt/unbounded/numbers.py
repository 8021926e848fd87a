"""Numbers and sizes of sets: arithmetic, comparison, and what comparisons of sizes mean.

`Cardinality` never becomes a number. A comparison with a small number says that a number of
distinct elements exist, or not; a comparison of sums of sizes is a relation between named
sets, with the lemmas of `lemmas.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

from holdfast.ir.ops import Op
from holdfast.smt.terms.term import (
    FALSE,
    TRUE,
    Term,
    add,
    alike,
    and_,
    as_number,
    div,
    divide,
    exists,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    not_,
    number,
    or_,
    sub,
    to_real,
)
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.lemmas import threshold
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Size, Sym, Undefined
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import as_set, equal

_MOST = 4
"""The largest number that a size can be compared with."""


def term_of(v: Sym) -> Term:
    """The term of an integer; in a union, the integer among its options."""
    return sym.integer(_number(v))


def any_term_of(v: Sym) -> Term:
    """The same of an integer or a real number."""
    return _number(v).term


def _number(v: Sym) -> sym.Number:
    for _, option in sym.options(v):
        if isinstance(option, sym.Number):
            return option
        if isinstance(option, Size):
            raise refuse("cardinality", None)
    raise Undefined("this is not a number")


def arithmetic(op: Op, a: Sym, b: Sym) -> Sym:
    """The sum, difference or product, of numbers or of sizes."""
    if isinstance(a, Size) or isinstance(b, Size):
        return _sizes(op, a, b)
    return exact(_ARITHMETIC[op](*alike(any_term_of(a), any_term_of(b))))


_ARITHMETIC: dict[Op, Callable[[Term, Term], Term]] = {Op.ADD: add, Op.SUB: sub, Op.MUL: mul}


def exact(term: Term) -> sym.Number:
    """A number, with its value if that is known."""
    n = as_number(term)
    return sym.Number(term, None if n is None else frozenset((n,)))


def negated(a: Sym) -> Sym:
    """The negated number."""
    return exact(neg(any_term_of(a)))


def ratio(a: Sym, b: Sym) -> Sym:
    """The quotient of real numbers."""
    return exact(divide(to_real(any_term_of(a)), to_real(any_term_of(b))))


def quotient(a: Term, b: Term) -> Term:
    """TLA+'s `a \\div b`, which rounds down."""
    return ite(lt(number(0), b), div(a, b), div(neg(a), neg(b)))


def remainder(a: Term, b: Term) -> Term:
    """`a % b` for positive b; small cases are explicit, because solvers are weak on `mod`."""
    if as_number(b) is not None:
        return mod(a, b)
    above = ite(lt(a, add(b, b)), sub(a, b), mod(a, b))
    below = ite(le(neg(b), a), add(a, b), mod(a, b))
    return ite(lt(a, number(0)), below, ite(lt(a, b), a, above))


# ---- sizes ----


def _as_size(v: Sym) -> Size:
    if isinstance(v, Size):
        return v
    n = as_number(term_of(v))
    if n is None:
        raise refuse("cardinality", None)
    return Size((), n)


def _sizes(op: Op, a: Sym, b: Sym) -> Size:
    x, y = _as_size(a), _as_size(b)
    match op:
        case Op.ADD:
            return Size((*x.parts, *y.parts), x.rest + y.rest)
        case Op.SUB:
            return _sizes(Op.ADD, x, _times(-1, y))
        case Op.MUL if not x.parts or not y.parts:
            return _times(x.rest, y) if not x.parts else _times(y.rest, x)
        case _:
            raise refuse("cardinality", None)


def _times(factor: int, s: Size) -> Size:
    return Size(tuple((factor * c, p) for c, p in s.parts), factor * s.rest)


def less(a: Sym, b: Sym, theory: Theory) -> Term:
    """`a < b`."""
    if isinstance(a, Size) or isinstance(b, Size):
        return _positive(_sizes(Op.SUB, b, a), theory)
    return lt(*alike(any_term_of(a), any_term_of(b)))


def equal_sizes(a: Sym, b: Sym, theory: Theory) -> Term:
    """`a = b` where one of them is a size."""
    d = _sizes(Op.SUB, a, b)
    one = Size((), 1)
    return and_(
        _positive(_sizes(Op.ADD, d, one), theory), _positive(_sizes(Op.SUB, one, d), theory)
    )


def _positive(s: Size, theory: Theory) -> Term:
    """Whether a sum of sizes is greater than 0."""
    match s.parts:
        case ():
            return TRUE if s.rest > 0 else FALSE
        case ((c, part),) if c > 0:
            return at_least(part, -s.rest // c + 1)
        case ((c, part),) if c < 0:
            return not_(at_least(part, -(-s.rest // -c)))
        case _:
            return threshold(s, theory)


def at_least(part: Sym, count: int) -> Term:
    """Whether a set has at least a number of distinct elements."""
    if count <= 0:
        return TRUE
    if count > _MOST:
        raise refuse("cardinality", None)
    s = as_set(part)
    if not sym.can_range(s.of):
        raise refuse("cardinality", None)
    rows = product(*(sym.items_of(s.of, s.has) for _ in range(count)))
    found = []
    for row in rows:
        apart = [not_(equal(x.value, y.value)) for x, y in combinations(row, 2)]
        variables = [v for item in row for v in item.variables]
        found.append(exists(variables, and_(*(i.guard for i in row), *apart)))
    return or_(*found)
