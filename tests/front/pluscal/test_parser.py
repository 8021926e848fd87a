from __future__ import annotations

import pytest

from holdfast.source import Span
from tests.front.pluscal.given import codes, translated

HEAD = "--algorithm A\nvariables x = 0, y = 0;\nbegin\n"


def body(statements: str) -> str:
    return f"{HEAD}{statements}\nend algorithm"


def c_body(statements: str) -> str:
    return f"--algorithm A {{\nvariables x = 0, y = 0;\n{{\n{statements}\n}}\n}}"


def complaint(algorithm: str) -> tuple[str, str, str]:
    """The code, the text under the caret and the help line of the only complaint."""
    (found,) = translated(algorithm).diagnostics
    assert isinstance(found.span, Span)
    return found.code, found.span.text, found.help or ""


MISTAKES = {
    "a: x = 1;": ("pcal-assignment", "="),
    "a: x == 1;": ("pcal-assignment", "=="),
    "a: x++;": ("pcal-assignment", "++"),
    "a: x += 1;": ("pcal-assignment", "+"),
    "a: {1} := 2;": ("pcal-mixed-syntax", "{"),
    "a: f(x) + 1 := 2;": ("pcal-syntax", "+"),
    "a: x + y := 2;": ("pcal-assignment", "x + y"),
    "a: x := 1\n y := 2;": ("pcal-missing-semicolon", "1"),
    "a: skip\n b: skip;": ("pcal-missing-semicolon", "skip"),
    "a: x := 1 2;": ("pcal-syntax", "2"),
    "a: if x = 1 then skip; elseif x = 2 then skip; end if;": ("pcal-syntax", "elseif"),
    "a: if x = 1 then skip; else if x = 2 then skip; end if;": ("pcal-syntax", "end algorithm"),
    "a: if x = 1 skip; end if;": ("pcal-syntax", "skip"),
    "a: if x = 1 { x := 1; }": ("pcal-mixed-syntax", "{"),
    "a: while x = 1 skip; end while;": ("pcal-syntax", "skip"),
    "a: while x < 1 do end while;": ("pcal-empty-block", "while"),
    "a: with z = 1 do end with;": ("pcal-empty-block", "with"),
    "a: with z := 1 do x := z; end with;": ("pcal-assignment", ":="),
    "a: if x = 1 then end if;": ("pcal-empty-block", "if"),
    "a: either x := 1; end either;": ("pcal-either-without-or", "either"),
    "a: either x := 1; or end either;": ("pcal-empty-block", "end"),
    "a: if x = 1 then skip; end while;": ("pcal-syntax", "end while"),
    "a: await x == 1;": ("pcal-syntax", "=="),
    "a: await;": ("pcal-syntax", ";"),
    "a: goto 3;": ("pcal-syntax", "3"),
    "a: for i in S do skip;": ("pcal-syntax", "for"),
    "a: break;": ("pcal-syntax", "break"),
    "Done: skip;": ("pcal-reserved-label", "Done"),
    "a: return x;": ("pcal-syntax", "x"),
    "a: call p;": ("syntax", ";"),
    "a: x := (1;": ("unclosed-bracket", ";"),
    "a: end if;": ("pcal-syntax", "end"),
}


@pytest.mark.parametrize("statement", MISTAKES)
def test_a_mistake_is_reported_once_and_at_its_place(statement: str) -> None:
    assert complaint(body(statement))[:2] == MISTAKES[statement]


C_MISTAKES = {
    "a: while (x < 1) { x := 1; }\n b: skip;": ("pcal-missing-semicolon", "}"),
    "a: if x = 1 { x := 1; };": ("pcal-syntax", "x"),
    "a: if (x = 1 { x := 1; };": ("pcal-syntax", "{"),
    "a: { };": ("pcal-empty-block", "}"),
    "a: { b: skip; };": ("pcal-duplicate-label", "b"),
    "a: if (x = 1) then { skip; };": ("pcal-mixed-syntax", "then"),
}


@pytest.mark.parametrize("statement", C_MISTAKES)
def test_a_mistake_in_the_c_syntax_is_reported_at_its_place(statement: str) -> None:
    assert complaint(c_body(statement))[:2] == C_MISTAKES[statement]


