"""The strict rows of the operator table on symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.values import FiniteSet, boolean
from holdfast.smt.bounded import functions
from holdfast.smt.bounded.numbers import ARITHMETIC, calculate, negate
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import contains, is_subset, listed, same
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import (
    LAZY,
    NOTHING,
    Combined,
    FunctionSet,
    Given,
    Mixed,
    Powerset,
    Range,
    RecordSet,
    Sym,
    SymInt,
    cases,
    kind_of,
)
from holdfast.smt.bounded.values import as_truth, make_function, make_set, merge_all, truth_value
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, iff, not_

LARGEST_KNOWN = 4096
"""The limit on the size of a set that is enumerated eagerly."""

_TEMPORAL = ops_in(Group.TEMPORAL)


def strict_operator(op: Op, values: Sequence[Sym], at: Place) -> Sym:
    """The value of an operator whose arguments are all evaluated."""
    if op in ARITHMETIC:
        return calculate(op, values[0], values[1], at)
    own = OPERATORS.get(op)
    if own is None:
        reason = "temporal" if op in _TEMPORAL else "operator"
        raise refuse_bounded(reason, at.span, f"`{op.value}`")
    return own(*values, at)


def row(values: Sequence[Sym]) -> Sym:
    """A tuple."""
    return make_function({i: (TRUE, v) for i, v in enumerate(values, 1)}, sequence=True)


def _iff(a: Sym, b: Sym, at: Place) -> Sym:
    return truth_value(iff(as_truth(a, at), as_truth(b, at)))


def _set_operator(name: str) -> Callable[[Sym, Sym, Place], Sym]:
    def combine(a: Sym, b: Sym, at: Place) -> Sym:
        return merge_all(
            [
                (both, _combined(name, x, y, at.under(both)))
                for g, x in cases(a)
                for h, y in cases(b)
                if (both := and_(g, h)) is not FALSE
            ]
        )

    return combine


def _combined(name: str, a: Sym, b: Sym, at: Place) -> Sym:
    for v in (a, b):
        if kind_of(v) != "set":
            at.fail(f"a {kind_of(v)} is not a set")
            return NOTHING
    lazy_left, lazy_right = _stays_lazy(a), _stays_lazy(b)
    if name == "union":
        if lazy_left or lazy_right:
            return Combined(name, a, b)
        return make_set([*listed(a, at).members(), *listed(b, at).members()])
    if lazy_left and (name == "setminus" or lazy_right):
        return Combined(name, a, b)
    if lazy_left:
        a, b = b, a
    found = []
    for v, g in listed(a, at).members():
        inside = contains(b, v, at.under(g))
        found.append((v, and_(g, inside if name == "intersect" else not_(inside))))
    return make_set(found)


def _stays_lazy(v: Sym) -> bool:
    return isinstance(v, LAZY) and not isinstance(v, Range)


def _interval(low: Sym, high: Sym, at: Place) -> Sym:
    if isinstance(low, int) and isinstance(high, int):
        if high - low < LARGEST_KNOWN:
            return make_set([(k, TRUE) for k in range(low, high + 1)])
        return Range(low, high)
    for v in (low, high):
        for guard, x in cases(v):
            if kind_of(x) != "number":
                at.under(guard).require(FALSE, "`..` is given numbers")
    simple = not any(isinstance(x, SymInt) for v in (low, high) for _, x in cases(v))
    if simple and not (low is NOTHING or high is NOTHING):
        return make_set(listed(Range(low, high), at).members())
    return Range(low, high)


def _each_set(v: Sym, at: Place, make: Callable[[Sym], Sym]) -> Sym:
    found = []
    for guard, s in cases(v):
        if kind_of(s) != "set":
            at.under(guard).fail(f"a {kind_of(s)} is not a set")
        else:
            found.append((guard, s))
    return make(found[0][1] if len(found) == 1 else Mixed(tuple(found)))


def _union_of(v: Sym, at: Place) -> Sym:
    found: list[tuple[Sym, Term]] = []
    for s, g in listed(v, at).members():
        found += [(e, and_(g, h)) for e, h in listed(s, at.under(g)).members()]
        if g is not TRUE and len(found) > LARGEST_KNOWN:
            raise refuse_bounded("large", at.span, str(LARGEST_KNOWN))
    return make_set(found)


def _record(*args: Any) -> Sym:
    *parts, _ = args
    return make_function({k: (TRUE, v) for k, v in zip(parts[::2], parts[1::2], strict=True)})


def _record_set(*args: Any) -> Sym:
    *parts, at = args
    return _small(RecordSet(tuple(zip(parts[::2], parts[1::2], strict=True))), at)


def _product(*args: Any) -> Sym:
    *parts, at = args
    return _small(RecordSet(tuple(enumerate(parts, 1))), at)


def _small(s: Sym, at: Place) -> Sym:
    """Enumerate a product of few known elements eagerly."""
    assert isinstance(s, RecordSet)
    count = 1
    for _, base in s.fields:
        if not isinstance(base, FiniteSet):
            return s
        count *= len(base.elements)
    return make_set(listed(s, at).members()) if count <= 256 else s


def _subset_of(a: Sym, b: Sym, at: Place) -> Sym:
    return truth_value(is_subset(a, b, at))


OPERATORS: Mapping[Op, Callable[..., Sym]] = {
    Op.NOT: lambda a, at: truth_value(not_(as_truth(a, at, "the formula after `~`"))),
    Op.IFF: _iff,
    Op.EQ: lambda a, b, at: truth_value(same(a, b, at)),
    Op.NE: lambda a, b, at: truth_value(not_(same(a, b, at))),
    Op.SET: lambda *args: make_set([(v, TRUE) for v in args[:-1]]),
    Op.IN: lambda a, b, at: truth_value(contains(b, a, at)),
    Op.NOTIN: lambda a, b, at: truth_value(not_(contains(b, a, at))),
    Op.SUBSETEQ: _subset_of,
    Op.UNION2: _set_operator("union"),
    Op.INTERSECT: _set_operator("intersect"),
    Op.MINUS_SET: _set_operator("setminus"),
    Op.SUBSET: lambda a, at: _each_set(a, at, Powerset),
    Op.UNION: _union_of,
    Op.PRODUCT: _product,
    Op.TUPLE: lambda *args: row(args[:-1]),
    Op.RECORD: _record,
    Op.RECORD_SET: _record_set,
    Op.FUNCTION_SET: lambda a, b, at: FunctionSet(a, b),
    Op.INDEX: functions.apply,
    Op.DOMAIN: functions.domain_of,
    Op.NEG: negate,
    Op.RANGE: _interval,
    Op.BOOLEAN: lambda at: make_set([(boolean(False), TRUE), (boolean(True), TRUE)]),
    Op.STRING: lambda at: Given("STRING"),
    Op.NAT: lambda at: Given("Nat"),
    Op.INT: lambda at: Given("Int"),
    Op.REAL: lambda at: Given("Real"),
}
