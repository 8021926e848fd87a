from __future__ import annotations

from tests.front.pluscal.given import codes, translated, translated_text

ALGORITHM = """--algorithm A
variables x = 0, y = 0;
macro set(v, e) begin v := e; end macro;
{}
begin
{}
end algorithm"""


def test_an_argument_keeps_its_grouping() -> None:
    text = translated_text(
        ALGORITHM.format("macro m(e) begin y := 2 * e; end macro;", "a: m(x + 1);")
    )
    assert "y' = 2 * (x + 1)" in text


def test_a_path_of_the_argument_comes_before_that_of_the_macro() -> None:
    text = translated_text(ALGORITHM.format("macro m(v) begin v.f := 1; end macro;", "a: m(x[y]);"))
    assert "x' = [x EXCEPT ![y].f = 1]" in text


def test_the_label_of_a_call_is_that_of_the_first_statement() -> None:
    text = translated_text(
        ALGORITHM.format("macro two() begin skip; x := 1; end macro;", "a: two();")
    )
    assert 'a == /\\ pc = "a"\n     /\\ TRUE\n     /\\ x\' = 1' in text


def test_names_bound_in_an_expression_of_a_macro_stay() -> None:
    macro = "macro m(e) begin y := {e \\in {1} : e = 1}; end macro;"
    assert "y' = {e \\in {1} : e = 1}" in translated_text(ALGORITHM.format(macro, "a: m(x);"))


def test_an_unknown_macro_is_reported() -> None:
    (found,) = translated(ALGORITHM.format("", "a: sett(x, 1);")).diagnostics
    assert found.code == "pcal-unknown-macro"
    assert found.help == "did you mean `set`?"


def test_a_procedure_called_like_a_macro_is_explained() -> None:
    procedure = "procedure p() begin b: return; end procedure"
    (found,) = translated(ALGORITHM.format(procedure, "a: p();")).diagnostics
    assert found.help == "`p` is a procedure: write `call p(...)`"


def test_a_macro_may_use_only_macros_above_it() -> None:
    macros = "macro m() begin n(); end macro;\nmacro n() begin skip; end macro;"
    assert codes(ALGORITHM.format(macros, "a: m();")) == ["pcal-unknown-macro"]


def test_arguments_are_counted() -> None:
    assert codes(ALGORITHM.format("", "a: set(x);")) == ["pcal-argument-count"]


def test_a_macro_cannot_assign_to_an_expression() -> None:
    (found,) = translated(ALGORITHM.format("", "a: set(x + 1, 2);")).diagnostics
    assert found.code == "pcal-macro-target"
    assert found.span is not None
    assert found.span.text == "x + 1"


def test_a_macro_defined_twice_is_reported() -> None:
    macro = "macro set(v) begin v := 1; end macro;"
    assert codes(ALGORITHM.format(macro, "a: set(x);")) == ["pcal-redefined"]


def test_a_with_that_binds_a_parameter_is_pointed_out() -> None:
    macro = "macro m(e) begin with e \\in {1, 2} do y := e; end with; end macro;"
    algorithm = ALGORITHM.format(macro, "a: m(x);")
    assert codes(algorithm) == ["pcal-shadowed-parameter"]
    assert "\\E e \\in {1, 2} : y' = x" in translated_text(algorithm)
