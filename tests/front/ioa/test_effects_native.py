"""Effects in generated C assign what Python assigns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.effects import effect
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.native.run.explore import Keep, explore
from holdfast.passes.pipeline import run_pipeline
from tests.front.ioa.effect_generator import EffectGenerator
from tests.front.ioa.generator import DECLARED, TWICE, values
from tests.front.ioa.python_text import Undefined, lines, run_in_python
from tests.front.ioa.trees import Evaluation

pytestmark = pytest.mark.native

DONE = ir.Name("done")


def written(data: Any, t: Type) -> ir.Expr:
    """A value of Python as an expression."""
    match t:
        case types.Seq(of):
            return ir.Apply(Op.TUPLE, tuple(written(x, of) for x in data))
        case types.Tuple(items):
            return ir.Apply(Op.TUPLE, tuple(map(written, data, items)))
        case types.Set(of):
            return ir.Apply(Op.SET, tuple(written(x, of) for x in data))
        case types.Record(_, fields):
            parts = [(ir.Literal(n), written(getattr(data, n), of)) for n, of in fields]
            return ir.Apply(Op.RECORD, tuple(x for pair in parts for x in pair))
        case types.Map() | types.Mset():
            function: ir.Expr = ir.Apply(Op.TUPLE)
            for k, v in data.items():
                one = _library("TLC!:>", ir.Literal(k), ir.Literal(v))
                function = _library("TLC!@@", one, function)
            return function
        case _:
            return ir.Literal(data)


def _library(name: str, *args: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.BUILTIN, (ir.Literal(name), *args))


def equal(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.EQ, (left, right))


def system(evaluation: Evaluation, given: dict[str, Any], new: dict[str, ir.Expr]) -> System:
    """One step, which is the effect."""

    def next_values() -> Iterator[ir.Expr]:
        for name in DECLARED:
            yield equal(ir.Prime(ir.Name(name)), new.get(name, ir.Name(name)))

    start = [equal(ir.Name(n), written(given[n], t)) for n, t in DECLARED.items()]
    once = (equal(DONE, ir.Literal(0)), equal(ir.Prime(DONE), ir.Literal(1)))
    return run_pipeline(
        System(
            "Any",
            variables=("done", *DECLARED),
            definitions=evaluation.system.definitions,
            init_formula=ir.Apply(Op.AND, (equal(DONE, ir.Literal(0)), *start)),
            next_formula=ir.Apply(Op.AND, (*once, *next_values())),
            check_deadlock=False,
        )
    )


def defined_effects(count: int) -> Iterator[tuple[tuple[tree.Statement, ...], dict[str, Any]]]:
    random = Random(15)
    while count:
        given, statements = values(random), EffectGenerator(random).statements(2)
        try:
            run_in_python(statements, given)
        except Undefined:
            continue
        count -= 1
        yield statements, given


def test_random_effects_assign_what_python_assigns() -> None:
    for statements, given in defined_effects(12):
        evaluation = Evaluation(DECLARED, given, (TWICE,))
        scope, lowering = evaluation.scope, evaluation.lowering
        new = effect(statements, scope, evaluation.declared, lowering)
        states = explore(system(evaluation, given, new), Keep.STATES, compiler="tcc").states()
        after = run_in_python(statements, given)
        expected = tuple(evaluation.of(after[n], t) for n, t in DECLARED.items())
        assert tuple(states[1]) == (1, *expected), "\n".join(lines(statements))
