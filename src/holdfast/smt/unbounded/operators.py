"""The rows of the operator table on symbolic values, for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias

from holdfast.interp.numbers import WIDEST
from holdfast.ir.ops import Op
from holdfast.smt.terms import arithmetic
from holdfast.smt.terms.term import (
    FALSE,
    TRUE,
    Term,
    and_,
    as_number,
    eq,
    le,
    lt,
    not_,
    number,
    real,
    to_real,
)
from holdfast.smt.unbounded import numbers, sets
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.elements import member
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Set, Size, Sym, Undefined
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import (
    as_set,
    choose,
    defined,
    equal,
    includes,
    item_at,
    listed,
)
from holdfast.source import Span

Row: TypeAlias = Callable[[Sequence[Sym], Theory, Span | None], Sym]


def equation(a: Sym, b: Sym, theory: Theory) -> Term:
    """Whether two values are equal, sizes of sets included."""
    if isinstance(a, Size) or isinstance(b, Size):
        return numbers.equal_sizes(a, b, theory)
    return equal(a, b)


def _set(v: Sym) -> Set:
    for _, option in sym.options(v):
        if isinstance(option, Set | sym.Reified):
            return as_set(option)
    raise Undefined("this is not a set")


def _formula(make: Callable[[Sequence[Sym], Theory], Term]) -> Row:
    return lambda values, theory, _: sym.Truth(make(values, theory))


def _of_sets(make: Callable[..., Sym]) -> Row:
    return lambda values, _theory, _span: make(*map(_set, values))


def _arithmetic(op: Op) -> Row:
    return lambda values, _theory, _span: numbers.arithmetic(op, values[0], values[1])


def _divided(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
    a, b = map(numbers.term_of, values)
    theory.demand(not_(eq(b, number(0))), "a division by zero", span)
    return numbers.exact(numbers.quotient(a, b))


def _ratio(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
    divisor = to_real(numbers.any_term_of(values[1]))
    theory.demand(not_(eq(divisor, real(Fraction(0)))), "a division by zero", span)
    return numbers.ratio(values[0], values[1])


def _remainder(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
    a, b = map(numbers.term_of, values)
    theory.demand(lt(number(0), b), "a remainder of a division by what is not positive", span)
    return numbers.exact(numbers.remainder(a, b))


def _truncated(term: Callable[[Term, Term], Term]) -> Row:
    def made(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
        a, b = map(numbers.term_of, values)
        theory.demand(not_(eq(b, number(0))), "a division by zero", span)
        return numbers.exact(term(a, b))

    return made


def _wrapped(*, signed: bool) -> Row:
    def made(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
        a, width = numbers.term_of(values[0]), as_number(numbers.term_of(values[1]))
        if width is None or not 1 <= width <= WIDEST:
            raise refuse("width", span)
        return numbers.exact(arithmetic.wrap(a, width, signed))

    return made


def _domain(values: Sequence[Sym], theory: Theory, span: Span | None) -> Sym:
    return over(values[0], _domain_of, theory, span)


def _domain_of(v: Sym) -> Sym:
    match v:
        case Function(domain):
            return domain
        case sym.Tuple(items):
            return sets.interval(number(1), number(len(items)))
        case sym.Record(fields):
            return listed(tuple(sym.literal_atom(f'"{n}"') for n, _ in fields))
        case _:
            raise Undefined("this is not a function")


def _strings(_values: Sequence[Sym], theory: Theory, _span: Span | None) -> Sym:
    theory.has_all_strings = True
    return sets.STRINGS


OPERATORS: dict[Op, Row] = {
    Op.EQ: _formula(lambda v, theory: equation(v[0], v[1], theory)),
    Op.NE: _formula(lambda v, theory: not_(equation(v[0], v[1], theory))),
    Op.SET: lambda v, _theory, _span: listed(tuple(v)),
    Op.IN: _formula(lambda v, _: member(v[0], _set(v[1]))),
    Op.NOTIN: _formula(lambda v, _: not_(member(v[0], _set(v[1])))),
    Op.SUBSETEQ: _formula(lambda v, _: includes(_set(v[0]), _set(v[1]))),
    Op.UNION2: _of_sets(sets.union),
    Op.INTERSECT: _of_sets(sets.intersection),
    Op.MINUS_SET: _of_sets(sets.difference),
    Op.SUBSET: _of_sets(sets.subsets),
    Op.UNION: _of_sets(sets.flattened),
    Op.PRODUCT: lambda v, _theory, _span: sets.product([_set(x) for x in v]),
    Op.TUPLE: lambda v, _theory, _span: sym.Tuple(tuple(v)),
    Op.FUNCTION_SET: _of_sets(sets.functions),
    Op.DOMAIN: _domain,
    Op.ADD: _arithmetic(Op.ADD),
    Op.SUB: _arithmetic(Op.SUB),
    Op.MUL: _arithmetic(Op.MUL),
    Op.NEG: lambda v, _theory, _span: numbers.negated(v[0]),
    Op.DIV: _divided,
    Op.DIVIDE: _ratio,
    Op.MOD: _remainder,
    Op.DIVIDE_TRUNCATED: _truncated(arithmetic.divide_truncated),
    Op.REMAINDER_TRUNCATED: _truncated(arithmetic.remainder_truncated),
    Op.WRAP: _wrapped(signed=False),
    Op.WRAP_SIGNED: _wrapped(signed=True),
    Op.LT: _formula(lambda v, theory: numbers.less(v[0], v[1], theory)),
    Op.GT: _formula(lambda v, theory: numbers.less(v[1], v[0], theory)),
    Op.LE: _formula(lambda v, theory: not_(numbers.less(v[1], v[0], theory))),
    Op.GE: _formula(lambda v, theory: not_(numbers.less(v[0], v[1], theory))),
    Op.RANGE: lambda v, _theory, _span: sets.interval(*map(numbers.term_of, v)),
    Op.BOOLEAN: lambda _v, _theory, _span: sets.BOOLEANS,
    Op.STRING: _strings,
    Op.NAT: lambda _v, _theory, _span: sets.NATURALS,
    Op.INT: lambda _v, _theory, _span: sets.INTEGERS,
    Op.REAL: lambda _v, _theory, _span: sets.REALS,
}
"""Those whose arguments are all evaluated; `unbounded_expr.py` has the others."""


# ---- functions, tuples, records ----


def over(v: Sym, make: Callable[[Sym], Sym], theory: Theory, span: Span | None) -> Sym:
    """An operation on each possible kind of a value for which it is defined."""
    choices: list[tuple[Term, Callable[[], Sym]]] = []
    for condition, option in sym.options(v):

        def made(condition: Term = condition, option: Sym = option) -> Sym:
            with theory.under(condition):
                try:
                    return make(option)
                except Undefined as reason:
                    theory.demand(FALSE, str(reason), span)
                    raise

        choices.append((condition, made))
    return defined(choices)


def indexed(f: Sym, key: Sym, theory: Theory, span: Span | None) -> Sym:
    """`f[key]`."""

    def of(option: Sym) -> Sym:
        match option:
            case Function(domain, at):
                theory.demand(member(key, domain), "an argument outside the domain", span)
                return at(key)
            case sym.Tuple(items):
                return _item(items, numbers.term_of(key), theory, span)
            case sym.Record(fields):
                return _field(fields, key, theory, span)
            case _:
                raise Undefined("this is not a function")

    return over(f, of, theory, span)


def _item(items: tuple[Sym, ...], index: Term, theory: Theory, span: Span | None) -> Sym:
    inside = and_(le(number(1), index), le(index, number(len(items))))
    theory.demand(inside, "an index outside the tuple", span)
    return item_at(items, index)


def _field(fields: tuple[tuple[str, Sym], ...], key: Sym, theory: Theory, span: Span | None) -> Sym:
    tests = [(equal(key, sym.literal_atom(f'"{n}"')), x) for n, x in fields]
    possible = [(c, x) for c, x in tests if c is not FALSE]
    for c, x in possible:
        if c is TRUE:
            return x
    if not possible:
        raise Undefined("a record without this field")
    value = possible[-1][1]
    for c, x in reversed(possible[:-1]):
        value = choose(c, x, value)
    return value


def field_of(v: Sym, index: int) -> Sym:
    """An item of a tuple, counted from 0."""
    choices = []
    for condition, option in sym.options(v):
        if isinstance(option, sym.Tuple) and index < len(option.items):
            item = option.items[index]
            choices.append((condition, lambda item=item: item))
    if not choices:
        raise Undefined("this is not such a tuple")
    return defined(choices)


def updated(f: Sym, keys: Sequence[Sym], new: Callable[[Sym], Sym]) -> Sym:
    """`[f EXCEPT ![keys[0]][keys[1]]... = new]`, where `new` takes the old value."""
    if not keys:
        return new(f)
    key, *rest = keys
    choices = []
    for condition, option in sym.options(f):
        choices.append((condition, lambda option=option: _updated(option, key, rest, new)))
    return defined(choices)


def _updated(f: Sym, key: Sym, rest: Sequence[Sym], new: Callable[[Sym], Sym]) -> Sym:
    match f:
        case Function(domain, at):
            replaced = updated(at(key), rest, new)

            def changed(x: Sym) -> Sym:
                with suppress(Undefined):
                    return choose(equal(x, key), replaced, at(x))
                return at(x)

            return Function(domain, changed)
        case sym.Record(fields):
            tests = [equal(key, sym.literal_atom(f'"{n}"')) for n, _ in fields]
            pairs = zip(fields, tests, strict=True)
            return sym.Record(tuple((n, _changed(c, x, rest, new)) for (n, x), c in pairs))
        case sym.Tuple(items):
            index = numbers.term_of(key)
            return sym.Tuple(
                tuple(_changed(eq(index, number(i)), x, rest, new) for i, x in enumerate(items, 1))
            )
        case _:
            raise refuse("operator", None, "EXCEPT here")


def _changed(here: Term, old: Sym, rest: Sequence[Sym], new: Callable[[Sym], Sym]) -> Sym:
    return old if here is FALSE else choose(here, updated(old, rest, new), old)
