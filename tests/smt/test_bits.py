"""The lemmas about bits, tested for all numbers of eleven bits."""

from __future__ import annotations

import pytest

from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import (
    FALSE,
    INT,
    Query,
    Symbol,
    Term,
    and_,
    eq,
    iff,
    le,
    lt,
    not_,
    number,
    to_smtlib,
)
from holdfast.smt.unbounded.bits import BIT, literal_widths, order_axiom, width_axiom
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from tests.smt.unbounded_proofs import system_of_text

WIDTH = 11
SIZE = 2**WIDTH


def bit(x: int, k: int) -> int:
    return (x >> k) & 1


def test_the_order_of_numbers_is_decided_by_their_highest_different_bit() -> None:
    """For x < y that differ in bit k, some bit d >= k is 0 in x and 1 in y."""
    for x in range(SIZE):
        for y in range(x + 1, SIZE):
            different = x ^ y
            rising = ~x & y
            # No bit in which they differ is above all bits that are 0 in x and 1 in y.
            assert different.bit_length() == rising.bit_length()


def test_a_small_number_has_no_high_bits() -> None:
    for width in range(1, WIDTH + 1):
        for x in range(2**width):
            assert not any(bit(x, k) for k in range(width, WIDTH + 4))


X, Y, K = (Symbol(name, (), INT)() for name in "xyk")


def follows(given: Term, goal: Term) -> bool:
    axioms = (("order", order_axiom()), ("width", width_axiom(WIDTH)))
    text = to_smtlib(Query("q", (("given", given), *axioms), goal))
    ways = [solve(text, "z3", Limits(rlimit=2_000_000), strategy=s) for s in ("auto", "ematching")]
    return any(w.status == "unsat" for w in ways)


@pytest.mark.smt
def test_what_follows_from_the_lemmas() -> None:
    small = and_(le(number(0), X), lt(X, Y), lt(Y, number(SIZE)))
    top = number(WIDTH - 1)
    assert follows(small, not_(and_(BIT(X, top), not_(BIT(Y, top)))))
    assert follows(small, not_(BIT(Y, number(WIDTH))))


@pytest.mark.smt
def test_what_does_not_follow_from_the_lemmas() -> None:
    small = and_(le(number(0), X), lt(X, Y), lt(Y, number(SIZE)))
    assert not follows(small, FALSE)
    assert not follows(small, iff(BIT(X, K), BIT(Y, K)))
    assert not follows(small, not_(BIT(X, number(3))))
    assert not follows(lt(X, Y), not_(and_(BIT(X, number(9)), not_(BIT(Y, number(9))))))
    assert not follows(eq(X, X), not_(BIT(Y, number(WIDTH))))


SPEC = """EXTENDS Integers
VARIABLES x, k
Init == x \\in 0..2047 /\\ k = 3
Next == {body}
Inv == TRUE
"""


def encoded(body: str) -> UnboundedEncoding:
    text = SPEC.format(body=body)
    return UnboundedEncoding(system_of_text(text, "INIT Init\nNEXT Next\nINVARIANT Inv"))


def test_a_bit_is_recognised_in_a_spec() -> None:
    encoding = encoded("(x \\div 2^k) % 2 = 1 /\\ x' = x /\\ k' = k - 1")
    assert literal_widths(encoding.system) == (2, 11)
    (action,) = encoding.system.actions
    encoding.successors(action, encoding.state("s"))
    assert len(encoding.lemmas_used) == 2


def test_other_powers_are_still_refused() -> None:
    with pytest.raises(Exception, match="the operator"):
        encoded("(x \\div 3^k) % 2 = 1 /\\ x' = x /\\ k' = k - 1")
    with pytest.raises(Exception, match="the operator"):
        encoded("(x \\div 2^k) % 3 = 1 /\\ x' = x /\\ k' = k - 1")