PARTS = {
    "--algorithm A\nvariables x := 0;\nbegin skip; end algorithm": ("pcal-assignment", ":="),
    "--algorithm A\nvariables x == 0;\nbegin skip; end algorithm": ("pcal-assignment", "=="),
    "--algorithm A\nvariables x = 0 y = 1;\nbegin skip; end algorithm": (
        "pcal-missing-semicolon",
        "0",
    ),
    "--algorithm A\nvariables x = 0;\na: skip;\nend algorithm": ("pcal-missing-begin", "a"),
    "--algorithm A\nvariables x = 0;\nskip;\nend algorithm": ("pcal-missing-begin", "skip"),
    "--algorithm A\nvariables x = 0;\n{ skip; }": ("pcal-mixed-syntax", "{"),
    "--algorithm A {\nvariables x = 0;\nbegin skip; end algorithm": ("pcal-mixed-syntax", "begin"),
    "--algorithm A {\nvariables x = 0\n{ skip; } }": ("pcal-missing-semicolon", "0"),
    "--algorithm A\nmacro m() begin skip; end macro;\nvariables x = 0;\n"
    "begin skip; end algorithm": (
        "pcal-order",
        "variables",
    ),
    "--algorithm A\nvariable x = 0;\nvariable y = 0;\nbegin skip; end algorithm": (
        "pcal-order",
        "variable",
    ),
    "--algorithm A\nvariables x = 0;\nmacro m() begin a: skip; end macro;\n"
    "begin skip; end algorithm": (
        "pcal-label-in-macro",
        "a",
    ),
    "--algorithm A\nvariables x = 0;\nprocedure p(a \\in {1}) begin b: return; end procedure\n"
    "begin c: skip; end algorithm": ("pcal-procedure-variable", "\\in"),
    "--algorithm A\nvariables x = 0;\nbegin end algorithm": ("pcal-empty-block", "begin"),
    "--algorithm A\nvariables x = 0;\nprocess p begin a: skip; end process\nend algorithm": (
        "pcal-syntax",
        "begin",
    ),
}


@pytest.mark.parametrize("algorithm", PARTS)
def test_a_mistake_in_a_part_of_the_algorithm_is_reported(algorithm: str) -> None:
    assert complaint(algorithm)[:2] == PARTS[algorithm]


def test_equals_for_an_assignment_is_explained() -> None:
    assert "`:=`" in complaint(body("a: x = 1;"))[2]


def test_else_if_is_explained() -> None:
    statement = "a: if x = 1 then skip; else if x = 2 then skip; end if;"
    assert "`elsif`" in complaint(body(statement))[2]


def test_a_block_in_braces_needs_a_semicolon_is_explained() -> None:
    assert "braces" in complaint(c_body("a: while (x < 1) { x := 1; }\n b: skip;"))[2]


def test_several_mistakes_are_reported_in_one_run() -> None:
    statements = "a: x = 1;\nb: y := ;\nc: x == 2;\nd: if x then skip; end while;"
    assert codes(body(statements)) == [
        "pcal-assignment",
        "pcal-syntax",
        "pcal-assignment",
        "pcal-syntax",
    ]


def test_mistakes_in_definitions_are_reported_among_the_others() -> None:
    algorithm = """
--algorithm A
variables x = 0;
define
  Good == x
  Bad = x
end define;
begin
  a: x = 1;
end algorithm
"""
    assert codes(algorithm) == ["syntax", "pcal-assignment"]


def test_text_behind_the_algorithm_is_free() -> None:
    assert codes(body("a: skip;") + "\nIt's done; see \"Notes (* here *) ? ; end") == []


def test_comments_in_the_algorithm_are_skipped() -> None:
    assert codes(body("a: x (* the (* first *) *) := 1; \\* the end *)\n b: y := 2;")) == []


def test_fields_may_be_named_like_reserved_words() -> None:
    assert codes(body("a: x := [end |-> 1, if |-> 2].end;")) == []


def test_the_last_semicolon_of_a_block_may_be_left_out() -> None:
    assert (
        codes("--algorithm A\nvariables x = 0\nbegin\n a: if x = 0 then skip end if\nend algorithm")
        == []
    )


def test_a_goto_may_name_its_label_in_quotes() -> None:
    assert codes(body('a: x := 1;\n b: goto "a";')) == []


def test_bulleted_lists_end_where_statements_go_on() -> None:
    statements = """
  a: await /\\ x = 0
           /\\ \\/ y = 0
              \\/ y = 1;
     x := 1;"""
    assert codes(body(statements)) == []
