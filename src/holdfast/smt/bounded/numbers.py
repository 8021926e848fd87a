"""Arithmetic on symbolic numbers: case by case if there are few, otherwise as terms."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.interp import numbers
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.values import TRUE as YES
from holdfast.ir.values import Value
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import NOTHING, Sym, SymInt, cases, kind_of
from holdfast.smt.bounded.values import (
    as_truth,
    merge_all,
    number_of_cases,
    number_term,
    numeral,
    truth_value,
)
from holdfast.smt.terms import arithmetic
from holdfast.smt.terms.term import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    div,
    eq,
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
)

_MOST_PAIRS = 64
_MOST_EXPONENT = 16
_MOST_WIDTHS = 64

_KNOWN: dict[Op, Callable[[Value, Value], Value]] = {
    Op.ADD: numbers.add,
    Op.SUB: numbers.subtract,
    Op.MUL: numbers.multiply,
    Op.DIV: numbers.divide,
    Op.DIVIDE: numbers.divide_exactly,
    Op.MOD: numbers.remainder,
    Op.POWER: numbers.power,
    Op.DIVIDE_TRUNCATED: numbers.divide_truncated,
    Op.REMAINDER_TRUNCATED: numbers.remainder_truncated,
    Op.WRAP: numbers.wrap,
    Op.WRAP_SIGNED: numbers.wrap_signed,
    Op.LT: numbers.less,
    Op.LE: numbers.at_most,
    Op.GT: numbers.greater,
    Op.GE: numbers.at_least,
}
COMPARISONS = ops_in(Group.COMPARISON)
ARITHMETIC = frozenset(_KNOWN)


def bounds(v: Sym) -> tuple[int | None, int | None]:
    """The least and the greatest possible number."""
    low: list[int] = []
    high: list[int] = []
    for _, x in cases(v):
        match x:
            case int():
                low.append(x)
                high.append(x)
            case SymInt(_, least, greatest) if least is not None and greatest is not None:
                low.append(least)
                high.append(greatest)
            case SymInt():
                return None, None
            case _:
                continue
    return (min(low), max(high)) if low else (0, -1)


def _numbers(v: Sym, at: Place, operator: str) -> list[tuple[Term, Sym]]:
    found = []
    for guard, x in cases(v):
        if kind_of(x) == "number":
            found.append((guard, x))
        else:
            at.under(guard).require(FALSE, f"{operator} is given numbers")
    return found


def calculate(op: Op, a: Sym, b: Sym, at: Place) -> Sym:
    """The value of an arithmetic operator."""
    left, right = _numbers(a, at, op.value), _numbers(b, at, op.value)
    if not left or not right:
        return NOTHING
    known = all(type(x) is int for _, x in (*left, *right))
    if known and len(left) * len(right) <= _MOST_PAIRS:
        return _pairwise(op, left, right, at)
    return _as_terms(op, number_of_cases(left), number_of_cases(right), at)


def _pairwise(
    op: Op, left: list[tuple[Term, Sym]], right: list[tuple[Term, Sym]], at: Place
) -> Sym:
    found: list[tuple[Term, Sym]] = []
    holds: list[Term] = []
    for g, x in left:
        for h, y in right:
            both = and_(g, h)
            if both is FALSE:
                continue
            try:
                value = _KNOWN[op](x, y)  # type: ignore[arg-type]  # both are numbers
            except EvalError as error:
                at.under(both).fail(error.message)
                continue
            if op not in COMPARISONS:
                found.append((both, value))
            elif value is YES:
                holds.append(both)
    return truth_value(or_(*holds)) if op in COMPARISONS else merge_all(found)


def _as_terms(op: Op, a: SymInt, b: SymInt, at: Place) -> Sym:
    x, y = a.term, b.term
    corners = _corners(a, b)
    match op:
        case Op.ADD:
            return numeral(add(x, y), *_plus(a, b))
        case Op.SUB:
            return numeral(sub(x, y), *_plus(a, _negative(b)))
        case Op.MUL:
            return numeral(mul(x, y), *corners)
        case Op.LT:
            return truth_value(lt(x, y))
        case Op.LE:
            return truth_value(le(x, y))
        case Op.GT:
            return truth_value(lt(y, x))
        case Op.GE:
            return truth_value(le(y, x))
        case Op.MOD:
            at.require(lt(number(0), y), "the divisor of `%` is positive")
            return numeral(mod(x, y), 0, None if b.high is None else max(0, b.high - 1))
        case Op.DIV:
            return _quotient(x, y, at)
        case Op.DIVIDE:
            at.require(not_(eq(y, number(0))), "the divisor is not zero")
            at.require(eq(mod(x, y), number(0)), "the quotient is an integer")
            return numeral(div(x, y))
        case Op.DIVIDE_TRUNCATED | Op.REMAINDER_TRUNCATED:
            return _truncated(op, a, b, at)
        case Op.WRAP | Op.WRAP_SIGNED:
            return _wrapped(op, a, b, at)
        case _:
            return _power(a, b, at)


def _quotient(x: Term, y: Term, at: Place) -> Sym:
    """Rounded down; SMT-LIB rounds so that the remainder is not negative."""
    at.require(not_(eq(y, number(0))), "the divisor is not zero")
    return numeral(ite(lt(number(0), y), div(x, y), div(neg(x), neg(y))))


def _truncated(op: Op, a: SymInt, b: SymInt, at: Place) -> Sym:
    at.require(not_(eq(b.term, number(0))), "the divisor is not zero")
    sizes = [abs(n) for n in (a.low, a.high) if n is not None]
    most = max(sizes) if len(sizes) == 2 else None
    if op is Op.DIVIDE_TRUNCATED:
        term = arithmetic.divide_truncated(a.term, b.term)
    else:
        term = arithmetic.remainder_truncated(a.term, b.term)
    return numeral(term, None if most is None else -most, most)


def _wrapped(op: Op, a: SymInt, width: SymInt, at: Place) -> Sym:
    """A number modulo a power of two, for each width that is possible."""
    allowed = and_(le(number(1), width.term), le(width.term, number(numbers.WIDEST)))
    at.require(allowed, f"the width is from 1 to {numbers.WIDEST}")
    first = max(1, 1 if width.low is None else width.low)
    last = min(numbers.WIDEST, numbers.WIDEST if width.high is None else width.high)
    if first > last:
        return NOTHING
    if last - first > _MOST_WIDTHS:
        raise refuse_bounded("operator", at.span, "that wraps a number around to an unknown width")
    signed = op is Op.WRAP_SIGNED
    result = _wrapped_to(a, first, signed)
    for bits in range(first + 1, last + 1):
        result = ite(eq(width.term, number(bits)), _wrapped_to(a, bits, signed), result)
    half = 2 ** (last - 1)
    return numeral(result, -half if signed else 0, half - 1 if signed else 2 * half - 1)


def _wrapped_to(a: SymInt, bits: int, signed: bool) -> Term:
    """A number modulo a power of two; by cases if it is at most once too large or too small."""
    size = 2**bits
    least = -(size // 2) if signed else 0
    low, high = a.low, a.high
    if low is None or high is None or low < least - size or high >= least + 2 * size:
        return arithmetic.wrap(a.term, bits, signed)
    result = a.term
    if high >= least + size:
        result = ite(le(number(least + size), a.term), sub(a.term, number(size)), result)
    if low < least:
        result = ite(lt(a.term, number(least)), add(a.term, number(size)), result)
    return result


def _power(a: SymInt, b: SymInt, at: Place) -> Sym:
    if b.low is None or b.high is None or b.high > _MOST_EXPONENT:
        raise refuse_bounded("operator", at.span, "`^` with an exponent that is not known")
    at.require(le(number(0), b.term), "the exponent of `^` is not negative")
    at.require(not_(and_(eq(a.term, number(0)), eq(b.term, number(0)))), "0 ^ 0 is not asked for")
    result, power = number(1), number(1)
    for k in range(1, b.high + 1):
        power = mul(power, a.term)
        result = ite(eq(b.term, number(k)), power, result)
    return numeral(result)


def _plus(a: SymInt, b: SymInt) -> tuple[int | None, int | None]:
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    return low, high


def _negative(a: SymInt) -> SymInt:
    low = None if a.high is None else -a.high
    high = None if a.low is None else -a.low
    return SymInt(a.term, low, high)


def _corners(a: SymInt, b: SymInt) -> tuple[int | None, int | None]:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return None, None
    found = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(found), max(found)


def negate(v: Sym, at: Place) -> Sym:
    """The negated number."""
    found: list[tuple[Term, Sym]] = []
    for guard, x in _numbers(v, at, "`-`"):
        if isinstance(x, int):
            found.append((guard, -x))
        else:
            own = _negative(number_of_cases([(TRUE, x)]))
            found.append((guard, SymInt(neg(number_term(x)), own.low, own.high)))
    return merge_all(found)


def at_most(a: Sym, b: Sym, at: Place) -> Term:
    """`a <= b`, as a formula."""
    return as_truth(calculate(Op.LE, a, b, at), at)
