"""Quantified indices that occur with one offset only are shifted."""

from __future__ import annotations

from holdfast.smt.terms.term import INT, Symbol, add, and_, forall, le, number, variable
from holdfast.smt.unbounded.shifts import shifted

F = Symbol("f", (INT,), INT)
X, Y = (variable(name, INT) for name in "xy")
N = Symbol("n", (), INT)()


def test_an_index_with_one_offset_is_shifted() -> None:
    body = and_(le(number(0), X), le(F(add(X, number(1))), N))
    assert shifted((X,), body) is and_(le(number(0), add(X, number(-1))), le(F(X), N))


def test_an_index_with_several_offsets_is_not() -> None:
    body = le(F(X), F(add(X, number(1))))
    assert shifted((X,), body) is body
    assert shifted((Y,), body) is body


def test_each_variable_has_its_own_offset() -> None:
    body = le(F(add(X, number(-2))), F(Y))
    assert forall((X, Y), shifted((X, Y), body)) is forall((X, Y), le(F(X), F(Y)))


def test_what_is_no_index_stays() -> None:
    body = le(add(X, number(1)), N)
    assert shifted((X,), body) is body
