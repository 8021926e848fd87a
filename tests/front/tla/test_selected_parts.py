"""Parts of definitions, passed as operators and of parametrised instances; as TLC has them."""

from __future__ import annotations

import pytest

from holdfast.verdict import Exhausted
from tests.check.asked import ask, violation

BODY = """VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3
---- MODULE Inner ----
LOCAL INSTANCE Integers
CONSTANT K
Deep(a) == /\\ a < K
           /\\ lab :: LET q == K IN q # a
====
---- MODULE Outer ----
LOCAL INSTANCE Integers
CONSTANT N
VARIABLE y
Op(a) == /\\ a + y < N + y
         /\\ \\A b \\in 1..N : b # a + 10
In(K) == INSTANCE Inner
Use(a) == In(N)!Deep(a)!1
====
I(N) == INSTANCE Outer WITH y <- x
J(k) == INSTANCE Outer WITH N <- k + 4, y <- x
Ap(op(_), a) == op(a)
Ap2(op(_, _), a) == op(3, a)
Ap3(op(_, _, _), a) == op(3, 4, a)
Par(a) == /\\ a < 5
          /\\ a > 7
Inv == /\\ Ap(Par!1, x) /\\ ~Ap(Par!2, x) /\\ Ap2(I!Op!1, x) /\\ Ap2(J!Op!1, x)
       /\\ I(3)!Op(x)!2!(2) /\\ I(3)!Use(x) /\\ I(3)!In(5)!Deep(2)!1 /\\ ~I(3)!In(5)!Deep(7)!1
       /\\ Ap3(I!In!Deep!1, 2) /\\ \\A i \\in 3..4 : I(i)!Op(x)!1 /\\ J(i)!Op(x)!1
       /\\ I(3)!In(5)!Deep(2)!lab /\\ ~I(3)!In(2)!Deep(2)!lab
Wrong == Ap2(I!Op!1, x + 2)
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_parts_are_operators_with_the_parameters_of_instances(engine: str) -> None:
    config = "INIT Init\nNEXT Next\nINVARIANT "
    assert isinstance(ask(BODY, config + "Inv", engine=engine).verdict, Exhausted)
    trace = violation(ask(BODY, config + "Wrong", engine=engine)).trace
    assert trace is not None
    assert len(trace) == 2
