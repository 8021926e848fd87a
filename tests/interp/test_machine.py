"""Machines side by side: each compares by its own ranks, whoever else runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

import pytest

from holdfast.interp.explain import explain_false
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.construct import set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.ranks import ranks_in_use
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet

WORDS = ir.Apply(Op.SET, (ir.Literal("a"), ir.Literal("b"), ir.Literal("c")))
STATE = ir.Name("words")
LEAST = ir.Bind(ir.Binder.CHOOSE, (ir.Bound(("w",), STATE),), ir.TRUE)


def machine_of(*names: str) -> Machine:
    return Machine(
        System("Words", variables=("words",), definitions=MappingProxyType({}), names=names)
    )


def test_an_older_machine_chooses_as_before() -> None:
    older = machine_of("c", "b", "a")
    newer = machine_of("b", "a", "c")
    for _ in range(2):
        assert older.value(LEAST, (set_of("abc"),)) == "c"
        assert newer.value(LEAST, (set_of("abc"),)) == "b"


def test_a_test_is_by_the_ranks_of_its_machine() -> None:
    older = machine_of("c", "b", "a")
    is_c = older.test(ir.Apply(Op.EQ, (LEAST, ir.Literal("c"))))
    newer = machine_of("b", "a", "c")
    assert newer.holds(ir.Apply(Op.EQ, (LEAST, ir.Literal("b"))), (set_of("abc"),))
    assert is_c((set_of("abc"),))


def test_a_machine_leaves_the_ranks_in_use_as_they_were() -> None:
    before = ranks_in_use()
    machine = machine_of("c", "b", "a")
    machine.value(LEAST, (set_of("abc"),))
    with pytest.raises(EvalError):
        machine.value(LEAST, (set_of(()),))
    assert ranks_in_use() is before
    assert ordered(set_of("cab")) == ("a", "b", "c")


def test_what_is_not_boolean_is_shown_in_the_order_of_the_machine() -> None:
    machine = machine_of("c", "b", "a")
    with pytest.raises(EvalError, match=r'\{"c", "b", "a"\}'):
        machine.holds(STATE, (set_of("abc"),))


def test_a_reason_is_shown_in_the_order_of_its_machine() -> None:
    machine = machine_of("c", "b", "a")
    wrong = ir.Apply(Op.EQ, (STATE, ir.Apply(Op.SET, (ir.Literal("a"),))))
    reason = explain_false(machine, wrong, (set_of("abc"),))
    assert '{"c", "b", "a"}' in [show(value) for _, value in reason.values]


def test_threads_choose_by_the_ranks_of_their_own_machines() -> None:
    def least(order: str) -> set[object]:
        machine = machine_of(*order)
        return {machine.value(LEAST, (set_of("abc"),)) for _ in range(300)}

    orders = ["abc", "acb", "bac", "bca", "cab", "cba"]
    with ThreadPoolExecutor(len(orders)) as pool:
        assert list(pool.map(least, orders)) == [{order[0]} for order in orders]


def test_a_set_that_a_machine_made_keeps_its_order() -> None:
    machine = machine_of("c", "b", "a")
    found = machine.value(WORDS)
    assert isinstance(found, FiniteSet)
    machine.value(LEAST, (found,))
    assert show(found) == '{"c", "b", "a"}'
