"""The library's lemma about neighbours: a function on integers that changes somewhere does so
between two neighbours.

    f[low] # f[b], low <= b     =>     f[d] # f[d - 1] for some d in low + 1 .. b

A solver cannot find that by itself, because it takes an induction over `b`. The lemma is true of
every function; it is added for the variables of which a spec compares neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.smt.encoding import Lemma
from holdfast.smt.terms.term import (
    INT,
    Head,
    Term,
    add,
    and_,
    conjuncts,
    exists,
    forall,
    implies,
    le,
    lt,
    not_,
    number,
    or_,
    variable,
)
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.shapes import Numbers
from holdfast.smt.unbounded.symbolic import Function, Sym, Undefined
from holdfast.smt.unbounded.values import equal

Place: TypeAlias = tuple[str, tuple[str, ...]]
"""A variable that is a function, and the fields to follow in its values."""

NEIGHBOURS = Lemma(
    "neighbours of a function that changes",
    "if f[a] # f[b] and a <= b, then f[d] # f[d - 1] for some d in a + 1 .. b",
    "induction over b: b = a is impossible, and either f[b] # f[b - 1] or f[a] # f[b - 1]",
)


# ---- which neighbours a spec compares ----


def compared_neighbours(system: System) -> tuple[Place, ...]:
    """The functions of which some `f[i]` is compared with `f[i - 1]` or `f[i + 1]`."""
    found: dict[Place, None] = {}
    for part in (p for e in expressions_of(system) for p in ir.walk(e)):
        match part:
            case ir.Apply(Op.EQ | Op.NE, (a, b)):
                left, right = _place(a), _place(b)
                if left is None or right is None or left[0] != right[0]:
                    continue
                if left[0][0] in system.variables and _are_beside(left[1], right[1]):
                    found[left[0]] = None
            case _:
                pass
    return tuple(found)


def expressions_of(system: System) -> Iterator[ir.Expr]:
    """The definitions, actions and properties of a system."""
    yield from (d.body for d in system.definitions.values())
    yield from (a.body.expr for a in system.actions)
    yield from (p.expr for p in system.invariants)
    if system.init is not None:
        yield system.init.expr


def _place(e: ir.Expr) -> tuple[Place, ir.Expr] | None:
    """The function and the index of `f[index].field...`."""
    fields: list[str] = []
    while True:
        match e:
            case ir.Apply(Op.INDEX, (base, ir.Literal(str(name)))):
                fields.insert(0, name)
                e = base
            case ir.Apply(Op.INDEX, (ir.Name(name), index)):
                return (name, tuple(fields)), index
            case _:
                return None


def _are_beside(a: ir.Expr, b: ir.Expr) -> bool:
    (x, i), (y, j) = _with_offset(a), _with_offset(b)
    return x == y and abs(i - j) == 1


def _with_offset(e: ir.Expr) -> tuple[ir.Expr, int]:
    match e:
        case ir.Apply(Op.ADD, (base, ir.Literal(int(n)))):
            return base, n
        case ir.Apply(Op.SUB, (base, ir.Literal(int(n)))):
            return base, -n
        case _:
            return e, 0


# ---- the lemma for a state ----


def neighbour_axioms(places: Iterable[Place], values: Mapping[str, Sym]) -> Iterator[Term]:
    """The lemma from both ends of the domain of each function, with its values in a state."""
    for name, fields in places:
        match values[name]:
            case Function(domain) as f if isinstance(domain.of, Numbers):
                with suppress(Undefined):
                    yield from _axioms(f, fields)
            case _:
                pass


def _axioms(f: Function, fields: tuple[str, ...]) -> list[Term]:
    index = variable("index", INT)

    def same(i: Term, j: Term) -> Term:
        return equal(_at(f.at, i, fields), _at(f.at, j, fields))

    ends = _ends(f.domain.has(sym.Number(index)), index)
    return [_changes(end, same, upwards) for end, upwards in ends]


def _at(at: Callable[[Sym], Sym], index: Term, fields: tuple[str, ...]) -> Sym:
    value = at(sym.Number(index))
    for field in fields:
        match value:
            case sym.Record(pairs) if field in dict(pairs):
                value = dict(pairs)[field]
            case _:
                raise Undefined("this is not such a record")
    return value


def _ends(inside: Term, index: Term) -> Iterator[tuple[Term, bool]]:
    """The ends of an interval, by its formula; whether its other indices are above."""
    for part in conjuncts(inside):
        if part.shape is Head.LE:
            low, high = part.args
            if high is index and index not in low.free:
                yield low, True
            elif low is index and index not in high.free:
                yield high, False


def _changes(end: Term, same: Callable[[Term, Term], Term], upwards: bool) -> Term:
    """Where the function has another value than at the end, two neighbours between differ."""
    b, d = variable("b", INT), variable("d", INT)
    low, high = (end, b) if upwards else (b, end)
    changed = and_(lt(low, d), le(d, high), not_(same(d, add(d, number(-1)))))
    body = or_(same(end, b), exists((d,), changed))
    return forall((b,), implies(le(low, high), body))
