"""The trees of models: what Spin expands, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.files import Files
from holdfast.front.promela import tree
from holdfast.front.promela.expression_nodes import Number
from holdfast.front.promela.read.model import read_model
from holdfast.source import Source
from tests.front.promela.shown import listed, show, temporal


def read(text: str, **definitions: str) -> tree.Model:
    model, diagnostics = read_model(Source("model.pml", text), definitions=definitions)
    assert model is not None, "\n".join(d.render() for d in diagnostics)
    return model


def body(statements: str, before: str = "") -> str:
    """The statements of a process, one line."""
    text = f"byte x, y, a[3]\n{before}\ninit {{ {statements} }}"
    return listed(read(text).proctypes[-1].body)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 == 4 && x", "(((1 + (2 * 3)) == 4) && x)"),
        ("x | y ^ 1 & 2 == 3", "(x | (y ^ (1 & (2 == 3))))"),
        ("x - y - 1 << 2 >> 1", "((((x - y) - 1) << 2) >> 1)"),
        ("!x == ~y", "(!x == ~y)"),
        ("-x * -1", "(-x * -1)"),
        ("x || y && x || y", "((x || (y && x)) || y)"),
        ("(x > 1 -> y : a[2])", "((x > 1) -> y : a[2])"),
        ("x < y != 1", "((x < y) != 1)"),
    ],
)
def test_operators_have_the_precedence_of_c(text: str, expected: str) -> None:
    assert body(text) == expected


def test_a_line_ends_a_statement_where_one_can_end() -> None:
    assert body(
        "x = 1\n y = (x +\n 1)\n x++\n if\n :: x\n -> y--\n :: else y = 2\n fi\n x = 2"
    ) == ("x = 1; y = (x + 1); x = (x + 1); if :: x; y = (y - 1) :: else; y = 2 fi; x = 2")


def test_a_comment_of_several_lines_ends_a_statement_too() -> None:
    assert body("x = 1 /* one\n two */ y = 2") == "x = 1; y = 2"


def test_a_block_may_be_followed_by_unless_on_the_next_line() -> None:
    assert body("{ x = 1 }\n unless\n { y = 2 }\n y = 3") == (
        "plain { x = 1 } unless plain { y = 2 }; y = 3"
    )


def test_a_for_is_a_loop_whose_last_option_leaves_it() -> None:
    assert body("for (x : 1 .. 3) { y = x }") == (
        "x = 1; do :: (x <= 3); y = x; x = (x + 1) :: else; break od"
    )
    assert body("for (x in a) { skip }") == (
        "x = 0; do :: (x <= 2); skip; x = (x + 1) :: else; break od"
    )


def test_a_for_over_a_channel_rotates_its_messages() -> None:
    before = "typedef M { byte b; bit c[2] }\nchan q = [2] of { M }\nM m"
    assert body("for (m in q) { skip }", before) == (
        "_count = 0; do :: (_count < len(q)); q?m.b, m.c[0], m.c[1]; q!m.b, m.c[0], m.c[1]; skip; "
        "_count = (_count + 1) :: else; break od"
    )


def test_the_label_of_a_for_is_at_its_loop() -> None:
    assert body("L: for (x : 1 .. 3) { skip }").startswith("x = 1; L: do")


def test_a_select_between_few_numbers_is_a_choice() -> None:
    assert body("select (x : 1 .. 2)") == "if :: x = 1 :: x = 2 fi"
    assert body("select (x : 0 .. 33)") == "x = 0; do :: (x < 33); x = (x + 1) :: break od"
    assert body("select (x : y .. 2)") == "x = y; do :: break :: (x < 2); x = (x + 1) od"


def test_a_select_in_an_inline_is_a_loop() -> None:
    before = "inline pick(v) { select (v : 1 .. 2) }"
    assert body("pick(x)", before) == ("plain { x = 1; do :: break :: (x < 2); x = (x + 1) od }")


def test_the_arguments_of_an_inline_are_tokens() -> None:
    before = "inline twice(v, e) { v = e * 2 }\ninline both(u) { twice(u, 1 + 2); twice(u, u) }"
    assert body("both(x)", before) == (
        "plain { plain { x = (1 + (2 * 2)) }; plain { x = (x * 2) } }"
    )


def test_an_inline_returns_by_assigning() -> None:
    before = "inline inc(v) { return v + 1 }"
    assert body("a[1] = inc(x)", before) == "plain { a[1] = (x + 1) }"


def test_a_late_declaration_is_an_assignment() -> None:
    before = "typedef T { byte b }"
    text = "byte u = 3; int w; x = 1; byte v = 2; byte z; T t; short s[2]; { bit b }"
    assert body(text, before) == ("x = 1; v = 2; z = 0; discard; s[0] = 0; plain { b = 0 }")
    process = read(f"byte x\n{before}\ninit {{ {text} }}").proctypes[0]
    initial = {d.symbol.name: d.initial for d in process.locals}
    assert [n for n, e in initial.items() if e is not None] == ["u"]
    assert list(initial) == ["u", "w", "v", "z", "t", "s", "b"]


def test_blocks_may_declare_a_name_again() -> None:
    assert body("{ byte z = 1; z = 2 }; { byte z; x = z }") == (
        "plain { z = 1; z = 2 }; plain { z#2 = 0; x = z#2 }"
    )


def test_a_jump_goes_to_the_label_of_its_block() -> None:
    assert body("{ x = 1; L: goto L }; { x = 2; L: x = 3; goto L }; goto M; M: skip") == (
        "plain { x = 1; L: goto L }; plain { x = 2; L#2: x = 3; goto L#2 }; goto M; M: skip"
    )


def test_a_jump_with_a_special_label_is_preceded_by_a_skip() -> None:
    assert body("x = 1; end: goto L; L: do :: x = 2; progress: break od") == (
        "x = 1; end: skip; goto L; L: do :: x = 2; progress: skip; break od"
    )


def test_a_remote_label_at_a_jump_is_a_skip_too() -> None:
    text = "byte x\nactive proctype P() { x = 1; L: goto M; M: x = 2 }\n"
    assert listed(read(text).proctypes[0].body) == "x = 1; L: goto M; M: x = 2"
    remote = read(text + "never { P@L }")
    assert listed(remote.proctypes[0].body) == "x = 1; L: skip; goto M; M: x = 2"


def test_a_label_before_unless_is_that_of_the_whole() -> None:
    assert body("L: atomic { x = 1; y = 2 } unless { y = 3 }") == (
        "L: atomic { plain { x = 1; y = 2 } unless plain { y = 3 } }"
    )


def test_a_label_at_the_end_of_a_block_is_that_of_a_skip() -> None:
    assert body("x = 1; end:") == "x = 1; end: skip"


def test_the_last_name_of_an_mtype_has_the_lowest_number() -> None:
    model = read("mtype = { a, b, c }; mtype = { d e }; mtype:t = { f, g }; init { skip }")
    assert [m.names for m in model.mtypes] == [
        (("a", 3), ("b", 2), ("c", 1)),
        (("d", 5), ("e", 4)),
        (("f", 2), ("g", 1)),
    ]


def test_messages_have_the_fields_of_records() -> None:
    before = "mtype = { m }\ntypedef R { byte b; short c[2] }\nchan q = [1] of { mtype, R }\nR r"
    assert body("q!m(r); q?m, r; q?m(_, 1, eval(x))", before) == (
        "q!m:1, r.b, r.c[0], r.c[1]; q?=m:1, r.b, r.c[0], r.c[1]; q?=m:1, _, =1, =x"
    )


def test_the_arguments_of_run_have_the_fields_of_records() -> None:
    model = read("typedef R { byte b; byte c }\nproctype P(R r) { skip }\ninit { R s; run P(s) }")
    assert listed(model.proctypes[1].body) == "run P(s.b, s.c)"


def test_the_elements_of_an_array_repeat_the_last_value() -> None:
    (declared,) = read("byte a[4] = { 1, 2 }; init { skip }").globals
    assert list(map(show, declared.elements)) == ["1", "2", "2", "2"]


def test_the_own_priority_is_a_function_of_the_process() -> None:
    assert body("_priority = 3; x = _priority") == ("set_priority(_pid, 3); x = priority(_pid)")


def test_numbers_have_32_bits() -> None:
    model, diagnostics = read_model(Source("m.pml", "int x = 4294967295; init { skip }"))
    assert model is not None
    assert [d.code for d in diagnostics] == ["promela-number"]
    initial = model.globals[0].initial
    assert isinstance(initial, Number)
    assert initial.value == -1


def test_formulas_may_refer_to_everything_in_the_file() -> None:
    model = read("ltl p { [] (q -> <> P@end) }\nbyte q\nactive proctype P() { end: q = 1 }")
    formula = model.ltl[0].formula
    assert isinstance(formula, tree.LtlUnary)
    assert isinstance(formula.operand, tree.LtlBinary)
    assert formula.operand.op == "->"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[] x U y", "([]x U y)"),
        ("x -> y -> x", "((x -> y) -> x)"),
        ("x until y or z", None),
        ("x && <> y || x", "((x && <>y) || x)"),
        ("! (x U y) W x", "(!(x U y) W x)"),
        ("always eventually x implies next y", "([]<>x -> Xy)"),
        ("x == 1 U y == 2", "((x == 1) U (y == 2))"),
        ("x release y <-> x V y", "((x V y) <-> (x V y))"),
    ],
)
def test_formulas_have_the_precedence_of_spin(text: str, expected: str | None) -> None:
    model, _ = read_model(Source("m.pml", f"byte x, y; init {{ skip }} ltl {{ {text} }}"))
    if expected is None:
        assert model is None
        return
    assert model is not None
    assert temporal(model.ltl[0].formula) == expected


# ---- the preprocessor ----


def test_given_definitions_replace_those_of_the_text() -> None:
    text = "#ifndef N\n#define N 2\n#endif\n#define M 3\nbyte a[N], b[M]; init { skip }"
    assert [d.symbol.length for d in read(text).globals] == [2, 3]
    assert [d.symbol.length for d in read(text, N="4", M="N + 1").globals] == [4, 5]


def test_a_given_definition_that_nothing_uses_is_an_error() -> None:
    source = Source("m.pml", "#define SIZE 3\nbyte a[SIZE]; init { skip }")
    model, diagnostics = read_model(source, definitions={"SIEZ": "1"})
    assert model is None
    assert [(d.code, d.help) for d in diagnostics] == [
        ("model-unknown-name", "did you mean `SIZE`?")
    ]


def test_included_files_may_be_overlays(tmp_path: Path) -> None:
    root = tmp_path / "model.pml"
    overlays = {str(tmp_path / "sub" / "types.h"): '#include "more.h"\nbyte x = N;'}
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "more.h").write_text("#define N 7\n")
    source = Source(str(root), '#include "sub/types.h"\ninit { x = 1 }')
    model, diagnostics = read_model(source, Files.over(overlays))
    assert model is not None, diagnostics
    initial = model.globals[0].initial
    assert isinstance(initial, Number)
    assert initial.value == 7


def test_what_a_macro_gives_is_at_its_use() -> None:
    source = Source("m.pml", "#define inc(v) v = v + 1\nbyte x\ninit { inc(x); skip }")
    model, _ = read_model(source)
    assert model is not None
    assert [s.span.text for s in model.proctypes[0].body] == ["inc(x)", "skip"]


def test_what_an_inline_gives_is_in_its_body() -> None:
    text = "byte x\ninline inc(v) { v = v + 1 }\ninit { inc(x) }"
    model, _ = read_model(Source("m.pml", text))
    assert model is not None
    (block,) = model.proctypes[0].body
    assert isinstance(block, tree.Block)
    assert [s.span.text for s in block.body] == ["v = v + 1"]


def test_a_deep_text_is_an_error() -> None:
    for text in ("(" * 5000 + "1" + ")" * 5000, "! " * 5000 + "1", "1" + " + 1" * 5000):
        model, diagnostics = read_model(Source("m.pml", f"init {{ {text} }}"))
        assert model is None
        assert [d.code for d in diagnostics] == ["too-deep"]


def test_blocks_nested_too_deeply_are_an_error() -> None:
    text = "init { " + "{" * 3000 + "skip" + "}" * 3001
    model, diagnostics = read_model(Source("m.pml", text))
    assert model is None
    assert "too-deep" in [d.code for d in diagnostics]


def test_many_characters_that_are_no_tokens_are_an_error() -> None:
    _, diagnostics = read_model(Source("m.pml", "$ " * 5000))
    assert {d.code for d in diagnostics} == {"bad-character"}


def test_many_errors_end_the_reading() -> None:
    text = "init { " + "; ".join(f"n{i} = 1" for i in range(5000)) + " }"
    _, diagnostics = read_model(Source("m.pml", text))
    assert 90 < len(diagnostics) < 110
