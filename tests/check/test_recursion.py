"""Recursion without end, or very deep, ends in one message on either engine."""

from __future__ import annotations

import pytest

from holdfast.check.engine import BeyondEngine
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Failed
from tests.check.asked import ask, violation

SYSTEM = "VARIABLE x\nInit == x = 0\nNext == x' = (x + 1) % 3\n"
ENDLESS = {
    "operator": "RECURSIVE F(_)\nF(n) == F(n + 1)\nInv == F(x) = 1",
    "function": "f[n \\in Nat] == f[n + 1]\nInv == f[x] = 1",
    "quantifier": "f[n \\in Nat] == \\E i \\in {1, 2} : f[n + i]\nInv == f[x]",
    "function in a function": "f[n \\in Int] == [i \\in Int |-> f[n + 1] + i][1]\nInv == f[x] = 1",
    "local function": "f[n \\in Int] == LET g[m \\in Int] == f[m + 1] IN g[n]\nInv == f[x] = 1",
}


def asked(body: str, engine: str) -> Answer:
    return ask(SYSTEM + body, "INIT Init\nNEXT Next\nINVARIANT Inv", engine=engine)


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_recursion_without_end_is_an_error_with_a_place(body: str, engine: str) -> None:
    verdict = asked(body, engine).verdict
    assert isinstance(verdict, Failed)
    (diagnostic,) = verdict.diagnostics
    assert diagnostic.code == "eval-endless"
    assert diagnostic.span is not None


def test_many_local_values_do_not_use_up_the_stack() -> None:
    local = "".join(f" a{i} == {f'a{i - 1}' if i else 'n'} + {i}" for i in range(200))
    body = f"RECURSIVE F(_)\nF(n) == LET{local} IN F(a199)\nInv == F(x) = 1"
    assert isinstance(asked(body, "native").verdict, Failed)


def test_a_deep_function_has_its_value() -> None:
    body = "f[n \\in Nat] == IF n = 0 THEN 0 ELSE 1 + f[n - 1]\nInv == f[10000] = 10000"
    answer = asked(body, "auto")
    assert isinstance(answer.verdict, Exhausted)
    assert answer.engine == "interp"
    with pytest.raises((SpecError, BeyondEngine), match="too deep"):
        asked(body, "native")


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_long_sum_is_lowered(engine: str) -> None:
    body = f"Inv == {' + '.join(['x'] * 280)} = 280 * x"
    assert isinstance(asked(body, engine).verdict, Exhausted)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_functions_of_several_arguments_may_be_infinite(engine: str) -> None:
    body = """f[a, b \\in Int] == IF a <= 0 THEN b ELSE f[a - 1, b + 1]
g == [a, b \\in Int |-> a + b]
k == [a \\in 1..3, b \\in Nat, <<c, d>> \\in {<<1, x>>} |-> a + b + d]
h == [S \\in SUBSET {1, 2}, y \\in {1} |-> Cardinality(S) + y]
Inv == /\\ f[3, x] = x + 3 /\\ g[1, 2] = 3 /\\ k[1, 7, <<1, x>>] = 8 + x
       /\\ h[{1}, 1] = 2 /\\ [g EXCEPT ![1, 2] = 9][1, 2] = 9 /\\ [h EXCEPT ![{}, 1] = 9] # h
"""
    assert isinstance(asked(body, engine).verdict, Exhausted)


@pytest.mark.parametrize("engine", ["interp", "auto"])
def test_a_recursive_action_without_parameters_is_explained(engine: str) -> None:
    body = "VARIABLE x\nInit == x = 0\nRECURSIVE Inc\nInc == x < 2 /\\ x' = x + 1\nNext == Inc"
    found = violation(ask(body, engine=engine))
    assert found.kind == "deadlock"
    assert found.reason is not None
