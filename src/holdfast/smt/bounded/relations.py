"""Equality, membership and the elements of symbolic values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holdfast.ir.errors import EvalError
from holdfast.ir.order import equal
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Value
from holdfast.smt.bounded.elements import endless, functions, range_members, records, subsets
from holdfast.smt.bounded.numbers import at_most
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import (
    LAZY,
    Combined,
    Filtered,
    FunctionSet,
    Given,
    Mixed,
    PartialFunctions,
    Powerset,
    Range,
    RecordSet,
    Rule,
    SequenceSet,
    Sym,
    SymFun,
    SymInt,
    SymSet,
    cases,
    is_known,
    kind_of,
)
from holdfast.smt.bounded.values import (
    MOST_NUMBERS,
    boolean_term,
    function_view,
    make_set,
    number_term,
    set_view,
)
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, eq, iff, implies, le, not_, number, or_

# ---- equality ----


def same(a: Sym, b: Sym, at: Place) -> Term:
    """Whether two values are equal, as a formula."""
    if a is b:
        return TRUE
    if not isinstance(a, Mixed) and not isinstance(b, Mixed):
        return _same_simple(a, b, at)
    parts = []
    for g, x in cases(a):
        for h, y in cases(b):
            both = and_(g, h)
            if both is not FALSE:
                parts.append(and_(both, _same_simple(x, y, at.under(both))))
    return or_(*parts)


def _same_simple(a: Sym, b: Sym, at: Place) -> Term:
    if a is b:
        return TRUE
    if is_known(a) and is_known(b):
        return _same_known(a, b, at)
    kind = kind_of(a)
    if kind != kind_of(b):
        if not _is_model_value(a) and not _is_model_value(b):
            at.require(FALSE, f"a {kind} is not compared with a {kind_of(b)}")
        return FALSE
    match kind:
        case "boolean":
            return iff(boolean_term(a), boolean_term(b))
        case "number":
            return eq(number_term(a), number_term(b))
        case "set":
            return _same_sets(a, b, at)
        case _:
            return _same_functions(a, b, at)


def _is_model_value(v: Sym) -> bool:
    return isinstance(v, ModelValue) and not v.type


def _same_known(a: Any, b: Any, at: Place) -> Term:
    if type(a) is type(b) and type(a) in (int, str, Boolean):
        return TRUE if a == b else FALSE
    try:
        return TRUE if equal(a, b) else FALSE
    except EvalError as error:
        at.fail(str(error.message))
        return FALSE


def _same_sets(a: Sym, b: Sym, at: Place) -> Term:
    if isinstance(a, Given) and isinstance(b, Given) and a.name == b.name:
        return TRUE
    if isinstance(a, Powerset) and isinstance(b, Powerset):
        return same(a.base, b.base, at)
    if isinstance(a, Given) != isinstance(b, Given):
        at.require(FALSE, "an infinite set is not compared with a finite one")
        return FALSE
    left, right = listed(a, at), listed(b, at)
    parts = []
    for value in {**left.known, **right.known}:
        in_left, in_right = has_known(left, value, at), has_known(right, value, at)
        parts.append(iff(in_left, in_right))
    for one, other in ((left, right), (right, left)):
        parts += [implies(g, has(other, v, at.under(g))) for v, g in one.rest]
    return and_(*parts)


def _same_functions(a: Sym, b: Sym, at: Place) -> Term:
    left, right = table(a, at).entries, table(b, at).entries
    parts = []
    for key in {**left, **right}:
        p, x = left.get(key, (FALSE, 0))
        q, y = right.get(key, (FALSE, 0))
        parts.append(iff(p, q))
        both = and_(p, q)
        if both is not FALSE:
            parts.append(implies(both, same(x, y, at.under(both))))
        if parts[-1] is FALSE:
            return FALSE
    return and_(*parts)


def table(v: Sym, at: Place) -> SymFun:
    """A function that is not mixed as a table by arguments."""
    match v:
        case tuple() | Function() | SymFun():
            return function_view(v)
        case Rule(domain, apply):
            members = listed(domain, at)
            if members.rest:
                raise refuse_bounded("key", at.span, "not known")
            return SymFun({k: (g, apply(k, at.under(g))) for k, g in members.known.items()})
        case _:
            raise AssertionError("a function was expected")


# ---- membership ----


def contains(collection: Sym, v: Sym, at: Place) -> Term:
    """Whether a value is an element of a set, as a formula."""
    parts = []
    for guard, s in cases(collection):
        here = at.under(guard)
        if kind_of(s) != "set":
            here.fail(f"a {kind_of(s)} is not a set")
            continue
        parts.append(and_(guard, _contains_any(s, v, here)))
    return or_(*parts)


def _contains_any(s: Sym, v: Sym, at: Place) -> Term:
    if isinstance(s, FiniteSet | SymSet):
        return has(set_view(s), v, at)
    parts = []
    for guard, x in cases(v):
        parts.append(and_(guard, _in_lazy(s, x, at.under(guard))))
    return or_(*parts)


def has(s: SymSet, v: Sym, at: Place) -> Term:
    """Whether a value is in an enumerated set."""
    if is_known(v):
        return has_known(s, v, at)  # type: ignore[arg-type]
    parts = []
    for guard, x in cases(v):
        here = at.under(guard)
        if is_known(x):
            found = has_known(s, x, here)  # type: ignore[arg-type]
        else:
            inside = _in_interval(s, x)
            each = (and_(g, same(e, x, here.under(g))) for e, g in s.members())
            found = or_(*each) if inside is None else inside
        parts.append(and_(guard, found))
    return or_(*parts)


def _in_interval(s: SymSet, x: Sym) -> Term | None:
    """Whether a number is in a large set of numbers without gaps, if it is one."""
    if not isinstance(x, SymInt) or s.rest or len(s.known) <= MOST_NUMBERS:
        return None
    known = [e for e, present in s.known.items() if type(e) is int and present is TRUE]
    if len(known) < len(s.known) or max(known) - min(known) + 1 > len(known):
        return None
    return and_(le(number(min(known)), x.term), le(x.term, number(max(known))))


def has_known(s: SymSet, v: Value, at: Place) -> Term:
    """Whether a known value is in an enumerated set."""
    found = s.known.get(v, FALSE)
    if found is FALSE and at.recorder.on:
        for e, g in s.known.items():
            same(e, v, at.under(g))  # for the condition that they can be compared
    if found is TRUE or not s.rest:
        return found
    return or_(found, *(and_(g, same(e, v, at.under(g))) for e, g in s.rest))


def _in_lazy(s: Sym, v: Sym, at: Place) -> Term:
    match s:
        case Given(name):
            return _in_given(name, v, at)
        case Range(low, high):
            return _in_range(low, high, v, at)
        case Powerset(base):
            return is_subset(v, base, at) if _kind(v, "set", at) else FALSE
        case FunctionSet(domain, range_):
            return _in_function_set(domain, range_, v, at) if _kind(v, "function", at) else FALSE
        case PartialFunctions(domain, range_):
            return _in_partial(domain, range_, v, at) if _kind(v, "function", at) else FALSE
        case RecordSet(fields):
            return _in_record_set(fields, v, at) if _kind(v, "function", at) else FALSE
        case SequenceSet(base, longest):
            return _in_sequences(base, longest, v, at) if _kind(v, "function", at) else FALSE
        case Filtered(base, test):
            inside = contains(base, v, at)
            return and_(inside, test(v, at.under(inside))) if inside is not FALSE else FALSE
        case Combined("union", left, right):
            return or_(contains(left, v, at), contains(right, v, at))
        case Combined("intersect", left, right):
            return and_(contains(left, v, at), contains(right, v, at))
        case Combined(_, left, right):
            return and_(contains(left, v, at), not_(contains(right, v, at)))
        case _:
            raise AssertionError("a set was expected")


def _kind(v: Sym, wanted: str, at: Place) -> bool:
    if kind_of(v) == wanted:
        return True
    if not _is_model_value(v):
        at.fail(f"a {kind_of(v)} cannot be an element of a set of {wanted}s")
    return False


def _in_given(name: str, v: Sym, at: Place) -> Term:
    if name == "STRING":
        return TRUE if _kind(v, "string", at) else FALSE
    if not _kind(v, "number", at):
        return FALSE
    return le(number(0), number_term(v)) if name == "Nat" else TRUE


def _in_range(low: Sym, high: Sym, v: Sym, at: Place) -> Term:
    if not _kind(v, "number", at):
        return FALSE
    return and_(at_most(low, v, at), at_most(v, high, at))


def is_subset(a: Sym, b: Sym, at: Place) -> Term:
    """Whether every element of one set is in the other."""
    parts = []
    for guard, s in cases(a):
        here = at.under(guard)
        if kind_of(s) != "set":
            here.fail(f"a {kind_of(s)} is not a set")
            continue
        if isinstance(s, LAZY) and endless(s):
            return _endless_subset(s, b, at)
        elements = listed(s, here).members()
        inside = [implies(g, contains(b, e, here.under(g))) for e, g in elements]
        parts.append(implies(guard, and_(*inside)))
    return and_(*parts)


def _endless_subset(s: Sym, b: Sym, at: Place) -> Term:
    order = ("Nat", "Int", "Real")
    match s, b:
        case Given(x), Given(y) if x in order and y in order:
            return TRUE if order.index(x) <= order.index(y) else FALSE
        case _:
            raise refuse_bounded("endless", at.span, "an infinite set")


def _in_function_set(domain: Sym, range_: Sym, v: Sym, at: Place) -> Term:
    f = table(v, at)
    keys = make_set([(k, p) for k, (p, _) in f.entries.items()])
    parts = [same(keys, domain, at)]
    for present, value in f.entries.values():
        parts.append(implies(present, contains(range_, value, at.under(present))))
    return and_(*parts)


def _in_partial(domain: Sym, range_: Sym, v: Sym, at: Place) -> Term:
    parts = []
    for key, (present, value) in table(v, at).entries.items():
        here = at.under(present)
        parts.append(implies(present, contains(domain, key, here)))
        parts.append(implies(present, contains(range_, value, here)))
    return and_(*parts)


def _in_record_set(fields: Sequence[tuple[Value, Sym]], v: Sym, at: Place) -> Term:
    f = table(v, at)
    names = dict(fields)
    parts = [not_(p) for k, (p, _) in f.entries.items() if k not in names]
    for key, base in fields:
        present, value = f.entries.get(key, (FALSE, 0))
        parts.append(present)
        if present is not FALSE:
            parts.append(contains(base, value, at.under(present)))
    return and_(*parts)


def _in_sequences(base: Sym, longest: int | None, v: Sym, at: Place) -> Term:
    f = table(v, at)
    parts = [is_sequence(f)]
    if longest is not None:
        parts.append(not_(f.entries.get(longest + 1, (FALSE, 0))[0]))
    for present, value in f.entries.values():
        parts.append(implies(present, contains(base, value, at.under(present))))
    return and_(*parts)


def is_sequence(f: SymFun) -> Term:
    """Whether a function is a sequence: its arguments are 1..n."""
    if f.sequence:
        return TRUE
    numbers = sorted(k for k in f.entries if type(k) is int and k > 0)
    parts = [not_(p) for k, (p, _) in f.entries.items() if type(k) is not int or k <= 0]
    for k in numbers:
        before = TRUE if k == 1 else f.entries.get(k - 1, (FALSE, 0))[0]
        parts.append(implies(f.entries[k][0], before))
    return and_(*parts)


# ---- elements ----


def listed(s: Sym, at: Place) -> SymSet:
    """The set with its elements enumerated."""
    match s:
        case FiniteSet() | SymSet():
            return set_view(s)
        case Mixed():
            return set_view(_listed_cases(s, at))
        case Range(low, high):
            return set_view(make_set(range_members(low, high, at)))
        case Powerset(base):
            return set_view(make_set(subsets(listed(base, at), at)))
        case FunctionSet(domain, range_):
            return set_view(make_set(functions(listed(domain, at), listed(range_, at), at)))
        case RecordSet(fields):
            return set_view(
                make_set(records([(name, listed(base, at)) for name, base in fields], at))
            )
        case Filtered(base, test):
            members = listed(base, at).members()
            return set_view(make_set([(e, and_(g, test(e, at.under(g)))) for e, g in members]))
        case Combined(operator, left, right):
            return set_view(make_set(_combination(operator, left, right, at)))
        case PartialFunctions():
            raise refuse_bounded("endless", at.span, "a set of functions")
        case Given(name):
            raise refuse_bounded("endless", at.span, name)
        case SequenceSet():
            raise refuse_bounded("endless", at.span, "a set of sequences")
        case _:
            at.fail("this is not a set")
            return SymSet({})


def _listed_cases(s: Mixed, at: Place) -> FiniteSet | SymSet:
    sets = [(g, v) for g, v in s.cases if kind_of(v) == "set"]
    others = or_(*(g for g, v in s.cases if kind_of(v) != "set"))
    at.require(not_(others), "this is a set")
    members = [
        (e, and_(guard, g)) for guard, v in sets for e, g in listed(v, at.under(guard)).members()
    ]
    return make_set(members)


def _combination(operator: str, left: Sym, right: Sym, at: Place) -> list[tuple[Sym, Term]]:
    if operator == "union":
        return [*listed(left, at).members(), *listed(right, at).members()]
    if operator == "intersect" and endless(left):
        left, right = right, left
    found: list[tuple[Sym, Term]] = []
    for e, g in listed(left, at).members():
        inside = contains(right, e, at.under(g))
        found.append((e, and_(g, inside if operator == "intersect" else not_(inside))))
    return found
