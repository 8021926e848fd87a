"""Arguments of definitions and operators are evaluated when they are needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.workbench import load, prepare
from tests.agree import ours


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("First(1, 1 \\div 0)", "V 1"),
        ("Apply2(LAMBDA x, y : x, 1, 1 \\div 0)", "V 1"),
        ("LET f(o(_), x) == o(x) IN f(LAMBDA y : 2, Head(<<>>))", "V 2"),
        ("Pointwise(<<1>>, [x \\in {} |-> 0], LAMBDA x, y : x)", "V <<1>>"),
        ("Twice(LAMBDA x : x + x, 3)", "V 12"),
    ],
)
def test_an_argument_that_is_not_used_is_not_evaluated(expression: str, answer: str) -> None:
    assert list(ours.answers([expression])) == [answer]


def test_an_argument_that_is_used_shows_its_error() -> None:
    (answer,) = ours.answers(["Apply2(LAMBDA x, y : y, 1, 1 \\div 0)"])
    assert answer.startswith("E eval-division")


def test_what_follows_an_empty_factor_is_not_listed() -> None:
    answers = ours.answers(["{x \\in {} \\X Nat : TRUE}", "{x \\in [a : {}, type : Nat] : TRUE}"])
    assert list(answers) == ["V {}", "V {}"]


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("FlattenSeq(<<1>>)", "V 1"),
        ('IsStrictPrefix(<<"a">>, <<"a", 1>>)', "V TRUE"),
        ("IsStrictSuffix(<<1>>, <<1>>)", "V FALSE"),
    ],
)
def test_library_operators_compare_what_their_definitions_compare(
    expression: str, answer: str
) -> None:
    assert list(ours.answers([expression])) == [answer]


def test_a_call_that_nothing_changes_is_evaluated_once(tmp_path: Path) -> None:
    lines = [
        "---- MODULE Once ----",
        "EXTENDS Naturals",
        "Squares(n) == {i * i : i \\in 1..n}",
        "Fixed(k) == Squares(3)",
        "Given(k) == Squares(k)",
        "ASSUME <<Fixed(1), Fixed(2)>> = <<Given(3), Given(3)>>",
        "====",
    ]
    (tmp_path / "Once.tla").write_text("\n".join(lines), "utf-8")
    machine = Machine(prepare(load(tmp_path / "Once.tla")).system)
    equation = machine.system.definitions["assumption"].body
    assert isinstance(equation, ir.Apply)
    fixed, given = (machine.value(side) for side in equation.args)
    assert isinstance(fixed, tuple)
    assert isinstance(given, tuple)
    assert fixed == given
    assert fixed[0] is fixed[1]
    assert given[0] is not given[1]
