"""Constructors of symbolic values: sets, functions, one of several values, all cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, TypeAlias

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import FALSE as NO
from holdfast.ir.values import TRUE as YES
from holdfast.ir.values import Boolean, FiniteSet, Function, Value
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.symbolic import (
    LAZY,
    NOTHING,
    Mixed,
    Rule,
    Sym,
    SymBool,
    SymFun,
    SymInt,
    SymSet,
    cases,
    is_known,
    kind_of,
)
from holdfast.smt.terms.term import FALSE, TRUE, Term, add, and_, eq, ite, not_, number, or_

MOST_NUMBERS = 16
"""The limit on numbers that are separate cases; more of them become one term."""
MOST_EXPANDED = 32
"""The limit on values of an unknown element that are separate cases."""


# ---- constructors ----


def truth_value(t: Term) -> Sym:
    """The Boolean value of a formula."""
    if t is TRUE:
        return YES
    return NO if t is FALSE else SymBool(t)


def numeral(t: Term, low: int | None = None, high: int | None = None) -> Sym:
    """The number of a term."""
    return low if low is not None and low == high else SymInt(t, low, high)


def make_set(members: Iterable[tuple[Sym, Term]]) -> FiniteSet | SymSet:
    """The set of these elements, each under its condition."""
    found: dict[Value, list[Term]] = {}
    rest: dict[int, tuple[Sym, Term]] = {}
    for v, guard in members:
        if guard is FALSE:
            continue
        expanded = expand(v, MOST_EXPANDED)
        if expanded is None:
            before = rest.get(id(v))
            rest[id(v)] = (v, guard if before is None else or_(before[1], guard))
            continue
        for when, value in expanded:
            both = and_(guard, when)
            if both is not FALSE:
                found.setdefault(value, []).append(both)
    known = {value: _any(guards) for value, guards in found.items()}
    if not rest and all(g is TRUE for g in known.values()):
        return set_of(known)
    return SymSet(known, tuple(rest.values()))


def _any(guards: list[Term]) -> Term:
    return guards[0] if len(guards) == 1 else or_(*guards)


def make_function(
    entries: Mapping[Value, tuple[Term, Sym]], sequence: bool = False
) -> tuple[Value, ...] | Function | SymFun:
    """The function with these arguments, each under its condition."""
    present = {k: e for k, e in entries.items() if e[0] is not FALSE}
    if all(p is TRUE and is_known(v) for p, v in present.values()):
        with suppress(EvalError):  # incomparable arguments have no order
            return function_from([(k, v) for k, (_, v) in present.items()])  # type: ignore[misc]  # all are known
    return SymFun(present, sequence)


def set_view(v: FiniteSet | SymSet) -> SymSet:
    """An enumerated set by its elements."""
    return v if isinstance(v, SymSet) else SymSet(dict.fromkeys(ordered_or_any(v), TRUE))


def ordered_or_any(v: FiniteSet) -> Iterable[Value]:
    """The elements in order, if they are comparable."""
    try:
        return ordered(v)
    except EvalError:
        return sorted(v.elements, key=lambda e: show(e, sort=False))


def function_view(v: tuple[Value, ...] | Function | SymFun) -> SymFun:
    """A function by its arguments."""
    if isinstance(v, SymFun):
        return v
    if isinstance(v, tuple):
        return SymFun({i: (TRUE, x) for i, x in enumerate(v, 1)}, True)
    pairs = zip(ordered(v.domain), v.values, strict=True)
    return SymFun({k: (TRUE, x) for k, x in pairs})


# ---- one of several values ----


def merge(test: Term, yes: Sym, no: Sym) -> Sym:
    """The first value if the test holds, else the second."""
    if test is TRUE or yes is no:
        return yes
    if test is FALSE:
        return no
    return merge_all([(test, yes), (not_(test), no)])


def merge_all(alternatives: Iterable[tuple[Term, Sym]]) -> Sym:
    """The value whose condition holds; the conditions must be mutually exclusive."""
    simple: list[tuple[Term, Sym]] = []
    for guard, v in alternatives:
        if guard is FALSE:
            continue
        if isinstance(v, Mixed):
            simple += [(g, x) for w, x in v.cases if (g := and_(guard, w)) is not FALSE]
        else:
            simple.append((guard, v))
    if not simple:
        return NOTHING
    first = simple[0][1]
    if all(v is first for _, v in simple):
        return first
    groups: dict[str, list[tuple[Term, Sym]]] = {}
    for guard, v in simple:
        groups.setdefault(kind_of(v), []).append((guard, v))
    found: list[tuple[Term, Sym]] = []
    for kind, group in groups.items():
        found += _MERGE[kind](group)
    return found[0][1] if len(found) == 1 else Mixed(tuple(found))


Group: TypeAlias = "list[tuple[Term, Sym]]"


def _guard(group: Iterable[tuple[Term, Any]]) -> Term:
    return or_(*(g for g, _ in group))


def _merge_booleans(group: Group) -> Group:
    parts = []
    for guard, v in group:
        term = boolean_term(v)
        parts.append(and_(guard, term))
    return [(_guard(group), truth_value(or_(*parts)))]


def boolean_term(v: Sym) -> Term:
    """The formula of a Boolean; any other value counts as false."""
    match v:
        case Boolean():
            return TRUE if v is YES else FALSE
        case SymBool(term):
            return term
        case _:
            return FALSE


def as_truth(v: Sym, at: Place, where: str = "the formula") -> Term:
    """The formula of a Boolean; records the condition that it is one."""
    match v:
        case Boolean() | SymBool():
            return boolean_term(v)
        case _:
            parts = []
            for guard, x in cases(v):
                if kind_of(x) != "boolean":
                    at.under(guard).require(FALSE, f"{where} is TRUE or FALSE")
                else:
                    parts.append(and_(guard, boolean_term(x)))
            return or_(*parts)


def _merge_atoms(group: Group) -> Group:
    found: dict[Any, list[Term]] = {}
    for guard, v in group:
        found.setdefault(v, []).append(guard)
    return [(_any(guards), v) for v, guards in found.items()]


def _merge_numbers(group: Group) -> Group:
    if all(type(v) is int for _, v in group):
        merged = _merge_atoms(group)
        if len(merged) <= MOST_NUMBERS:
            return merged
        group = merged
    return [(_guard(group), number_of_cases(group))]


def number_of_cases(group: Sequence[tuple[Term, Sym]]) -> SymInt:
    """Numbers under formulas as one term."""
    term: Term | None = None
    lows: list[int | None] = []
    highs: list[int | None] = []
    for guard, v in reversed(group):
        own = v if isinstance(v, SymInt) else SymInt(number(v), v, v)  # type: ignore[arg-type]
        term = own.term if term is None else ite(guard, own.term, term)
        lows.append(own.low)
        highs.append(own.high)
    assert term is not None
    return SymInt(term, least(lows), greatest(highs))


def number_term(v: Sym) -> Term:
    """The term of a number."""
    match v:
        case int():
            return number(v)
        case SymInt(term):
            return term
        case _:
            raise AssertionError("a number was expected")


def least(bounds: Iterable[int | None]) -> int | None:
    """The least bound, if all are known."""
    known = list(bounds)
    return None if None in known else min(b for b in known if b is not None)


def greatest(bounds: Iterable[int | None]) -> int | None:
    """The greatest bound, if all are known."""
    known = list(bounds)
    return None if None in known else max(b for b in known if b is not None)


def _merge_sets(group: Group) -> Group:
    lazy: Group = [(g, v) for g, v in group if isinstance(v, LAZY)]
    listed = [(g, v) for g, v in group if isinstance(v, FiniteSet | SymSet)]
    if not listed:
        return lazy
    if len(listed) == 1:
        return [*lazy, *listed]
    members = [(x, and_(g, w)) for g, v in listed for x, w in set_view(v).members()]
    return [*lazy, (_guard(listed), make_set(members))]


def _merge_functions(group: Group) -> Group:
    rules: Group = [(g, v) for g, v in group if isinstance(v, Rule)]
    tables = [(g, v) for g, v in group if isinstance(v, tuple | Function | SymFun)]
    if not tables:
        return rules
    known = {v: g for g, v in tables if is_known(v)}
    if len(tables) == 1 or (len(known) == 1 and len(known) == len(tables)):
        return [*rules, *tables]
    views = [(g, function_view(v)) for g, v in tables]
    rows: dict[Value, list[tuple[Term, Term, Sym]]] = {}
    for guard, f in views:
        for key, (present, value) in f.entries.items():
            rows.setdefault(key, []).append((guard, present, value))
    everywhere = _guard(tables)
    entries = {}
    for key, row in rows.items():
        full = len(row) == len(views) and all(p is TRUE for _, p, _ in row)
        present = TRUE if full else or_(*(and_(g, p) for g, p, _ in row))
        entries[key] = (present, merge_all([(and_(g, p), v) for g, p, v in row]))
    sequence = all(f.sequence for _, f in views)
    return [*rules, (everywhere, make_function(entries, sequence))]


_MERGE: Mapping[str, Callable[[Group], Group]] = {
    "boolean": _merge_booleans,
    "number": _merge_numbers,
    "string": _merge_atoms,
    "model value": _merge_atoms,
    "set": _merge_sets,
    "function": _merge_functions,
}


# ---- enumerating the cases of a value ----


def expand(v: Sym, most: int) -> list[tuple[Term, Value]] | None:
    """All possible known values, with conditions; None if there are too many."""
    match v:
        case _ if is_known(v):
            return [(TRUE, v)]  # type: ignore[list-item]
        case SymBool(term):
            return [(term, YES), (not_(term), NO)]
        case SymInt(term, low, high):
            if low is None or high is None or high - low >= most:
                return None
            return [(eq(term, number(k)), k) for k in range(low, high + 1)]
        case Mixed(options):
            return _expand_cases(options, most)
        case SymSet(known, ()):
            return _expand_set(known, most)
        case SymFun(entries):
            return _expand_function(entries, most)
        case _:
            return None


def _expand_cases(
    options: Sequence[tuple[Term, Sym]], most: int
) -> list[tuple[Term, Value]] | None:
    found: list[tuple[Term, Value]] = []
    for guard, v in options:
        each = expand(v, most - len(found))
        if each is None or len(found) + len(each) > most:
            return None
        found += [(both, x) for w, x in each if (both := and_(guard, w)) is not FALSE]
    return found


def _expand_set(known: Mapping[Value, Term], most: int) -> list[tuple[Term, Value]] | None:
    open_ones = [(v, g) for v, g in known.items() if g is not TRUE]
    if 1 << len(open_ones) > most:
        return None
    fixed = [v for v, g in known.items() if g is TRUE]
    found: list[tuple[Term, Value]] = []
    for chosen in product((True, False), repeat=len(open_ones)):
        picked = list(zip(open_ones, chosen, strict=True))
        guard = and_(*(g if yes else not_(g) for (_, g), yes in picked))
        if guard is not FALSE:
            found.append((guard, set_of([*fixed, *(v for (v, _), yes in picked if yes)])))
    return found


def _expand_function(
    entries: Mapping[Value, tuple[Term, Sym]], most: int
) -> list[tuple[Term, Value]] | None:
    columns: list[list[tuple[Term, Value | None]]] = []
    count = 1
    for present, v in entries.values():
        each = expand(v, most)
        if each is None:
            return None
        column: list[tuple[Term, Value | None]] = [(and_(present, g), x) for g, x in each]
        if present is not TRUE:
            column.append((not_(present), None))
        count *= len(column)
        if count > most:
            return None
        columns.append(column)
    found: list[tuple[Term, Value]] = []
    for row in product(*columns):
        guard = and_(*(g for g, _ in row))
        if guard is not FALSE:
            pairs = [(k, x) for k, (_, x) in zip(entries, row, strict=True) if x is not None]
            try:
                found.append((guard, function_from(pairs)))
            except EvalError:
                return None  # incomparable arguments have no order
    return found


def count_terms(guards: Sequence[Term]) -> Sym:
    """How many of the formulas hold."""
    fixed = sum(g is TRUE for g in guards)
    open_ones = [g for g in guards if g is not TRUE and g is not FALSE]
    if len(open_ones) > 8:
        term = add(*(ite(g, number(1), number(0)) for g in open_ones), number(fixed))
        return SymInt(term, fixed, fixed + len(open_ones))
    exactly: list[Term] = [TRUE]
    for g in open_ones:
        before = exactly
        stay = [and_(t, not_(g)) for t in before] + [FALSE]
        move = [FALSE] + [and_(t, g) for t in before]
        exactly = [or_(a, b) for a, b in zip(stay, move, strict=True)]
    return merge_all([(t, fixed + k) for k, t in enumerate(exactly)])
