"""A term has the value that its parts give it, simplified, and read by a solver as text."""

from __future__ import annotations

from itertools import product

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.smt.terms import smtlib
from holdfast.smt.terms.term import (
    Quantifier,
    Symbol,
    Term,
    as_number,
    declarations,
    div,
    iff,
    instantiate,
    ite,
    mod,
    number,
    rewrite,
    show,
    substitute,
    subterms,
)
from tests.smt.evaluation import (
    NODE,
    A,
    B,
    F,
    Formula,
    Meaning,
    P,
    R,
    U,
    V,
    W,
    X,
    Y,
    Z,
    environment,
    environments,
    evaluate,
    formulas,
    meanings,
    propositions,
)

Free = tuple[int, int, int]
TERMS = st.sampled_from([X, Y, Z, A, B, F(X), F(A)])


@given(formulas, meanings, environments)
def test_what_is_simplified_has_the_same_value(f: Formula, meaning: Meaning, free: Free) -> None:
    env = environment(meaning, free)
    assert evaluate(f[0], meaning, env) == f[1](meaning, env)


@settings(max_examples=max(300, settings().max_examples))
@given(propositions)
def test_what_is_simplified_is_true_in_the_same_cases(f: Formula) -> None:
    for case in product((0, 1), repeat=3):
        meaning = Meaning({}, dict(zip([("u", ()), ("v", ()), ("w", ())], case, strict=True)))
        assert evaluate(f[0], meaning) == f[1](meaning, {})


@given(formulas, TERMS, TERMS, meanings, environments)
def test_substitution_is_evaluation_at_another_value(
    f: Formula, x: Term, y: Term, meaning: Meaning, free: Free
) -> None:
    env = environment(meaning, free)
    new = {X: x, Y: y}
    there = {**env, **{v: evaluate(t, meaning, env) for v, t in new.items()}}
    substituted = substitute(f[0], new)
    assert evaluate(substituted, meaning, env) == evaluate(f[0], meaning, there)


@given(formulas, meanings, environments)
def test_an_instance_is_the_body_at_these_values(f: Formula, meaning: Meaning, free: Free) -> None:
    env = environment(meaning, free)
    for t in subterms(f[0]):
        if isinstance(t.shape, Quantifier) and t.free <= env.keys():
            values = [A for _ in t.shape.variables]
            there = {**env, **{v: evaluate(A, meaning) for v in t.shape.variables}}
            found = evaluate(instantiate(t, values), meaning, env)
            assert found == evaluate(t.args[0], meaning, there)


@given(formulas, meanings, environments)
def test_a_rewritten_term_has_the_value_of_the_other(
    f: Formula, meaning: Meaning, free: Free
) -> None:
    env = environment(meaning, free)
    values = {**meaning.values, ("n1", ()): meaning.values["n2", ()]}
    there = Meaning(meaning.sizes, values)
    assert evaluate(rewrite(f[0], {A: B}), meaning, env) == evaluate(f[0], there, env)


@given(formulas)
def test_a_term_that_nothing_changes_is_the_same_object(f: Formula) -> None:
    assert rewrite(f[0], {}) is f[0]
    assert substitute(f[0], {X: X, Y: Y}) is f[0]


@given(st.integers(-9, 9), st.integers(-4, 4).filter(bool))
def test_a_folded_quotient_and_remainder_make_up_the_number(a: int, b: int) -> None:
    quotient, remainder = as_number(div(number(a), number(b))), as_number(mod(number(a), number(b)))
    assert quotient is not None
    assert remainder is not None
    assert 0 <= remainder < abs(b)
    assert quotient * b + remainder == a


# ---- text ----

DECLARED = declarations([iff(R(A, B), U), iff(P(F(A)), V), W])


def _tables(meaning: Meaning) -> list[str]:
    """SMT-LIB that says of all symbols what a meaning says."""
    names = [f"e{i}" for i in range(meaning.sizes[NODE.name])]
    among = " ".join(f"(= x {n})" for n in names)
    rows = [f"(declare-fun {n} () Node)" for n in names]
    rows += [f"(assert (distinct {' '.join(names)}))"] if len(names) > 1 else []
    rows.append(f"(assert (forall ((x Node)) (or {among})))")
    for (symbol, args), value in meaning.values.items():
        applied = f"({symbol} {' '.join(names[a] for a in args)})" if args else symbol
        truth = "true" if value else "false"
        rows.append(f"(assert (= {applied} {truth if symbol in 'pruvw' else names[value]}))")
    return rows


@pytest.mark.smt
@given(formulas, meanings, environments, st.booleans())
def test_a_solver_gives_the_text_the_value_of_the_term(
    f: Formula, meaning: Meaning, free: Free, short: bool
) -> None:
    env = environment(meaning, free)
    elements = [Symbol(f"e{i}", (), NODE)() for i in range(meaning.sizes[NODE.name])]
    closed = substitute(f[0], {v: elements[n] for v, n in env.items()})
    rows = [*DECLARED, *_tables(meaning)]
    assert set(declarations([closed])) <= set(rows)
    with pytest.MonkeyPatch.context() as patch:
        if short:
            patch.setattr(smtlib, "_LET_FROM", 3)
        text = show(closed)
    solver = z3.Solver()
    solver.from_string("\n".join([*rows, f"(assert {text})"]))
    assert solver.check() == (z3.sat if evaluate(f[0], meaning, env) else z3.unsat)


@pytest.mark.smt
def test_names_of_repeated_terms_stand_around_their_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    small = ite(U, V, W)
    large = iff(small, P(A))
    term = ite(P(B), iff(large, small), ite(large, V, small))
    plain = show(term)
    monkeypatch.setattr(smtlib, "_LET_FROM", 3)
    text = show(term)
    assert text.count("(let ") == 2
    solver = z3.Solver()
    solver.from_string("\n".join([*DECLARED, f"(assert (not (= {plain} {text})))"]))
    assert solver.check() == z3.unsat
