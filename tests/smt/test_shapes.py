"""Shapes describe values: joined, taken apart into alternatives, and made of symbols."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.smt.solvers.outcome import Limits
from holdfast.smt.solvers.solve import solve
from holdfast.smt.terms.term import (
    TRUE,
    Query,
    Sort,
    Symbol,
    and_,
    as_number,
    eq,
    exists,
    forall,
    iff,
    implies,
    not_,
    number,
    or_,
    to_smtlib,
    variable,
)
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.domains import atoms_of
from holdfast.smt.unbounded.shapes import (
    ATOM,
    NOTHING,
    Atoms,
    Elements,
    Functions,
    Nothing,
    Numbers,
    Reals,
    Records,
    Reified,
    Sequences,
    Sets,
    Shape,
    Truths,
    Tuples,
    Unions,
    alternatives,
    join,
    join_all,
    kind,
    label,
    sorts,
)
from holdfast.smt.unbounded.symbols import enumerated, symbolic
from holdfast.smt.unbounded.theory import Theory

pytestmark = pytest.mark.smt

NODE, KEY = Sort("Node"), Sort("Key")
LIMITS = Limits(rlimit=4_000_000, memory_mb=500, seconds=20)

LEAVES: st.SearchStrategy[Shape] = st.one_of(
    st.sets(st.booleans(), min_size=1).map(lambda v: Truths(frozenset(v))),
    st.sets(st.integers(0, 5), min_size=1, max_size=4).map(lambda v: Numbers(frozenset(v))),
    st.just(Numbers()),
    st.just(Reals()),
    st.sets(st.sampled_from(['"a"', '"b"', "m"]), min_size=1).map(lambda v: Atoms(frozenset(v))),
    st.sampled_from([Elements(NODE), Elements(KEY)]),
)


def functions_up_to(length: int, of: Shape) -> Functions:
    """The functions on 1..length."""
    key = Numbers(frozenset(range(1, length + 1)))
    return Functions(key, (TRUE,) * length, of, number(length))


SHAPES: st.SearchStrategy[Shape] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2).map(lambda i: Tuples(tuple(i))),
        st.tuples(inner, inner).map(lambda p: Records((("a", p[0]), ("b", p[1])))),
        LEAVES.map(Sets),
        st.tuples(LEAVES, LEAVES).map(lambda p: Functions(p[0], None, p[1])),
        st.tuples(st.integers(1, 2), LEAVES).map(lambda p: functions_up_to(*p)),
        inner.map(Sequences),
        st.tuples(inner, inner).map(lambda p: join(*p)),
    ),
    max_leaves=4,
)


def fits(v: Any, s: Shape) -> bool:
    """Whether a value, marked with its kind, has a shape."""
    of, value = v
    if isinstance(of, int) and isinstance(s, Functions):
        return fits(("function", [(("number", i), x) for i, x in enumerate(value, 1)]), s)
    match s:
        case Nothing():
            return False
        case Truths(values):
            return of == "truth" and value in values
        case Numbers(values):
            return of == "number" and (values is None or value in values)
        case Reals():
            return bool(of == "number")
        case Atoms(values):
            return of == "atom" and (values is None or value in values)
        case Elements(sort):
            return bool(of == sort)
        case Tuples(items):
            return of == len(items) and all(map(fits, value, items))
        case Records(fields):
            names = tuple(n for n, _ in fields)
            return of == names and all(fits(x, f) for x, (_, f) in zip(value, fields, strict=True))
        case Sets(inner) | Reified(_, inner):
            return of == "set" and all(fits(x, inner) for x in value)
        case Functions(key, _, range_):
            return of == "function" and all(fits(k, key) and fits(x, range_) for k, x in value)
        case Sequences(inner):
            return isinstance(of, int) and all(fits(x, inner) for x in value)
        case Unions(choices):
            return any(fits(v, c) for c in choices)


def samples(s: Shape) -> list[Any]:
    """Some values of a shape."""
    match s:
        case Nothing():
            return []
        case Truths(values):
            return [("truth", v) for v in sorted(values)]
        case Numbers(values):
            return [("number", v) for v in sorted(values or {0, 9})]
        case Reals():
            return [("number", v) for v in (0, 0.5)]
        case Atoms(values):
            return [("atom", v) for v in sorted(values or {'"z"'})]
        case Elements(sort):
            return [(sort, 1)]
        case Tuples(items):
            return [(len(items), row) for row in product(*(samples(i)[:3] for i in items))]
        case Records(fields):
            names = tuple(n for n, _ in fields)
            return [(names, row) for row in product(*(samples(f)[:3] for _, f in fields))]
        case Sets(inner) | Reified(_, inner):
            return [("set", ()), ("set", tuple(samples(inner)))]
        case Functions(_, _, range_, length) if length is not None:
            n = as_number(length) or 0
            return [(n, row) for row in product(samples(range_)[:3], repeat=n)]
        case Sequences(inner):
            return [(n, row) for n in range(3) for row in product(samples(inner)[:3], repeat=n)]
        case Functions(key, _, range_):
            return [("function", ()), ("function", ((samples(key)[0], samples(range_)[0]),))]
        case Unions(choices):
            return [v for c in choices for v in samples(c)]


@given(SHAPES, SHAPES)
def test_a_joined_shape_has_the_values_of_both(a: Shape, b: Shape) -> None:
    joined = join(a, b)
    assert all(fits(v, a) for v in samples(a))
    assert all(fits(v, joined) for v in (*samples(a), *samples(b)))
    assert join(b, a) == joined
    assert join(joined, a) == joined
    assert join(a, a) == a
    assert join(NOTHING, a) == join(a, NOTHING) == a


@given(st.lists(SHAPES, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_joining_does_not_matter(several: list[Shape], random: Any) -> None:
    other = list(several)
    random.shuffle(other)
    assert join_all(several) == join_all(other)


@given(SHAPES)
def test_a_union_has_one_shape_of_each_kind(s: Shape) -> None:
    if isinstance(s, Unions):
        assert len({kind(o) for o in s.options}) == len(s.options) > 1
        assert not any(isinstance(o, Unions) for o in s.options)


@given(SHAPES)
def test_every_value_has_exactly_one_alternative(s: Shape) -> None:
    for v in samples(s):
        assert sum(fits(v, a) for a in alternatives(s)) == 1
    assert not any(isinstance(a, Unions) for a in alternatives(s))


@given(SHAPES)
def test_an_alternative_is_a_row_of_terms_and_is_built_from_it_again(s: Shape) -> None:
    for a in alternatives(s):
        row = sorts(a)
        if row is not None:
            terms = tuple(Symbol(f"t{i}", (), sort)() for i, sort in enumerate(row))
            assert sym.rows(sym.rebuild(a, terms), a) == [(TRUE, terms)]


@given(SHAPES, SHAPES)
def test_different_alternatives_have_different_labels(a: Shape, b: Shape) -> None:
    known = alternatives(join(a, b))
    assert len({label(x) for x in known}) == len(known)


def test_many_alternatives_are_told_apart_by_arguments() -> None:
    numbers = Numbers(frozenset(range(4)))
    assert len(alternatives(Tuples((numbers, numbers)))) == 16
    (one,) = alternatives(Tuples((numbers,) * 3))
    assert sorts(one) == (number(0).sort,) * 3


def test_atoms_are_found_inside() -> None:
    s = Records((("a", Sets(Atoms(frozenset(('"x"',))))), ("b", Tuples((Atoms(frozenset("m")),)))))
    assert atoms_of(s) == {'"x"', "m"}
    assert sorts(Atoms()) == (ATOM,)


# ---- values made of symbols ----


def test_what_a_shape_enumerates_is_said_of_its_symbol() -> None:
    v = symbolic(Numbers(frozenset((1, 4))), "n")
    assert isinstance(v, sym.Number)
    assert enumerated(Numbers(frozenset((1, 4))), v) is or_(
        eq(v.term, number(1)), eq(v.term, number(4))
    )
    assert enumerated(Numbers(), symbolic(Numbers(), "n")) is TRUE


def test_a_set_is_a_relation_for_each_alternative() -> None:
    either = join(Elements(NODE), Atoms(frozenset("m")))
    s = symbolic(Sets(either), "s")
    assert isinstance(s, sym.Set)
    node = Symbol("n", (), NODE)()
    assert s.has(sym.Element(node)) is Symbol("s Node", (NODE,), TRUE.sort)(node)
    assert s.has(sym.literal_atom("m")) is Symbol("s m", (), TRUE.sort)()


def test_a_value_of_a_union_is_one_of_its_options() -> None:
    v = symbolic(join(Elements(NODE), Atoms(frozenset("m"))), "v")
    guards = [g for g, _ in sym.options(v)]
    assert len(guards) == 2
    assert or_(*guards) is TRUE
    assert guards[0] is not_(guards[1])


# ---- theories ----


def proves(theory: Theory, goal: Any) -> bool:
    axioms = tuple((label, axiom) for axiom, label in theory.axioms.items())
    return solve(to_smtlib(Query("q", axioms, goal)), "z3", LIMITS).status == "unsat"


def set_of_nodes(name: str) -> sym.Set:
    s = symbolic(Sets(Elements(NODE)), name)
    assert isinstance(s, sym.Set)
    return s


def test_a_named_set_has_the_elements_of_the_set() -> None:
    theory, s = Theory(), set_of_nodes("s")
    named = theory.name_set(s)
    assert theory.name_set(s) is named
    assert theory.is_defined(named)
    x = variable("x", NODE)
    inside = sym.membership(named.sort, Elements(NODE))(x, named)
    assert proves(theory, forall([x], iff(inside, s.has(sym.Element(x)))))
    assert not proves(theory, exists([x], inside))


def test_what_is_chosen_is_an_element_and_the_same_for_equal_sets() -> None:
    theory, s, t = Theory(), set_of_nodes("s"), set_of_nodes("t")
    one, two = (theory.choose(Elements(NODE), each, 1) for each in (s, t))
    other = theory.choose(Elements(NODE), set_of_nodes("u"), 2)
    assert isinstance(one, sym.Element)
    assert isinstance(two, sym.Element)
    assert isinstance(other, sym.Element)
    x = variable("x", NODE)
    same = forall([x], iff(s.has(sym.Element(x)), t.has(sym.Element(x))))
    assert proves(theory, implies(exists([x], s.has(sym.Element(x))), s.has(one)))
    assert proves(theory, implies(same, eq(one.term, two.term)))
    assert not proves(theory, eq(one.term, two.term))
    assert not proves(theory, eq(one.term, other.term))


def test_strings_differ_and_model_values_where_they_were_told_apart() -> None:
    theory = Theory()
    theory.atoms |= dict.fromkeys(('"a"', '"b"', "m", "n"))
    a, b, m, n = (sym.atom_symbol(text)() for text in theory.atoms)
    known = theory.names_are_different()
    assert proves(theory, implies(known, not_(eq(a, b))))
    assert not proves(theory, implies(known, or_(not_(eq(m, n)), not_(eq(m, a)))))
    with theory.at_work():
        join(Atoms(frozenset("m")), Atoms(frozenset("n")))
    assert proves(theory, implies(theory.names_are_different(), not_(eq(m, n))))


def test_a_condition_is_demanded_where_the_operation_is_evaluated() -> None:
    theory = Theory()
    theory.demand(TRUE, "nobody asks", None)
    theory.conditions = []
    p, q = (Symbol(name, (), TRUE.sort)() for name in "pq")
    with theory.under(p):
        theory.demand(q, "q holds", None)
        theory.demand(p, "p holds", None)
    assert theory.conditions == [(implies(p, q), "q holds", None)]
    assert and_(*theory.path) is TRUE
