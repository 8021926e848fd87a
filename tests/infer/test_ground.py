"""Formulas over sorts of known sizes."""

from __future__ import annotations

from hypothesis import given

from holdfast.infer.cti.ground import Grounder, element
from holdfast.smt.terms import term as tm
from holdfast.smt.terms.term import BOOL, INT, Sort, Symbol
from tests.smt.evaluation import (
    NODE,
    F,
    Formula,
    Meaning,
    P,
    environment,
    environments,
    evaluate,
    formulas,
    meanings,
)

SUBSET = Sort("SUBSET Node")
VOTED = Symbol("voted", (NODE,), BOOL)
MEMBER = Symbol("in SUBSET Node", (NODE, SUBSET), BOOL)
MAJORITY = Symbol("2 * Cardinality(P) > Cardinality(Node)", (SUBSET,), BOOL)


def test_a_universal_formula_becomes_a_conjunction() -> None:
    n = tm.variable("n", NODE)
    grounded = Grounder({"Node": 2}).ground(tm.forall([n], VOTED(n)))
    assert grounded is tm.and_(VOTED(element(NODE, 0)), VOTED(element(NODE, 1)))


def test_elements_are_different() -> None:
    m, n = tm.variable("m", NODE), tm.variable("n", NODE)
    same = tm.forall([m, n], tm.or_(VOTED(m), VOTED(n), tm.eq(m, n)))
    grounded = Grounder({"Node": 1}).ground(same)
    assert grounded is tm.TRUE


def test_membership_in_a_subset_is_known() -> None:
    n, q = tm.variable("n", NODE), tm.variable("q", SUBSET)
    empty = tm.exists([q], tm.forall([n], tm.not_(MEMBER(n, q))))
    assert Grounder({"Node": 2}).ground(empty) is tm.TRUE


def test_majorities_are_known_and_overlap() -> None:
    n = tm.variable("n", NODE)
    p, q = tm.variable("p", SUBSET), tm.variable("q", SUBSET)
    common = tm.exists([n], tm.and_(MEMBER(n, p), MEMBER(n, q)))
    overlap = tm.forall([p, q], tm.implies(tm.and_(MAJORITY(p), MAJORITY(q)), common))
    assert Grounder({"Node": 3}).ground(overlap) is tm.TRUE


def test_the_first_constants_of_a_formula_are_the_first_elements() -> None:
    a, b, c = (Symbol(name, (), NODE) for name in "abc")
    formula = tm.and_(VOTED(a()), VOTED(b()), VOTED(c()))
    first, second = element(NODE, 0), element(NODE, 1)
    found = list(Grounder({"Node": 3}, integers=range(2)).without_symmetry(formula))
    x, y, _ = (f for f in tm.symbols(formula) if f in (a, b, c))
    assert found == [tm.eq(x(), first), tm.or_(tm.eq(y(), first), tm.eq(y(), second))]


def test_messages_have_no_numbers_that_only_a_step_reaches() -> None:
    before, after = (Symbol(f"{state}.sent", (NODE, INT), BOOL) for state in "st")
    grounder = Grounder({"Node": 1}, integers=range(2))
    absent = [tm.not_(before(element(NODE, 0), tm.number(n))) for n in (2,)]
    assert list(grounder.frame([before])) == absent
    assert list(grounder.frame([after])) == []


def test_a_comparison_of_two_sets_is_read_from_its_text() -> None:
    text = "P \\subseteq Q /\\ 2 * Cardinality(P) > Cardinality(Q)"
    grounder = Grounder({"Node": 3})
    assert grounder._compared(text, [0b011, 0b111]) is True
    assert grounder._compared(text, [0b001, 0b111]) is False
    assert grounder._compared(text, [0b011, 0b001]) is False
    assert grounder._compared("something else > 1", [1]) is None


def test_numbers_have_their_values() -> None:
    count = Symbol("N", (), tm.INT)()
    i = tm.variable("i", tm.INT)
    small = tm.forall(
        [i], tm.implies(tm.le(tm.number(0), i), tm.lt(i, tm.add(count, tm.number(1))))
    )
    assert Grounder({}, {"N": 2}).ground(small) is tm.TRUE


def test_elements_are_compared_once_they_are_known() -> None:
    m, n = tm.variable("m", NODE), tm.variable("n", NODE)
    both = tm.eq(tm.ite(tm.eq(m, n), m, n), n)
    one = tm.eq(tm.ite(tm.eq(m, n), n, m), n)
    assert Grounder({"Node": 2}).ground(tm.forall([m, n], both)) is tm.TRUE
    assert Grounder({"Node": 2}).ground(tm.forall([m, n], one)) is tm.FALSE


# ---- by brute force ----


def _with_elements(meaning: Meaning) -> Meaning:
    size = meaning.sizes[NODE.name]
    values = dict(meaning.values)
    values.update({(f"{NODE.name}!{i}", ()): i for i in range(size)})
    return Meaning(meaning.sizes, values)


@given(formulas, meanings, environments)
def test_a_grounded_formula_has_the_same_value_and_no_quantifiers(
    f: Formula, meaning: Meaning, free: tuple[int, int, int]
) -> None:
    env = environment(meaning, free)
    elements = {v: element(NODE, n) for v, n in env.items()}
    grounded = Grounder(meaning.sizes).ground(tm.substitute(f[0], elements))
    assert not any(isinstance(t.shape, tm.Quantifier) for t in tm.subterms(grounded))
    assert evaluate(grounded, _with_elements(meaning)) == f[1](meaning, env)


@given(meanings)
def test_the_frame_says_that_functions_have_no_other_values(meaning: Meaning) -> None:
    frame = list(Grounder(meaning.sizes).frame([F, P]))
    assert all(evaluate(t, _with_elements(meaning)) for t in frame)
    size = meaning.sizes[NODE.name]
    assert len(frame) == size + (size > 1)
