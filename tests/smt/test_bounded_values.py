from __future__ import annotations

from holdfast.ir.values import Function
from holdfast.smt.bounded.place import goes_on
from holdfast.smt.bounded.symbolic import SymFun, SymSet
from holdfast.smt.bounded.values import expand, make_function, make_set
from holdfast.smt.terms.term import BOOL, TRUE, Symbol, not_

P = Symbol("p", (), BOOL)()
Q = Symbol("q", (), BOOL)()


def test_a_function_whose_arguments_cannot_be_compared_stays_symbolic() -> None:
    assert isinstance(make_function({1: (TRUE, 2), 3: (TRUE, 4)}), Function)
    assert isinstance(make_function({1: (TRUE, 2), "a": (TRUE, 4)}), SymFun)


def test_such_a_function_is_not_listed_value_by_value() -> None:
    assert expand(SymFun({1: (TRUE, 2), "a": (TRUE, 4)}), 32) is None
    assert expand(SymFun({1: (P, 2), "a": (not_(P), 4)}), 32) is not None


def test_an_element_that_is_given_twice_is_in_the_set_if_either_holds() -> None:
    found = make_set([(1, P), (1, not_(P)), (2, Q)])
    assert isinstance(found, SymSet)
    assert found.known == {1: TRUE, 2: Q}


def test_a_path_goes_on_where_all_that_held_before_holds() -> None:
    start = (None, P)
    assert goes_on((start, Q), start)
    assert goes_on(((None, Q), P), start)
    assert goes_on(start, None)
    assert not goes_on(None, start)
    assert not goes_on((None, Q), start)
