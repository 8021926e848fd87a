"""The lemma about neighbours: true of every function, and added where it may help."""

from __future__ import annotations

from itertools import product

from holdfast.smt.terms.term import (
    FALSE,
    INT,
    TRUE,
    Head,
    Quantifier,
    Symbol,
    Term,
    eq,
    instantiate,
    number,
    rewrite,
)
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.smt.unbounded.neighbours import (
    NEIGHBOURS,
    compared_neighbours,
    neighbour_axioms,
)
from holdfast.smt.unbounded.sets import interval
from tests.smt.unbounded_proofs import system_of_text

LOW, HIGH = 2, 6
F = Symbol("f", (INT,), INT)


def axioms() -> list[Term]:
    domain = interval(number(LOW), number(HIGH))

    def at(v: sym.Sym) -> sym.Sym:
        assert isinstance(v, sym.Number)
        return sym.Number(F(v.term))

    return list(neighbour_axioms([("f", ())], {"f": sym.Function(domain, at)}))


def is_true(f: Term, values: dict[Term, Term]) -> bool:
    """Whether a formula about the indices of the domain holds for some values of the function."""
    match f.shape:
        case Quantifier(universal):
            every = (instantiate(f, [number(i)]) for i in range(LOW, HIGH + 1))
            return (all if universal else any)(is_true(e, values) for e in every)
        case Head.OR:
            return any(is_true(a, values) for a in f.args)
        case _:
            decided = rewrite(f, values)
            assert decided in (TRUE, FALSE), decided
            return decided is TRUE


def test_it_is_true_of_every_function() -> None:
    """Outside the domain the axioms say nothing: `d - 1` is never below its low end."""
    found = axioms()
    assert len(found) == 2
    beyond = {F(number(LOW - 1)): number(9)}
    for row in product(range(3), repeat=HIGH - LOW + 1):
        values = {F(number(i)): number(v) for i, v in zip(range(LOW, HIGH + 1), row, strict=True)}
        assert all(is_true(axiom, values | beyond) for axiom in found)


def test_it_is_not_trivial() -> None:
    """A function that changes without different neighbours would refute it."""
    equal = {eq(F(number(d)), F(number(d - 1))): TRUE for d in range(LOW, HIGH + 1)}
    different = {eq(F(number(LOW)), F(number(d))): FALSE for d in range(LOW + 1, HIGH + 1)}
    assert not is_true(axioms()[0], equal | different)


SPEC = """EXTENDS Integers
CONSTANT N
ASSUME N \\in Nat /\\ N > 1
VARIABLES f, g, h
Init == /\\ f \\in [0..N -> 0..9] /\\ g \\in [1..N -> [value: 0..9, other: 0..9]]
        /\\ h \\in [0..N -> 0..9]
Next == /\\ \\E i \\in 1..N : f[i] # f[i-1] /\\ g[i].value = g[i+1].value /\\ h[i] < h[i-1]
        /\\ UNCHANGED <<f, g, h>>
"""


def test_it_is_added_for_functions_whose_neighbours_are_compared() -> None:
    system = system_of_text(SPEC, "CONSTANT N = 3\nINIT Init\nNEXT Next")
    assert compared_neighbours(system) == (("f", ()), ("g", ("value",)))
    encoding = UnboundedEncoding(system)
    assert not encoding.lemmas_used
    found = encoding.lemmas_about(encoding.state("s"))
    assert len(found) == 4
    assert encoding.lemmas_used == (NEIGHBOURS,)
