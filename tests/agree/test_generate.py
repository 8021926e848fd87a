"""The generator of expressions: always the same, and everything occurs."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.ir import expr as ir
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Group, Op, ops_in
from tests.agree import ours
from tests.agree.generate import expressions

WITHOUT_A_VALUE = ops_in(Group.ACTION, Group.TEMPORAL)
"""Rows about steps and behaviours, of which a constant expression has none."""

MODULES = "Sequences FiniteSets Bags Functions FiniteSetsExt SequencesExt TLC".split()
ABOUT_THE_RUN = {"TLC!Any", "TLC!JavaTime", "TLC!RandomElement", "TLC!TLCGet", "TLC!TLCSet"}


def test_a_seed_gives_the_same_expressions() -> None:
    assert expressions(7, 300) == expressions(7, 300)
    assert expressions(7, 300) != expressions(8, 300)


@pytest.mark.slow
def test_every_row_of_the_operator_table_occurs_50_times_in_20000() -> None:
    rows: Counter[object] = Counter()
    shapes: Counter[object] = Counter()
    for seed in range(10):
        system = ours.system_of(expressions(seed, 2000))
        for expression in ours.lowered(system):
            for part in ir.walk(expression):
                shapes[part.binder if isinstance(part, ir.Bind) else type(part)] += 1
                match part:
                    case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)):
                        rows.update((Op.BUILTIN, name))
                    case ir.Apply(op):
                        rows[op] += 1
                    case ir.Call(name) if name in ("m1", "m2", "m3", "A_x", "A_y", "B_x"):
                        rows[Op.MODEL] += 1
    for op in set(Op) - WITHOUT_A_VALUE:
        assert rows[op] >= 50, op
    for name in LIBRARY_OPS.keys() - ABOUT_THE_RUN:
        if name.split("!")[0] in MODULES:
            assert rows[name] >= 50, name
    needed = {ir.Let, ir.Lambda, ir.Case, ir.If, ir.Except, *ir.Binder}
    assert all(shapes[shape] >= 50 for shape in needed)
