"""Symbolic values of three unknown truths, and what they are once these are known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.values import Value, boolean
from holdfast.smt.bounded.place import Place, Recorder
from holdfast.smt.bounded.symbolic import Mixed, Sym, SymBool, SymFun, SymInt, SymSet, is_known
from holdfast.smt.bounded.values import make_function, make_set, merge, truth_value
from holdfast.smt.terms.term import TRUE, Term, and_, ite, not_, number, or_
from tests.smt.evaluation import Meaning, U, V, W, evaluate

Case: TypeAlias = tuple[bool, bool, bool]
"""Values of the formulas U, V and W."""
BOTH = (False, True)
CASES: tuple[Case, ...] = tuple(product(BOTH, BOTH, BOTH))
NOWHERE = Place(None, None, Recorder())


def _meaning(case: Case) -> Meaning:
    values: dict[tuple[str, tuple[int, ...]], int] = {}
    values.update({(name, ()): int(b) for name, b in zip("uvw", case, strict=True)})
    return Meaning({}, values)


def holds(t: Term, case: Case) -> bool:
    """Whether a formula over U, V and W is true."""
    return bool(evaluate(t, _meaning(case)))


def known(v: Sym, case: Case) -> Value:
    """What a symbolic value is; it must be one thing."""
    match v:
        case SymBool(term):
            return boolean(holds(term, case))
        case SymInt(term, low, high):
            value = evaluate(term, _meaning(case))
            assert low is None or low <= value
            assert high is None or value <= high
            return value
        case SymSet():
            return set_of([known(e, case) for e, g in v.members() if holds(g, case)])
        case SymFun(entries):
            present = [(k, x) for k, (p, x) in entries.items() if holds(p, case)]
            return function_from([(k, known(x, case)) for k, x in present])
        case Mixed(cases):
            (found,) = [x for g, x in cases if holds(g, case)]
            return known(found, case)
        case _:
            assert is_known(v)
            return v  # type: ignore[return-value]  # is_known says that it is a Value


tests: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from([U, V, W, TRUE]),
    lambda inner: st.one_of(
        inner.map(not_),
        st.tuples(inner, inner).map(lambda p: and_(*p)),
        st.tuples(inner, inner).map(lambda p: or_(*p)),
    ),
    max_leaves=3,
)


def one_of(values: st.SearchStrategy[Sym]) -> st.SearchStrategy[Sym]:
    """These values, and one or the other of them."""
    return st.recursive(
        values,
        lambda inner: st.builds(merge, tests, inner, inner),
        max_leaves=3,
    )


numbers: st.SearchStrategy[Sym] = one_of(
    st.one_of(
        st.integers(-1, 3),
        st.builds(
            lambda t, a, b: SymInt(ite(t, number(a), number(b)), min(a, b), max(a, b)),
            tests,
            st.integers(-1, 3),
            st.integers(-1, 3),
        ),
    )
)
unlimited: st.SearchStrategy[Sym] = st.builds(
    lambda t, a, b: SymInt(ite(t, number(a), number(b))),
    tests,
    st.integers(-1, 3),
    st.integers(-1, 3),
)
"""Numbers whose bounds nobody knows: they are not listed one by one."""
booleans: st.SearchStrategy[Sym] = one_of(tests.map(truth_value))
strings: st.SearchStrategy[Sym] = one_of(st.sampled_from(["a", "b", "c"]))


def sets(elements: st.SearchStrategy[Sym]) -> st.SearchStrategy[Sym]:
    """Sets of up to three elements."""
    return one_of(st.lists(st.tuples(elements, tests), max_size=3).map(make_set))


def sequences(items: st.SearchStrategy[Sym]) -> st.SearchStrategy[Sym]:
    """Sequences of up to three items."""

    def made(row: list[tuple[Sym, Term]]) -> Sym:
        there: Term = TRUE
        entries: dict[Value, tuple[Term, Sym]] = {}
        for i, (item, test) in enumerate(row, 1):
            there = and_(there, test)
            entries[i] = (there, item)
        return make_function(entries, sequence=True)

    return one_of(st.lists(st.tuples(items, tests), max_size=3).map(made))


def functions(range_: st.SearchStrategy[Sym]) -> st.SearchStrategy[Sym]:
    """Functions from some strings."""
    keys: st.SearchStrategy[Value] = st.sampled_from(["a", "b"])
    entries = st.dictionaries(keys, st.tuples(tests, range_))
    return one_of(entries.map(lambda e: make_function(e)))


def in_each_case(*values: Sym) -> Iterator[tuple[Case, tuple[Value, ...]]]:
    """The eight cases, and what the values are in each."""
    for case in CASES:
        yield case, tuple(known(v, case) for v in values)
