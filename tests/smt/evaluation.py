"""The value of a term by brute force: sorts have a few elements, symbols have tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from holdfast.smt.terms.term import (
    BOOL,
    Constant,
    Head,
    Quantifier,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    distinct,
    eq,
    exists,
    forall,
    iff,
    implies,
    ite,
    not_,
    or_,
    variable,
)

NODE = Sort("Node")
X, Y, Z = (variable(n, NODE) for n in "xyz")
P = Symbol("p", (NODE,), BOOL)
R = Symbol("r", (NODE, NODE), BOOL)
F = Symbol("f", (NODE,), NODE)
A, B = (Symbol(n, (), NODE)() for n in ("n1", "n2"))
U, V, W = (Symbol(n, (), BOOL)() for n in "uvw")

Environment: TypeAlias = Mapping[Term, int]
"""The values of free variables."""


@dataclass(frozen=True)
class Meaning:
    """How many elements each uninterpreted sort has, and the values of the symbols."""

    sizes: Mapping[str, int]
    values: Mapping[tuple[str, tuple[int, ...]], int]


def evaluate(t: Term, meaning: Meaning, env: Environment | None = None) -> int:
    """The value of a term; an element is its number, true is 1."""
    env = env or {}
    match t.shape:
        case Constant(value):
            return int(value)
        case Variable():
            return env[t]
        case Quantifier(universal, variables):
            domains = [range(meaning.sizes[v.sort.name]) for v in variables]
            rows = (dict(zip(variables, row, strict=True)) for row in product(*domains))
            truths = (evaluate(t.args[0], meaning, {**env, **row}) for row in rows)
            return int(all(truths) if universal else any(truths))
        case Symbol(name):
            return meaning.values[name, tuple(evaluate(a, meaning, env) for a in t.args)]
        case Head() as head:
            return int(_HEADS[head](*(evaluate(a, meaning, env) for a in t.args)))


def _quotient(a: int, b: int) -> int:
    """As SMT-LIB divides: the remainder is not negative."""
    return a // b if b > 0 else -(a // -b)


_HEADS: Mapping[Head, Callable[..., int]] = {
    Head.AND: lambda *args: all(args),
    Head.OR: lambda *args: any(args),
    Head.NOT: lambda a: not a,
    Head.IFF: lambda a, b: a == b,
    Head.ITE: lambda a, b, c: b if a else c,
    Head.EQ: lambda a, b: a == b,
    Head.DISTINCT: lambda *args: len(set(args)) == len(args),
    Head.ADD: lambda *args: sum(args),
    Head.SUB: lambda a, b: a - b,
    Head.MUL: lambda a, b: a * b,
    Head.DIV: _quotient,
    Head.MOD: lambda a, b: a % abs(b),
    Head.NEG: lambda a: -a,
    Head.LT: lambda a, b: a < b,
    Head.LE: lambda a, b: a <= b,
}


def _meaning(size: int, numbers: list[int]) -> Meaning:
    left = iter(numbers)
    values: dict[tuple[str, tuple[int, ...]], int] = {}
    for symbol in (P, R, F, *(t.shape for t in (A, B, U, V, W))):
        assert isinstance(symbol, Symbol)
        most = 2 if symbol.result == BOOL else size
        for args in product(range(size), repeat=len(symbol.args)):
            values[symbol.name, args] = next(left) % most
    return Meaning({NODE.name: size}, values)


meanings: st.SearchStrategy[Meaning] = st.builds(
    _meaning, st.integers(1, 3), st.lists(st.integers(0, 5), min_size=20, max_size=20)
)
"""Up to three nodes, with any predicates and functions on them."""

Value: TypeAlias = Callable[[Meaning, Environment], int]
Formula: TypeAlias = tuple[Term, Value]
"""A term, as the constructors simplify it, and what it is to mean."""


def _joined(term: Callable[..., Term], value: Callable[..., int], *parts: Formula) -> Formula:
    return term(*(t for t, _ in parts)), lambda m, env: value(*(f(m, env) for _, f in parts))


_NODES: st.SearchStrategy[Formula] = st.recursive(
    st.one_of(
        st.sampled_from([X, Y, Z]).map(lambda v: (v, lambda _m, env: env[v])),
        st.sampled_from([A, B]).map(lambda c: (c, lambda m, _env: evaluate(c, m))),
    ),
    lambda inner: st.one_of(
        inner.map(lambda a: (F(a[0]), lambda m, env: m.values["f", (a[1](m, env),)])),
        st.tuples(inner, inner).map(
            lambda p: (
                ite(P(p[0][0]), p[0][0], p[1][0]),
                lambda m, env: (
                    p[0][1](m, env) if m.values["p", (p[0][1](m, env),)] else p[1][1](m, env)
                ),
            )
        ),
    ),
    max_leaves=2,
)


def _quantified(universal: bool, variables: list[Term], body: Formula) -> Formula:
    def value(m: Meaning, env: Environment) -> int:
        rows = product(range(m.sizes[NODE.name]), repeat=len(variables))
        truths = (body[1](m, {**env, **dict(zip(variables, r, strict=True))}) for r in rows)
        return int(all(truths) if universal else any(truths))

    return (forall if universal else exists)(variables, body[0]), value


def _atoms() -> st.SearchStrategy[Formula]:
    def p(a: Formula) -> Formula:
        return P(a[0]), lambda m, env: m.values["p", (a[1](m, env),)]

    def r(a: Formula, b: Formula) -> Formula:
        return R(a[0], b[0]), lambda m, env: m.values["r", (a[1](m, env), b[1](m, env))]

    two = st.tuples(_NODES, _NODES)
    return st.one_of(
        _NODES.map(p),
        two.map(lambda q: r(*q)),
        two.map(lambda q: _joined(eq, lambda a, b: a == b, *q)),
        st.lists(_NODES, max_size=3).map(
            lambda q: _joined(distinct, lambda *x: len(set(x)) == len(x), *q)
        ),
    )


def _connected(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        inner.map(lambda a: _joined(not_, lambda x: not x, a)),
        st.lists(inner, max_size=3).map(lambda p: _joined(and_, lambda *x: all(x), *p)),
        st.lists(inner, max_size=3).map(lambda p: _joined(or_, lambda *x: any(x), *p)),
        st.tuples(inner, inner).map(lambda p: _joined(implies, lambda a, b: not a or b, *p)),
        st.tuples(inner, inner).map(lambda p: _joined(iff, lambda a, b: a == b, *p)),
        st.tuples(inner, inner, inner).map(
            lambda p: _joined(ite, lambda a, b, c: b if a else c, *p)
        ),
    )


def _larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    some = st.lists(st.sampled_from([X, Y, Z]), min_size=1, max_size=2, unique=True)
    return st.one_of(_connected(inner), st.builds(_quantified, st.booleans(), some, inner))


_TRUTHS: st.SearchStrategy[Formula] = st.sampled_from([U, V, W]).map(
    lambda t: (t, lambda m, _env: evaluate(t, m))
)
propositions: st.SearchStrategy[Formula] = st.recursive(_TRUTHS, _connected, max_leaves=10)
"""Formulas without variables, large enough for every simplification."""
formulas: st.SearchStrategy[Formula] = st.recursive(
    st.one_of(_TRUTHS, _atoms()), _larger, max_leaves=6
)
"""Formulas whose free variables are among X, Y and Z."""


environments: st.SearchStrategy[tuple[int, int, int]] = st.tuples(*[st.integers(0, 5)] * 3)


def environment(meaning: Meaning, numbers: tuple[int, int, int]) -> Environment:
    """Some values of X, Y and Z."""
    size = meaning.sizes[NODE.name]
    return {v: n % size for v, n in zip((X, Y, Z), numbers, strict=True)}
