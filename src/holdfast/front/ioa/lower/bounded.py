"""The ranges of quantifiers that do not give them, from the formulas about their variables.

    forall(i, implies(0 <= i < N and p, e))     all(implies(p, e) for i in range(0, N))
    exists(x, x in s and e)                     any(e for x in s)

A variable of an infinite type without such a formula stays without a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.domains import is_finite
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import Type
from holdfast.front.ioa.walk import conjuncts, free_locals, walk

_MIRRORED = {
    Operator.LT: Operator.GT,
    Operator.LE: Operator.GE,
    Operator.GT: Operator.LT,
    Operator.GE: Operator.LE,
    Operator.EQ: Operator.EQ,
}
_PARTIAL = frozenset((Operator.DIV, Operator.MOD, Operator.LEFT, Operator.RIGHT))


def bounded(e: tree.Quantifier) -> tree.Expr:
    """The same formula, in which variables have ranges where possible."""
    e = _united(e)
    if all(b.domain is not None or is_finite(b.type) for b in e.bounds):
        return e
    tests, rest = _parts(e)
    names = frozenset(b.name for b in e.bounds)
    # These are evaluated first, so that a range is only evaluated where they are true.
    leading = tuple(takewhile(lambda t: names.isdisjoint(free_locals(t)), tests))
    own = list(tests[len(leading) :])
    implied = list(_implied(own, names))
    search = _Search([*own, *implied], names)
    found = search.ranges(e.bounds)
    if found == e.bounds:
        return e
    left = tuple(t for t in search.tests if not any(t is i for i in implied))
    body = _joined(e, left, rest)
    inner = replace(e, bounds=found, body=body)
    return _joined(e, leading, inner) if leading else inner


def _united(e: tree.Quantifier) -> tree.Quantifier:
    """With the variables of an unbounded quantifier of the same kind that is its body."""
    match e.body:
        case tree.Quantifier(universal, bounds, body) if (
            universal == e.universal
            and all(b.domain is None for b in (*e.bounds, *bounds))
            and {b.name for b in e.bounds}.isdisjoint(b.name for b in bounds)
        ):
            return _united(replace(e, bounds=(*e.bounds, *bounds), body=body))
        case _:
            return e


def _parts(e: tree.Quantifier) -> tuple[tuple[tree.Expr, ...], tree.Expr | None]:
    """What must be true of the variables, and what follows from that if `e` is universal."""
    if not e.universal:
        return conjuncts(e.body), None
    tests: tuple[tree.Expr, ...] = ()
    body = e.body
    while isinstance(body, tree.Apply) and body.operator is Operator.IMPLIES:
        test, body = body.operands
        tests += conjuncts(test)
    return tests, body


def _implied(tests: Sequence[tree.Expr], names: frozenset[str]) -> Iterator[tree.Expr]:
    """From `x < y` and `y < e` that `x < e`: without it neither `x` nor `y` has a range."""
    smaller = [found for t in tests if (found := _order(t)) is not None]
    for (a, b), first in smaller:
        for (c, d), second in smaller:
            middle = isinstance(b, tree.Local) and b.name in names and b == c
            if middle and isinstance(a, tree.Local) and not isinstance(d, tree.Local):
                op = Operator.LT if Operator.LT in (first, second) else Operator.LE
                yield tree.Apply(op, (a, d), type=types.BOOL, span=d.span)


def _order(test: tree.Expr) -> tuple[tuple[tree.Expr, tree.Expr], Operator] | None:
    """The lesser and the greater side of a comparison."""
    match test:
        case tree.Apply(Operator.LT | Operator.LE as op, (a, b)):
            return (a, b), op
        case tree.Apply(Operator.GT | Operator.GE as op, (a, b)):
            return (b, a), _MIRRORED[op]
        case _:
            return None


def _joined(e: tree.Quantifier, tests: tuple[tree.Expr, ...], rest: tree.Expr | None) -> tree.Expr:
    """`tests and rest`, or `implies(tests, rest)` if `e` is universal."""
    if not e.universal:
        return _all_of((*tests, *(() if rest is None else (rest,))), e)
    assert rest is not None, "a universal formula has a conclusion"
    if not tests:
        return rest
    parts = (_all_of(tests, e), rest)
    return tree.Apply(Operator.IMPLIES, parts, type=types.BOOL, span=e.span)


def _all_of(items: tuple[tree.Expr, ...], e: tree.Quantifier) -> tree.Expr:
    match items:
        case ():
            return tree.Literal(True, type=types.BOOL, span=e.span)
        case (only,):
            return only
        case _:
            return tree.Apply(Operator.AND, items, type=types.BOOL, span=e.span)


@dataclass(slots=True)
class _Search:
    """Takes ranges out of `tests`; `unknown` are the variables without a range so far."""

    tests: list[tree.Expr]
    unknown: frozenset[str]

    def ranges(self, bounds: tuple[tree.Bound, ...]) -> tuple[tree.Bound, ...]:
        """The bounds, each after those that its range depends on."""
        order: list[tree.Bound] = []
        waiting = list(bounds)
        while waiting:
            ready = next((b for b in map(self._ranged, waiting) if b is not None), None)
            if ready is None:
                return (*order, *waiting)
            self.unknown -= {ready.name}
            order.append(ready)
            waiting = [b for b in waiting if b.name != ready.name]
        return tuple(order)

    def _ranged(self, bound: tree.Bound) -> tree.Bound | None:
        if bound.domain is not None or is_finite(bound.type):
            return bound
        found = self._listed(bound)
        if found is None and isinstance(bound.type, types.Int | types.Nat):
            found = self._interval(bound)
        return None if found is None else replace(bound, domain=found)

    def _listed(self, bound: tree.Bound) -> tree.Expr | None:
        """From `x == e` or `x in s`."""
        for test, op, other in self._about(bound):
            if op is Operator.EQ and _is_part(other.type, bound.type):
                self._use(test)
                return tree.SetOf((other,), type=types.Set(bound.type), span=other.span)
        for test in self.tests:
            match test:
                case tree.Apply(Operator.IN, (tree.Local(name), of)) if (
                    name == bound.name and self._is_usable(of, test)
                ):
                    if _is_part(_element(of.type), bound.type):
                        self._use(test)
                        return of
        return None

    def _interval(self, bound: tree.Bound) -> tree.Expr | None:
        """From `low <= x < high`; the lower limit of a `nat` is 0."""
        is_nat = isinstance(bound.type, types.Nat)
        low: tree.Expr | None = _number(0, bound) if is_nat else None
        high: tree.Expr | None = None
        chosen: list[tree.Expr] = []
        for test, op, other in self._about(bound, chosen):
            match op:
                case Operator.GE | Operator.GT if low is None:
                    low = other if op is Operator.GE else _successor(other)
                    chosen.append(test)
                case Operator.GE if is_nat and _is_zero(other):
                    chosen.append(test)
                case Operator.LT | Operator.LE if high is None:
                    high = other if op is Operator.LT else _successor(other)
                    chosen.append(test)
                case _:
                    pass
        if low is None or high is None:
            return None
        for test in chosen:
            self._use(test)
        kind = types.Seq(types.INT)
        return tree.Call(Builtin.RANGE, (low, high), type=kind, span=bound.span)

    def _about(
        self, bound: tree.Bound, chosen: Sequence[tree.Expr] = ()
    ) -> Iterator[tuple[tree.Expr, Operator, tree.Expr]]:
        """The comparisons `x op e`, with an `e` that can be evaluated before `x` has a value."""
        for test in self.tests:
            match test:
                case tree.Apply(op, (tree.Local(name), e)) if (
                    op in _MIRRORED and name == bound.name and self._is_usable(e, test, chosen)
                ):
                    yield test, op, e
                case tree.Apply(op, (e, tree.Local(name))) if (
                    op in _MIRRORED and name == bound.name and self._is_usable(e, test, chosen)
                ):
                    yield test, _MIRRORED[op], e
                case _:
                    pass

    def _is_usable(self, e: tree.Expr, test: tree.Expr, chosen: Sequence[tree.Expr] = ()) -> bool:
        """Whether `e` is known, and defined though the tests before it were not evaluated."""
        if not self.unknown.isdisjoint(free_locals(e)):
            return False
        before = takewhile(lambda t: t is not test, self.tests)
        return _is_total(e) or all(any(t is c for c in chosen) for t in before)

    def _use(self, test: tree.Expr) -> None:
        self.tests = [t for t in self.tests if t is not test]


def _is_total(e: tree.Expr) -> bool:
    for part in walk(e):
        match part:
            case tree.Index() | tree.Slice() | tree.UserCall():
                return False
            case tree.Call(Builtin.MAX | Builtin.MIN | Builtin.I_MIN, (_,)):
                return False
            case tree.Apply(op) if op in _PARTIAL:
                return False
            case _:
                pass
    return True


def _is_part(t: Type, whole: Type) -> bool:
    """Whether values of one type are surely of the other."""
    return t == whole or isinstance(whole, types.Int)


def _element(t: Type) -> Type:
    match t:
        case types.Seq(of) | types.Set(of) | types.Mset(of):
            return of
        case types.Map(key):
            return key
        case _:
            return types.UNKNOWN


def _number(value: int, beside: tree.Node) -> tree.Expr:
    return tree.Literal(value, type=types.INT, span=beside.span)


def _is_zero(e: tree.Expr) -> bool:
    return isinstance(e, tree.Literal) and e.value == 0


def _successor(e: tree.Expr) -> tree.Expr:
    parts = (e, _number(1, e))
    return tree.Apply(Operator.ADD, parts, type=types.INT, span=e.span)
