"""An expression or effect is defined in Python if its conditions are true."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.conditions import Condition
from holdfast.front.ioa.lower.defined import Definedness
from holdfast.front.ioa.lower.defined_effects import effect_conditions
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import INT, NAT, Type
from holdfast.front.ioa.walk import walk
from holdfast.ir.errors import EvalError
from holdfast.ir.expr_text import show_expr
from holdfast.ir.values import TRUE
from tests.front.ioa.effect_generator import EffectGenerator
from tests.front.ioa.generator import DECLARED, TWICE, TYPES, Generator, values
from tests.front.ioa.python_text import Undefined, lines, run_in_python, text, value_in_python
from tests.front.ioa.trees import (
    INTS,
    OP,
    SPAN,
    Evaluation,
    add,
    assign,
    bound,
    call,
    forall,
    index,
    lit,
    loc,
    op,
    range_of,
    seq,
    target,
    var,
)


def all_true(evaluation: Evaluation, conditions: Iterable[Condition]) -> bool:
    """Whether all conditions are true, in their order."""
    return all(evaluation.evaluate(c.formula) is TRUE for c in conditions)


@pytest.mark.parametrize("seed", range(25))
def test_conditions_of_random_expressions(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        given = values(random)
        evaluation = Evaluation(DECLARED, given, (TWICE,))
        e = Generator(random).expr(random.choice(TYPES), 3)
        found = Definedness(evaluation.lowering, (TWICE,)).conditions(e, evaluation.scope)
        try:
            value_in_python(e, given)
            defined = True
        except Undefined:
            defined = False
        why = "\n".join((text(e), *(show_expr(c.formula) for c in found), str(given)))
        promised = all_true(evaluation, found)
        # `all` and `any` stop early, so that elements may be undefined that nobody looks at.
        if promised or not any(isinstance(x, tree.Quantifier) for x in walk(e)):
            assert promised == defined, why


@pytest.mark.parametrize("seed", range(20))
def test_conditions_of_random_effects(seed: int) -> None:
    random = Random(seed)
    for _ in range(8):
        given = values(random)
        evaluation = Evaluation(DECLARED, given, (TWICE,))
        statements = EffectGenerator(random).statements(2, 3)
        definedness = Definedness(evaluation.lowering, (TWICE,))
        found = effect_conditions(statements, evaluation.scope, DECLARED, definedness)
        try:
            run_in_python(statements, given)
            defined = True
        except Undefined:
            defined = False
        program = "\n".join(lines(statements))
        try:
            promised = all_true(evaluation, found)
        except EvalError:  # a condition of a later iteration, where an earlier one is undefined
            assert "for e1 in" in program, program
            promised = False
        if promised or ("all(" not in program and "any(" not in program):
            why = "\n".join((program, *(show_expr(c.formula) for c in found), str(given)))
            assert promised == defined, why


# ---- single cases ----

STATUS = types.IntRange("Status", 0, 4)
MSG = types.Record("Msg", (("to", STATUS), ("n", NAT)))
KINDS: dict[str, Type] = {
    "x": INT,
    "s": INTS,
    "m": types.Map(INT, INT),
    "status": STATUS,
    "n": NAT,
    "all": types.Seq(STATUS),
}
GIVEN = {"x": 1, "s": (1, 2), "m": {1: 2}, "status": 3, "n": 0, "all": ()}
X, S, M = var("x"), var("s", INTS), var("m", KINDS["m"])


def of(e: tree.Expr, *functions: tree.Function) -> list[tuple[str, str]]:
    evaluation = Evaluation(KINDS, GIVEN, functions)
    found = Definedness(evaluation.lowering, functions).conditions(e, evaluation.scope)
    return [(show_expr(c.formula), c.message) for c in found]


def of_effect(*statements: tree.Statement) -> list[tuple[str, str]]:
    evaluation = Evaluation(KINDS, GIVEN)
    definedness = Definedness(evaluation.lowering)
    found = effect_conditions(statements, evaluation.scope, KINDS, definedness)
    return [(show_expr(c.formula), c.message) for c in found]


@pytest.mark.parametrize(
    ("e", "message"),
    [
        (index(S, X), "index may be out of range"),
        (index(M, X), "key may not be in the map"),
        (tree.Slice(S, lit(1), None, type=INTS, span=SPAN), "slice may be out of range"),
        (op(OP.MOD, X, X, t=INT), "divisor may not be positive"),
        (op(OP.LEFT, X, X, t=INT), "shift may be negative"),
        (call(Builtin.MAX, S), "`max` of a collection that may be empty"),
        (call(Builtin.I_MIN, S), "`i_min` of a collection that may be empty"),
        (call(Builtin.INCRE, X, t=STATUS), "value may not be of type Status"),
        (tree.RecordOf((X, lit(0)), type=MSG, span=SPAN), "value may not be of type Status"),
        (seq(X, of=NAT), "value may not be of type nat"),
        (
            tree.MapComprehension(bound("k", S), lit(0), type=types.Map(STATUS, INT), span=SPAN),
            "value may not be of type Status",
        ),
        (
            tree.IfElse(lit(True), X, lit(0), type=NAT, span=SPAN),
            "value may not be of type nat",
        ),
    ],
)
def test_partial_operations(e: tree.Expr, message: str) -> None:
    assert [found for _, found in of(e)] == [message]


@pytest.mark.parametrize(
    "e",
    [
        op(OP.DIV, X, lit(2), t=INT),
        op(OP.RIGHT, X, lit(0), t=INT),
        call(Builtin.INCRE, var("status", STATUS), t=STATUS),
        tree.RecordOf((lit(3), call(Builtin.LEN, S)), type=MSG, span=SPAN),
        tree.RecordOf((var("status", STATUS), var("status", STATUS)), type=MSG, span=SPAN),
        tree.Slice(S, None, None, type=INTS, span=SPAN),
        seq(of=NAT),
    ],
)
def test_what_is_always_defined_has_no_condition(e: tree.Expr) -> None:
    assert of(e) == []


def test_a_condition_has_the_guards_of_its_evaluation() -> None:
    small = op(OP.LT, X, lit(2))
    item = op(OP.GT, index(S, lit(5)), lit(0))
    inside = '5 < "Sequences!Len"(s)'
    assert of(op(OP.AND, small, item)) == [(f"x < 2 => {inside}", "index may be out of range")]
    assert of(op(OP.OR, small, item)) == [(f"~ (x < 2) => {inside}", "index may be out of range")]
    within = op(OP.AND, op(OP.LE, lit(0), loc("i")), op(OP.LT, loc("i"), X))
    ((formula, _),) = of(forall("i", op(OP.IMPLIES, within, op(OP.GT, index(S, loc("i")), X))))
    assert formula == r'\A i \in (0 .. (x - 1)) : i >= 0 /\ i < "Sequences!Len"(s)'


def test_a_function_is_defined_if_its_body_is() -> None:
    param = tree.Declared("i", NAT, span=SPAN)
    half = tree.Function("half", (param,), INT, op(OP.DIV, lit(8), loc("i"), t=INT), span=SPAN)
    e = tree.UserCall("half", (X,), type=INT, span=SPAN)
    assert of(e, half) == [
        ("x >= 0", "value may not be of type nat"),
        ("x > 0", "divisor may not be positive"),
    ]


def test_a_value_must_be_of_the_declared_type() -> None:
    assert of_effect(assign(target("status", STATUS), X)) == [
        (r"x \in (0 .. 3)", "value may not be of type Status")
    ]
    assert of_effect(assign(target("status", STATUS), lit(3))) == []
    assert of_effect(assign(target("n", NAT), var("status", STATUS))) == []
    assert of_effect(assign(target("n", NAT), lit(-1))) == [
        ("-1 >= 0", "value may not be of type nat")
    ]
    ((formula, message),) = of_effect(assign(target("all", KINDS["all"]), S))
    assert formula == r'\A i \in (1 .. "Sequences!Len"(s)) : s[i] \in (0 .. 3)'
    assert message == "value may not be of type Seq[Status]"


def test_statements_are_defined_in_the_state_that_they_reach() -> None:
    first = assign(target("x", INT), add(X, lit(1)))
    second = assign(target("s", INT, X), lit(0))
    inside = '(x + 1) >= 0 /\\ (x + 1) < "Sequences!Len"(s)'
    assert of_effect(first, second) == [(inside, "index may be out of range")]
    test = tree.If(op(OP.GT, X, lit(5)), (first,), (second,), span=SPAN)
    ((formula, _),) = of_effect(test)
    assert formula == r'~ (x > 5) => (x >= 0 /\ x < "Sequences!Len"(s))'


def test_a_new_key_of_a_map_is_no_error() -> None:
    assert of_effect(assign(target("m", INT, X), lit(0))) == []


def test_the_numbers_of_a_loop_are_indices() -> None:
    body = assign(target("s", INT, loc("i")), lit(0))
    loop = tree.For(bound("i", range_of(X)), (body,), span=SPAN)
    assert of_effect(loop) == [('x <= "Sequences!Len"(s)', "index may be out of range")]
    whole = tree.For(bound("i", range_of(call(Builtin.LEN, S))), (body,), span=SPAN)
    assert of_effect(whole) == []
