"""Texts of all kinds: locations, recovery, what is not Python, formulas and values alone."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.read.reader import read_expression, read_value
from holdfast.front.ioa.types import INT
from holdfast.source import Source
from tests.front.ioa.given import accepted, automaton, found, read


def test_independent_mistakes_have_a_message_each() -> None:
    text = automaton(
        "i == b and q[-1] == 1 and len(x_) == 2 and colour == ROUND",
        "i = True\nq = 3\nzz[0] = 1",
        pre="i",
        states="v: Smal",
    )
    assert found(text) == [
        ("ioa-unknown-type", "Smal"),
        ("ioa-type", "i"),
        ("ioa-type", "True"),
        ("ioa-type", "3"),
        ("ioa-unknown-name", "zz"),
        ("ioa-type", "i == b"),
        ("ioa-index", "-1"),
        ("ioa-unknown-name", "x_"),
        ("ioa-type", "colour == ROUND"),
    ]


def test_a_name_of_unknown_type_is_not_reported_again() -> None:
    text = automaton("v + 1 == 2 and v and v[0] in v.x and forall(x, x == v)", states="v: Smal")
    assert found(text) == [("ioa-unknown-type", "Smal")]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_spans_do_not_depend_on_the_line_ends(end: str) -> None:
    text = automaton("i == 1 and smal == 2").replace("\n", end)
    assert found(text) == [("ioa-unknown-name", "smal")]


def test_spans_are_right_after_letters_that_are_not_ascii() -> None:
    text = automaton("text == 'äöü𝄞' and größe == 1 and größ == 2", states="größe: int")
    assert found(text) == [("ioa-unknown-name", "größ")]
    assert found('"""ä"""; x = "ü"') == [("ioa-misplaced", 'x = "ü"')]
    assert found("def größe(ä: int, b: Ü) -> int: return ä") == [("ioa-unknown-type", "Ü")]


def test_a_byte_order_mark_is_skipped() -> None:
    assert found("\ufeffx = 1") == [("ioa-misplaced", "x = 1")]


@pytest.mark.parametrize(
    ("text", "underlined"),
    [
        ("T: type = Enum[A, B", "["),
        ("def f(:\n  pass", ":"),
        ("x = 'abc", "'"),
        ("a\x00b", "\x00"),
        ("x = '\ud800'", "\ud800"),
    ],
)
def test_what_is_not_python_has_one_message(text: str, underlined: str) -> None:
    file, (diagnostic,) = read(text)
    assert file is None
    assert diagnostic.code == "ioa-syntax"
    assert diagnostic.span is not None
    assert diagnostic.span.text.startswith(underlined)


def test_an_empty_file_is_read() -> None:
    assert accepted("").automata == ()
    assert accepted("# nothing\n").types == ()


@pytest.mark.parametrize(
    "text",
    [
        "i == 1" + " + 1" * 100_000,
        "i == 1" + " + 1" * 1000,
        "i == 1" + " + 1" * 10_000,
        "i == " + "-" * 50_000 + "1",
        "i == " + "-" * 1000 + "1",
        "(" * 5000 + "b" + ")" * 5000,
        "q" + "[0]" * 3000 + " == 1",
        "msg" + ".x" * 3000 + " == 1",
        "not " * 5000 + "b",
        "b if b else " * 2000 + "b",
        "i == half" + "(1)" * 3000,
    ],
)
def test_deep_nesting_is_reported(text: str) -> None:
    _, diagnostics = read(automaton(text))
    assert {d.code for d in diagnostics} <= {
        "too-deep",
        "ioa-syntax",
        "ioa-type",
        "ioa-unsupported",
    }
    assert diagnostics


def test_deep_nesting_in_types_is_reported() -> None:
    assert read("T: type = IntRange[0:1" + " + 1" * 30_000 + "]")[1]
    assert read("T: type = " + "Seq[" * 150 + "int" + "]" * 150)[1] == ()


def test_a_number_with_too_many_digits_is_reported() -> None:
    _, (diagnostic,) = read(automaton("i == " + "9" * 5000))
    assert diagnostic.code == "ioa-syntax"
    assert "too many digits" in diagnostic.message


def test_contradictory_types_do_not_take_forever() -> None:
    text = "(" * 90 + "1" + "".join(f" + {x})" for x in ["True", "1"] * 45) + " == 1"
    assert found(automaton(text))
    nested = "".join(f"forall(x{n}, " for n in range(60)) + "x0 == x59 and x3 in s" + ")" * 60
    assert found(automaton(nested))


def test_odd_escapes_are_no_warning() -> None:
    assert found(automaton(r"text == '\d'")) == []


FILE = accepted(automaton())


def test_a_formula_in_the_scope_of_an_automaton() -> None:
    e, diagnostics = read_expression(Source("-", "  len(q) == N and colour == RED"), FILE, "A")
    assert diagnostics == ()
    assert isinstance(e, tree.Apply)
    e, (diagnostic,) = read_expression(Source("-", " len(q) == Nn"), FILE, "A")
    assert e is None
    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.text) == ("ioa-unknown-name", "Nn")
    for text in ("len(q)", "", "a b", "always(b)", "x = 1"):
        e, diagnostics = read_expression(Source("-", text), FILE, "A")
        assert e is None
        assert len(diagnostics) == 1


def test_a_temporal_formula_is_allowed_if_asked() -> None:
    e, diagnostics = read_expression(Source("-", "always(b)"), FILE, "A", temporal=True)
    assert diagnostics == ()
    assert isinstance(e, tree.TemporalFormula)


def test_a_value_for_a_parameter() -> None:
    def type_of(text: str, expected: types.Type) -> types.Type:
        e, diagnostics = read_value(Source("N", text), FILE, expected)
        assert diagnostics == ()
        assert e is not None
        return e.type

    named = dict(FILE.types)
    assert type_of("3", INT) == INT
    assert type_of("-3", INT) == INT
    assert type_of("[1, 2]", types.Seq(types.NAT)) == types.Seq(types.NAT)
    assert type_of("RED", named["Colour"]) == named["Colour"]
    assert type_of("Msg(1, RED)", named["Msg"]) == named["Msg"]
    assert type_of("set()", types.Set(INT)) == types.Set(INT)
    for text in ("True", "N", "q", "RED"):
        e, diagnostics = read_value(Source("N", text), FILE, INT)
        assert e is None
        assert len(diagnostics) == 1
