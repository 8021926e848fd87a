from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.files import Files
from holdfast.front.tla.modules import Spec, load_spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import ACTION, CONSTANT, STATE, TEMPORAL
from holdfast.source import errors

HEAD = "CONSTANTS c, F(_)\nVARIABLES x, y\n"


def read(body: str) -> Spec:
    text = f"---- MODULE A ----\n{HEAD}{body}\n====\n"
    return load_spec(Path("nowhere/A.tla"), files=Files.over({Path("nowhere/A.tla"): text}))


def level(expr: str, before: str = "") -> int:
    """The level of an expression, which has to be without mistakes."""
    spec = read(f"{before}\nOp == {expr}")
    assert errors(spec.diagnostics) == ()
    operator = spec.module.names["Op"]
    assert isinstance(operator, sym.Operator)
    assert operator.levels is not None
    return operator.levels.level


def mistakes(body: str) -> list[str]:
    return [d.code for d in errors(read(body).diagnostics)]


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        ("1", CONSTANT),
        ("c", CONSTANT),
        ("x", STATE),
        ("x'", ACTION),
        ("c'", ACTION),
        ("{c, x}", STATE),
        ("[](x = 1)", TEMPORAL),
        ("ENABLED (x' = 1)", STATE),
        ("(ENABLED (x' = 1))'", ACTION),
        ("UNCHANGED x", ACTION),
        ("[x = 1]_x", ACTION),
        ("WF_x(x' = x)", TEMPORAL),
        ("x = 1 ~> c = 1", TEMPORAL),
        ("F(x)", STATE),
        ("\\E n \\in x : n = c", STATE),
        ("\\E n \\in c : n' = c", ACTION),
        ("\\EE n : n = 1", TEMPORAL),
        ("[c EXCEPT ![1] = @, ![2] = x]", STATE),
        ("[x EXCEPT ![1] = @]", STATE),
        ("LET d == x' IN c", CONSTANT),
        ("LET d(p) == <<p, x>> IN d(c')", ACTION),
        ("[a |-> x', b |-> c].b", ACTION),
        ("CHOOSE n \\in x : TRUE", STATE),
    ],
)
def test_the_level_of_an_expression(expr: str, expected: int) -> None:
    assert level(expr) == expected


def test_a_parameter_that_is_not_used_does_not_count() -> None:
    assert level("Ignore(x')", "Ignore(p) == 1") == CONSTANT


def test_the_level_of_a_higher_order_application_is_that_of_both() -> None:
    before = "Apply(Op2(_), p) == Op2(p)"
    assert level("Apply(LAMBDA q : {q}, c)", before) == CONSTANT
    assert level("Apply(LAMBDA q : {q, x}, c)", before) == STATE
    assert level("Apply(LAMBDA q : {q}, x')", before) == ACTION


def test_requirements_pass_through_definitions() -> None:
    chain = "Inner(p) == p'\nOuter(q) == Inner({q})\nBad == Outer(x')"
    assert mistakes(chain) == ["level-argument"]


def test_requirements_pass_through_operator_parameters() -> None:
    chain = "Apply(Op(_), p) == Op(p)\nPrime(p) == p'\nTwice(q) == Apply(Prime, q)\n"
    assert mistakes(chain + "Good == Twice(x)") == []
    assert mistakes(chain + "Bad == Twice(x')") == ["level-argument"]


def test_a_mistake_inside_is_not_reported_again_outside() -> None:
    assert mistakes("Bad == {x''}\nWorse == {Bad}\nASSUME Worse") == ["level-prime"]


def test_a_constant_module_passes_levels_on() -> None:
    inner = "---- MODULE In ----\nCONSTANT k\nD == {k}\n====\n"
    assert level("I!D", f"{inner}I == INSTANCE In WITH k <- x'") == ACTION
    assert level("I(x)!D", f"{inner}I(p) == INSTANCE In WITH k <- p") == STATE


def test_requirements_of_a_constant_module_hold_for_its_instances() -> None:
    inner = "---- MODULE In ----\nCONSTANT k\nD == k \\in {1}\n====\n"
    assert mistakes(f"{inner}I == INSTANCE In WITH k <- [](x = 1)") == ["level-substitution"]
    parametrised = f"{inner}I(p) == INSTANCE In WITH k <- p\n"
    assert mistakes(f"{parametrised}Bad == I([](x = 1))!D") == ["level-argument"]


def test_a_module_with_a_prime_is_not_constant() -> None:
    inner = "---- MODULE In ----\nCONSTANT k\nD == k'\n====\n"
    spec = read(inner)
    levels = spec.module.modules["In"].levels
    assert levels is not None
    assert not levels.constant
    assert mistakes(f"{inner}I == INSTANCE In WITH k <- x") == ["level-substitution"]


def test_an_action_hidden_in_a_let_is_not_judged_by_its_form() -> None:
    assert mistakes("Spec == [](LET v == x IN [x' = v]_v)") == []


def test_recursive_operators_have_the_level_of_their_section() -> None:
    before = "RECURSIVE G(_), H(_)\nG(n) == IF n = 1 THEN x ELSE H(n)\nM(n) == G(n)\nH(n) == M(n)"
    assert level("H(1)", before) == STATE


def test_a_recursive_function_is_as_high_as_its_body() -> None:
    assert level("f[1]", "f[n \\in {1}] == IF n = 1 THEN x ELSE f[n]") == STATE


def test_recursion_in_a_let_is_found_out_too() -> None:
    assert level("LET RECURSIVE G(_)\n G(n) == {x, G(n)}\n IN G(1)") == STATE


def test_theorems_have_the_level_of_their_statement() -> None:
    assert level("T", "THEOREM T == [](x = 1)") == TEMPORAL


def test_new_names_have_their_level() -> None:
    assert mistakes("THEOREM ASSUME NEW ACTION A, NEW STATE s PROVE [][A]_s") == []
    assert mistakes("THEOREM ASSUME NEW ACTION A PROVE A'") == ["level-prime"]


def test_a_selected_part_has_the_level_of_its_text() -> None:
    assert level("D!2", "D == c = x'") == ACTION
    assert level("D!1", "D == c = x'") == CONSTANT
