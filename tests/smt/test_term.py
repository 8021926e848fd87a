from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from holdfast.smt.terms.term import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Query,
    Sort,
    Symbol,
    Term,
    add,
    and_,
    as_number,
    conjuncts,
    disjuncts,
    distinct,
    div,
    eq,
    exists,
    forall,
    iff,
    implies,
    instantiate,
    ite,
    le,
    lt,
    mangle,
    mod,
    mul,
    neg,
    not_,
    number,
    or_,
    show,
    spell,
    sub,
    substitute,
    symbols,
    to_smtlib,
    variable,
)

NODE = Sort("Node")
X, Y, Z = (variable(n, NODE) for n in "xyz")
P = Symbol("p", (NODE,), BOOL)
R = Symbol("r", (NODE, NODE), BOOL)
A, B, C = (Symbol(n, (), NODE)() for n in ("n1", "n2", "n3"))
M, N = (Symbol(n, (), INT)() for n in "ij")
U, V, W = (Symbol(n, (), BOOL)() for n in ("u", "v", "w"))


def is_valid(goal: Term) -> bool:
    solver = z3.Solver()
    solver.from_string(to_smtlib(Query("test", (), goal)))
    return bool(solver.check() == z3.unsat)


def test_equal_terms_are_one_object() -> None:
    assert and_(P(A), R(A, B)) is and_(P(A), R(A, B))
    assert number(1) is not TRUE


def test_bound_names_do_not_matter() -> None:
    one = forall([X], exists([Y], R(X, Y)))
    two = forall([Y], exists([X], R(Y, X)))
    assert one is two
    assert forall([X], exists([Y], R(Y, X))) is not one


def test_quantifiers_of_one_kind_are_merged() -> None:
    assert forall([X], forall([Y], R(X, Y))) is forall([X, Y], R(X, Y))


def test_unused_variables_are_dropped() -> None:
    assert exists([X, Y], P(A)) is P(A)


def test_a_variable_that_equals_a_term_is_replaced() -> None:
    assert exists([X], and_(eq(X, A), P(X))) is P(A)
    assert forall([X], implies(eq(A, X), P(X))) is P(A)
    assert forall([X], implies(and_(P(X), eq(X, A)), R(X, X))) is implies(P(A), R(A, A))
    assert exists([X], and_(not_(eq(X, A)), P(X))).shape is not P(A).shape


def test_a_forall_over_an_equation_is_no_one_point_rule() -> None:
    assert forall([X], or_(eq(X, A), P(X))) is not P(A)
    assert forall([X], eq(X, A)) is not TRUE


def test_an_inner_quantifier_is_not_captured() -> None:
    inner = exists([Y], R(X, Y))
    assert not is_valid(forall([X], substitute(inner, {X: A})))
    assert substitute(inner, {X: Y}) is exists([Z], R(Y, Z))


def test_instantiate_opens_a_quantifier() -> None:
    assert instantiate(forall([X, Y], R(X, Y)), [A, B]) is R(A, B)


def test_negation_is_absorbed_and_parts_are_flattened() -> None:
    assert not_(not_(U)) is U
    assert and_(U, not_(U)) is FALSE
    assert or_(U, V, not_(U)) is TRUE
    assert and_(U, and_(V, W)).args == (U, V, W)
    assert and_(U, or_(U, V)) is U
    assert and_(U, or_(not_(U), V)) is and_(U, V)
    assert conjuncts(not_(or_(U, V))) == (not_(U), not_(V))
    assert disjuncts(not_(and_(U, V))) == (not_(U), not_(V))


def test_numbers_are_folded_as_smtlib_says() -> None:
    assert div(number(-7), number(2)) is number(-4)
    assert mod(number(-7), number(2)) is number(1)
    assert div(number(7), number(-2)) is number(-3)
    assert div(M, number(0)).args == (M, number(0))
    assert add(M, number(2), number(-2)) is M
    assert as_number(TRUE) is None


def test_distinct_of_equal_terms_is_false() -> None:
    assert distinct(A, B, A) is FALSE
    assert distinct(A) is TRUE


def test_terms_survive_pickling_as_themselves() -> None:
    term = forall([X], exists([Y], R(X, Y)))
    assert pickle.loads(pickle.dumps(term)) is term


@pytest.mark.parametrize("name", ["and", "Bool", "a|b", "a\\b", "", "a0", "x'", "é", "1", "goal"])
def test_every_name_can_be_declared(name: str) -> None:
    sort = Sort(name + "s")
    f = Symbol(name, (sort,), BOOL)
    x = variable(name, sort)
    assert is_valid(implies(forall([x], f(x)), exists([x], f(x))))


