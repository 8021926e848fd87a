"""What holds between terms, by looking at all states for each candidate: slow and obvious."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.values import Boolean, FiniteSet, Value
from holdfast.mine.facts import Fact, Form
from holdfast.mine.lattice import Rel
from holdfast.mine.terms import Term

Row = list[frozenset[int]]
_TESTS: dict[Rel, Callable[[int], bool]] = {
    Rel.EQ: lambda d: d == 0,
    Rel.LT: lambda d: d < 0,
    Rel.GT: lambda d: d > 0,
    Rel.LE: lambda d: d <= 0,
    Rel.GE: lambda d: d >= 0,
    Rel.NE: lambda d: d != 0,
}
"""From the strongest; of the true ones the first is the relation."""


def reachable(machine: Machine, most: int = 3000) -> tuple[list[State], list[State]] | None:
    """The states within the constraints, and their successors outside; None if there are many."""
    system = machine.system
    inside, outside = dict[State, None](), dict[State, None]()

    def meet(state: State) -> None:
        if all(machine.holds(p.expr, state) for p in system.constraints):
            if state not in inside:
                inside[state] = None
                pending.append(state)
        else:
            outside[state] = None

    pending: list[State] = []
    machine.initial_states(meet)
    while pending:
        state = pending.pop()
        for mover in machine.movers:
            for successor in machine.successors(state, mover):
                meet(successor)
        if len(inside) > most:
            return None
    return list(inside), list(outside)


def rows_of(machine: Machine, terms: Sequence[Term], states: Sequence[State]) -> list[Row]:
    """The instances of each term in each state."""
    return [[_instances(machine, term, state) for term in terms] for state in states]


def value_or_none(machine: Machine, e: Expr, state: State) -> Value | None:
    """The value of an expression, if it has one."""
    try:
        return machine.value(e, state)
    except EvalError:
        return None


def _instances(machine: Machine, term: Term, state: State) -> frozenset[int]:
    value = value_or_none(machine, term.expr(), state)
    if value is None:
        return frozenset()
    values: frozenset[Value] = (
        value.elements if isinstance(value, FiniteSet) else frozenset((value,))
    )
    return frozenset(
        int(v.truth) if isinstance(v, Boolean) else v
        for v in values
        if isinstance(v, int | Boolean)
    )


def naive_facts(rows: list[Row], terms: Sequence[Term], form: Form) -> set[Fact]:
    """All facts of a form, as `facts_of` defines them."""
    return set(_FORMS[form](rows, terms))


def _values(rows: list[Row], a: int) -> set[int]:
    return set().union(*(row[a] for row in rows))


def _together(rows: list[Row], *terms: int) -> list[tuple[int, ...]]:
    """All combinations of instances in all states."""
    found: set[tuple[int, ...]] = set()
    for row in rows:
        combos: list[tuple[int, ...]] = [()]
        for t in terms:
            combos = [(*c, v) for c in combos for v in row[t]]
        found.update(combos)
    return list(found)


def _order(rows: list[Row], terms: Sequence[Term]) -> Iterator[Fact]:
    for a, b in combinations(range(len(terms)), 2):
        pairs = _together(rows, a, b)
        held = [rel for rel, test in _TESTS.items() if all(test(x - y) for x, y in pairs)]
        if pairs and held:
            yield Fact("order", held[0], (a,), (b,))


def _bound(rows: list[Row], terms: Sequence[Term]) -> Iterator[Fact]:
    for a, term in enumerate(terms):
        values = _values(rows, a)
        if len(values) == 1:
            yield Fact("bound", Rel.EQ, (a,), (), min(values))
        elif values and term.kind != "Boolean":
            yield Fact("bound", Rel.GE, (a,), (), min(values))
            yield Fact("bound", Rel.LE, (a,), (), max(values))


def _congruence(rows: list[Row], terms: Sequence[Term]) -> Iterator[Fact]:
    for a in range(len(terms)):
        values = _values(rows, a)
        if len(values) < 2:
            continue
        moduli = [m for m in range(2, 40) if len({v % m for v in values}) == 1]
        if moduli:
            most = max(moduli)
            yield Fact("congruence", Rel.EQ, (a,), (), min(values) % most, most)


def _difference(rows: list[Row], terms: Sequence[Term]) -> Iterator[Fact]:
    counted = [i for i, t in enumerate(terms) if t.kind == "integer" and not t.several]
    for a, b in combinations(counted, 2):
        apart = {x - y for x, y in _together(rows, a, b)}
        one, other = _values(rows, a), _values(rows, b)
        if not apart:
            continue
        if len(apart) == 1:
            if apart != {0} and (len(one) > 1 or len(other) > 1):
                yield Fact("difference", Rel.EQ, (a,), (b,), min(apart))
            continue
        if max(apart) < max(one) - min(other) and max(apart) not in (0, -1):
            yield Fact("difference", Rel.LE, (a,), (b,), max(apart))
        if min(apart) > min(one) - max(other) and min(apart) not in (0, 1):
            yield Fact("difference", Rel.GE, (a,), (b,), min(apart))


def _implication(rows: list[Row], terms: Sequence[Term]) -> Iterator[Fact]:
    logical = [i for i, t in enumerate(terms) if t.kind == "Boolean" and not t.several]
    for a, b in combinations(logical, 2):
        if len(_values(rows, a)) < 2 or len(_values(rows, b)) < 2:
            continue
        pairs = set(_together(rows, a, b))
        if pairs and pairs <= {(0, 0), (1, 1)}:
            yield Fact("implication", "<=>", (a,), (b,))
            continue
        if not pairs:
            continue
        if (1, 0) not in pairs:
            yield Fact("implication", "=>", (a,), (b,))
        if (0, 1) not in pairs:
            yield Fact("implication", "=>", (b,), (a,))
        if (1, 1) not in pairs:
            yield Fact("implication", "excludes", (a,), (b,))
        if (0, 0) not in pairs:
            yield Fact("implication", "or", (a,), (b,))


_FORMS = {
    "order": _order,
    "bound": _bound,
    "congruence": _congruence,
    "difference": _difference,
    "implication": _implication,
}


def naive_sums(rows: list[Row], terms: Sequence[Term]) -> dict[tuple[int, ...], tuple[int, int]]:
    """The extremes of `a + b` and of `a + b - c`."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for a, b in combinations(range(len(terms)), 2):
        sums = [x + y for x, y in _together(rows, a, b)]
        if sums:
            found[a, b] = min(sums), max(sums)
        for c in range(len(terms)):
            if c not in (a, b):
                sums = [x + y - z for x, y, z in _together(rows, a, b, c)]
                if sums:
                    found[a, b, c] = min(sums), max(sums)
    return found
