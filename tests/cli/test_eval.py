"""`holdfast eval` prints the values of expressions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, LOCK, write

MANY = """---- MODULE Many ----
EXTENDS Naturals
CONSTANT Nodes
VARIABLES x, y
Init == x \\in 1..3 /\\ y = {}
Next == UNCHANGED <<x, y>>
Max(a, b) == IF a > b THEN a ELSE b
====
"""
PARTS = """---- MODULE Parts ----
VARIABLE x
Double(n) == <<n, {n}>>
====
"""


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK, Many_tla=MANY, Parts_tla=PARTS)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 1", "2"),
        ("-3", "-3"),
        ("Cardinality({1, 2} \\X {3})", "2"),
        ("SortSeq(<<3, 1, 2>>, <)", "<<1, 2, 3>>"),
        ("[a |-> 1, b |-> {TRUE}]", "[a |-> 1, b |-> {TRUE}]"),
        ("SUBSET {1, 2}", "{{}, {1}, {2}, {1, 2}}"),
        ("Nat", "Nat"),
        ("LET F[n \\in Nat] == IF n = 0 THEN 1 ELSE n * F[n - 1] IN F[20]", "2432902008176640000"),
        ("Last(<<1, 2>>)", "2"),
    ],
)
def test_a_constant_expression_needs_no_spec(
    expression: str, value: str, holdfast: Holdfast
) -> None:
    done = holdfast("eval", expression)
    assert (done.exit, done.out, done.err) == (0, f"{value}\n", "")


def test_a_spec_gives_definitions_and_constants(holdfast: Holdfast) -> None:
    model = ("Many.tla", "--const", "Nodes={a, b}")
    done = holdfast("eval", *model, "Max(2, 7)", "Nodes", "Cardinality(Nodes)")
    assert (done.exit, done.out) == (0, "7\n{a, b}\n2\n")


def test_a_spec_may_be_named_without_its_extension(holdfast: Holdfast) -> None:
    assert holdfast("eval", "Counter", "--const", "N=4", "N + 1").out == "5\n"


def test_a_module_without_a_behaviour_is_enough(holdfast: Holdfast) -> None:
    assert holdfast("eval", "Parts.tla", "Double({})").out == "<<{}, {{}}>>\n"
    done = holdfast("eval", "Parts.tla", "x")
    assert done.exit == 151
    assert "there is no initial predicate" in done.err


def test_variables_have_their_values_in_the_initial_states(holdfast: Holdfast) -> None:
    assert holdfast("eval", "Lock.tla", "--const", "Clients={a}", "waiting").out == "{}\n"
    done = holdfast("eval", "Many.tla", "--const", "Nodes={}", "Max(x, 2)", "y")
    assert done.out == (
        "Max(x, 2)\n  2  in 2 of 3 initial states\n  3  in 1 of 3 initial states\n{}\n"
    )


def test_json_lists_the_states_of_each_value(holdfast: Holdfast) -> None:
    found = holdfast("eval", "Many.tla", "--const", "Nodes={}", "x > 1", "1", "--json").json
    assert (found["exit"], found["eval"]["states"]) == (0, "initial")
    assert found["eval"]["expressions"] == [
        {
            "expression": "x > 1",
            "constant": False,
            "values": [
                {"text": "FALSE", "value": False, "error": None, "states": [1]},
                {"text": "TRUE", "value": True, "error": None, "states": [2, 3]},
            ],
        },
        {
            "expression": "1",
            "constant": True,
            "values": [{"text": "1", "value": {"#bigint": "1"}, "error": None, "states": []}],
        },
    ]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["1 +"], 150, "the expression:1:4"),
        (["Foo(1)"], 150, "`Foo` is not declared"),
        (["Many.tla", "--const", "Nodes={}", "x'"], 151, "is an action"),
        (["Many.tla", "1"], 151, "the constant `Nodes` has no value"),
        (["1 \\div 0"], 75, "1 is divided by zero"),
        (["Missing.tla", "1"], 153, "No such file"),
        (["Many.tla"], 2, "no expression to evaluate"),
        (["--const", "N=1", "N"], 2, "need a SPEC"),
        (["--jsom", "1"], 2, "No such option"),
        ([], 2, "Missing argument"),
    ],
)
def test_errors_have_a_message(
    args: list[str], code: int, message: str, holdfast: Holdfast
) -> None:
    done = holdfast("eval", *args)
    assert (done.exit, "Traceback" in done.err) == (code, False)
    assert message in done.err


def test_an_error_does_not_hide_the_other_values(holdfast: Holdfast) -> None:
    done = holdfast("eval", "1 \\div 0", "2")
    assert (done.exit, done.out) == (75, "cannot be evaluated: 1 is divided by zero\n2\n")
