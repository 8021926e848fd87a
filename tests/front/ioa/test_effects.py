"""Effects assign what Python assigns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.effects import effect
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import BOOL, INT, Type
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr_text import show_expr
from tests.front.ioa.effect_generator import EffectGenerator
from tests.front.ioa.generator import DECLARED, TWICE, values
from tests.front.ioa.python_text import Undefined, lines, run_in_python
from tests.front.ioa.trees import (
    INTS,
    OP,
    SPAN,
    Evaluation,
    add,
    assign,
    bound,
    call,
    index,
    lit,
    loc,
    op,
    range_of,
    seq,
    target,
    var,
)


def lowered(evaluation: Evaluation, *statements: tree.Statement) -> dict[str, ir.Expr]:
    return effect(statements, evaluation.scope, evaluation.declared, evaluation.lowering)


def check(statements: tuple[tree.Statement, ...], given: dict[str, Any]) -> bool:
    """Whether the effect is defined, after a comparison with Python."""
    evaluation = Evaluation(DECLARED, given, (TWICE,))
    found = lowered(evaluation, *statements)
    try:
        after = run_in_python(statements, given)
    except Undefined:
        return False
    for name, t in DECLARED.items():
        e = found.get(name, ir.Name(name))
        expected = evaluation.of(after[name], t)
        why = "\n".join((*lines(statements), show_expr(e), str(given)))
        assert evaluation.evaluate(e) == expected, f"{name}\n{why}"
    return True


@pytest.mark.parametrize("seed", range(40))
def test_random_effects_assign_what_python_assigns(seed: int) -> None:
    random = Random(seed)
    defined = [check(EffectGenerator(random).statements(2), values(random)) for _ in range(10)]
    assert sum(defined) >= 1


# ---- single cases ----

GIVEN = {"x": 1, "s": (10, 20, 30), "m": {0: 5}, "rows": ((1,), (2, 3))}
KINDS: dict[str, Type] = {"x": INT, "s": INTS, "m": types.Map(INT, INT), "rows": types.Seq(INTS)}


def shown(*statements: tree.Statement) -> dict[str, str]:
    evaluation = Evaluation(KINDS, GIVEN)
    return {n: show_expr(e) for n, e in lowered(evaluation, *statements).items()}


def outcome(name: str, *statements: tree.Statement) -> Any:
    evaluation = Evaluation(KINDS, GIVEN)
    return evaluation.evaluate(lowered(evaluation, *statements)[name])


def test_statements_see_the_values_that_were_assigned_before() -> None:
    first = assign(target("x", INT), add(var("x"), lit(1)))
    second = assign(target("s", INTS), seq(var("x"), var("x")))
    assert outcome("s", first, second) == (2, 2)


def test_a_value_that_is_used_once_is_not_named() -> None:
    first = assign(target("x", INT), op(OP.MUL, var("x"), lit(2), t=INT))
    second = assign(target("x", INT), op(OP.MUL, var("x"), lit(3), t=INT))
    assert shown(first, second) == {"x": "(x * 2) * 3"}


def test_values_that_are_used_repeatedly_do_not_grow_exponentially() -> None:
    double = assign(target("x", INT), op(OP.MUL, var("x"), var("x"), t=INT))
    test = tree.If(op(OP.EQ, var("x"), lit(1)), (double,), (double, double), span=SPAN)
    (text,) = shown(*[test] * 20).values()
    assert len(text) < 8000


def test_an_assignment_outside_a_sequence_is_an_error() -> None:
    for i in (-1, 3):
        with pytest.raises(EvalError) as error:
            outcome("s", assign(target("s", INT, lit(i)), lit(0)))
        assert error.value.code == "eval-out-of-domain"
    for path in ((lit(2), lit(0)), (lit(0), lit(1))):
        with pytest.raises(EvalError):
            outcome("rows", assign(target("rows", INT, *path), lit(0)))


def test_a_new_key_is_added_to_a_map() -> None:
    new = outcome("m", assign(target("m", INT, lit(7)), lit(8)))
    assert new == Evaluation({}, {}).of({0: 5, 7: 8}, types.Map(INT, INT))


def test_an_index_is_evaluated_before_the_assignment() -> None:
    swap = tree.Assign(
        (target("x", INT), target("s", INT, var("x"))),
        tree.TupleOf((lit(0), lit(99)), type=types.UNKNOWN, span=SPAN),
        span=SPAN,
    )
    assert outcome("s", swap) == (10, 99, 30)


def test_a_branch_is_evaluated_only_if_it_is_taken() -> None:
    outside = index(var("s", INTS), lit(9))
    local = assign(target("n", INT, local=True), outside)
    use = assign(target("x", INT), add(loc("n"), loc("n")))
    guarded = tree.If(op(OP.GT, var("x"), lit(5)), (local, use), (), span=SPAN)
    assert outcome("x", guarded) == 1


def test_records_are_changed_by_except() -> None:
    message = types.Record("Msg", (("n", INT), ("r", types.Record("R", (("f", BOOL),)))))
    evaluation = Evaluation({"x": message}, {"x": _Any(n=1, r=_Any(f=False))})
    change = assign(target("x", BOOL, "r", "f"), lit(True))
    e = lowered(evaluation, change)["x"]
    assert isinstance(e, ir.Except)
    assert [len(u.path) for u in e.updates] == [2]
    assert evaluation.evaluate(e) == evaluation.of(_Any(n=1, r=_Any(f=True)), message)


class _Any:
    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


# ---- loops ----

NUMBERS = var("s", INTS)


def for_each(name: str, of: tree.Expr, *body: tree.Statement) -> tree.For:
    return tree.For(bound(name, of), body, span=SPAN)


def item(name: str = "i") -> tree.Target:
    return target("s", INT, loc(name))


def test_independent_iterations_are_one_function() -> None:
    body = assign(item(), add(index(NUMBERS, loc("i")), var("x")))
    loop = for_each("i", range_of(call(Builtin.LEN, NUMBERS)), body)
    assert shown(loop) == {"s": r'[k \in (1 .. "Sequences!Len"(s)) |-> s[k] + x]'}
    assert outcome("s", loop) == (11, 21, 31)


def test_a_range_must_be_inside_the_sequence() -> None:
    body = assign(item(), lit(0))
    assert outcome("s", for_each("i", range_of(lit(1), lit(3)), body)) == (10, 0, 0)
    assert outcome("s", for_each("i", range_of(lit(7), lit(5)), body)) == (10, 20, 30)
    for numbers in (range_of(lit(4)), range_of(lit(-1), lit(2))):
        with pytest.raises(EvalError) as error:
            outcome("s", for_each("i", numbers, body))
        assert error.value.code == "eval-out-of-domain"


def test_iterations_that_depend_on_others_are_a_fold() -> None:
    before = index(NUMBERS, op(OP.SUB, loc("i"), lit(1), t=INT))
    body = assign(item(), add(index(NUMBERS, loc("i")), before))
    loop = for_each("i", range_of(lit(1), lit(3)), body)
    assert outcome("s", loop) == (10, 30, 60)
    total = for_each("e", NUMBERS, assign(target("x", INT), add(var("x"), loc("e"))))
    assert outcome("x", total) == 61


def test_nested_loops() -> None:
    cell = target("rows", INT, loc("i"), loc("j"))
    rows = var("rows", types.Seq(INTS))
    inner = for_each(
        "j",
        range_of(call(Builtin.LEN, index(rows, loc("i"), INTS))),
        assign(cell, add(op(OP.MUL, loc("i"), lit(10), t=INT), loc("j"))),
    )
    loop = for_each("i", range_of(call(Builtin.LEN, rows)), inner)
    assert outcome("rows", loop) == ((0,), (10, 11))


def test_a_local_variable_may_be_carried_through_a_loop() -> None:
    start = assign(target("n", INT, local=True), lit(0))
    loop = for_each("e", NUMBERS, assign(target("n", INT, local=True), add(loc("n"), loc("e"))))
    end = assign(target("x", INT), loc("n"))
    assert outcome("x", start, loop, end) == 60