@given(st.text(max_size=3), st.text(max_size=3))
def test_different_names_are_spelled_differently(a: str, b: str) -> None:
    assert (mangle(a) == mangle(b)) == (a == b)
    assert "\n" not in spell(a)


def test_the_text_declares_what_occurs_and_labels_assumptions() -> None:
    text = to_smtlib(Query("q", (("first\nline", P(A)),), R(A, B)), comments=("why",))
    assert text.splitlines() == [
        "; q",
        "; why",
        "(set-logic ALL)",
        "(declare-sort Node 0)",
        "(declare-fun n1 () Node)",
        "(declare-fun p (Node) Bool)",
        "(declare-fun n2 () Node)",
        "(declare-fun r (Node Node) Bool)",
        "; first",
        "; line",
        "(assert (! (p n1) :named a0))",
        "; the goal, denied",
        "(assert (! (not (r n1 n2)) :named goal))",
        "(check-sat)",
    ]


def test_patterns_are_printed() -> None:
    text = show(forall([X, Y], R(X, Y), [[R(X, Y)], [P(X)]]))
    assert text.count(":pattern") == 1, "a pattern must mention every variable"
    solver = z3.Solver()
    solver.from_string(to_smtlib(Query("q", (), forall([X], P(X), [[P(X)]]))))


def test_a_repeated_large_term_is_written_once() -> None:
    big: Term = U
    for i in range(60):
        big = iff(ite(Symbol(f"c{i}", (), BOOL)(), big, not_(big)), big)
    assert len(show(big)) < 40_000
    z3.Solver().from_string(to_smtlib(Query("q", (), big)))


def test_symbols_lists_what_occurs_in_order() -> None:
    assert [s.name for s in symbols(R(B, A), P(A))] == ["n2", "n1", "r", "p"]


formulas: st.SearchStrategy[tuple[Term, str]] = st.recursive(
    st.sampled_from([(U, "u"), (V, "v"), (W, "w"), (TRUE, "true"), (FALSE, "false")]),
    lambda inner: st.one_of(
        st.builds(lambda a: (not_(a[0]), f"(not {a[1]})"), inner),
        *(
            st.builds(
                lambda a, b, f=f, op=op: (f(a[0], b[0]), f"({op} {a[1]} {b[1]})"), inner, inner
            )
            for f, op in ((and_, "and"), (or_, "or"), (implies, "=>"), (iff, "="))
        ),
        st.builds(
            lambda a, b, c: (ite(a[0], b[0], c[0]), f"(ite {a[1]} {b[1]} {c[1]})"),
            inner,
            inner,
            inner,
        ),
    ),
    max_leaves=12,
)


@given(formulas)
def test_simplified_formulas_mean_the_same(pair: tuple[Term, str]) -> None:
    term, text = pair
    solver = z3.Solver()
    solver.from_string(
        "(declare-fun u () Bool)(declare-fun v () Bool)(declare-fun w () Bool)"
        f"(assert (not (= {show(term)} {text})))"
    )
    assert solver.check() == z3.unsat


numbers: st.SearchStrategy[tuple[Term, str]] = st.recursive(
    st.one_of(
        st.sampled_from([(M, "i"), (N, "j")]),
        st.integers(-4, 4).map(lambda n: (number(n), str(n) if n >= 0 else f"(- {-n})")),
    ),
    lambda inner: st.one_of(
        st.builds(lambda a: (neg(a[0]), f"(- {a[1]})"), inner),
        *(
            st.builds(
                lambda a, b, f=f, op=op: (f(a[0], b[0]), f"({op} {a[1]} {b[1]})"), inner, inner
            )
            for f, op in ((add, "+"), (sub, "-"), (mul, "*"), (div, "div"), (mod, "mod"))
        ),
    ),
    max_leaves=6,
)


@given(numbers, numbers, st.sampled_from([(lt, "<"), (le, "<="), (eq, "=")]), st.booleans())
def test_simplified_numbers_mean_the_same(
    a: tuple[Term, str],
    b: tuple[Term, str],
    order: tuple[Callable[[Term, Term], Term], str],
    denied: bool,
) -> None:
    compare, op = order
    term, text = compare(a[0], b[0]), f"({op} {a[1]} {b[1]})"
    if denied:
        term, text = not_(term), f"(not {text})"
    solver = z3.Solver()
    solver.set("rlimit", 200_000)
    solver.from_string(
        f"(declare-fun i () Int)(declare-fun j () Int)(assert (not (= {show(term)} {text})))"
    )
    assert solver.check() != z3.sat
