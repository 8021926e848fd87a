"""The grammar, operator precedence, bulleted lists, and recovery after mistakes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla.syntax.parser import parse_expression, parse_expression_at, parse_file
from holdfast.source import Diagnostic, Source, SpecError

LIBRARY = Path(__file__).parents[3] / "src" / "holdfast" / "library"


def expr(text: str) -> tree.Expr:
    return parse_expression(Source("test", text))


def module(body: str) -> tree.Module:
    parsed = parse_file(Source("M.tla", f"---- MODULE M ----\n{body}\n====\n"))
    assert parsed.diagnostics == ()
    return parsed.modules[0]


def complaints(body: str) -> tuple[Diagnostic, ...]:
    return parse_file(Source("M.tla", f"---- MODULE M ----\n{body}\n====\n")).diagnostics


def names(parsed: tree.Module) -> list[str]:
    return [u.name.name for u in parsed.units if isinstance(u, tree.Definition)]


A, B, C = tree.Ref("a"), tree.Ref("b"), tree.Ref("c")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", tree.Infix("+", A, tree.Infix("*", B, C))),
        ("a - b - c", tree.Infix("-", tree.Infix("-", A, B), C)),
        ("~ a = b", tree.Prefix("~", tree.Infix("=", A, B))),
        ("- a + b", tree.Infix("+", tree.Prefix("-.", A), B)),
        ("a * -b", tree.Infix("*", A, tree.Prefix("-.", B))),
        ("a \\X b \\X c", tree.Times((A, B, C))),
        ("(a \\X b) \\X c", tree.Times((tree.Parens(tree.Times((A, B))), C))),
        ("a.f[b]'", tree.Postfix("'", tree.Index(tree.Dot(A, "f"), (B,)))),
        ("SUBSET a \\union b", tree.Infix("\\union", tree.Prefix("SUBSET", A), B)),
        ("+(a, b)", tree.Ref("+", (A, B))),
        ("- (a, b)", tree.Ref("-", (A, B))),
        ("a!b!1!(c)!:", tree.Path(tuple(
            tree.Part(n, args)
            for n, args in (("a", ()), ("b", ()), ("1", ()), ("", (C,)), (":", ()))
        ))),
        ("WF_a(b)", tree.Fairness("WF_", A, B)),
        ("[a]_b", tree.Box(A, B)),
        ("<<a>>_<<b>>", tree.Angle(A, tree.Tuple((B,)))),
        ("{a \\in b : c}", tree.SetFilter(tree.Bound((tree.Ident("a"),), B), C)),
        ("{c : a \\in b}", tree.SetMap(C, (tree.Bound((tree.Ident("a"),), B),))),
        ("{a \\in b}", tree.SetOf((tree.Infix("\\in", A, B),))),
        ("[a -> b]", tree.FunctionSet(A, B)),
        ("[a |-> b]", tree.Record((tree.Field("a", B),))),
        ("[a : b]", tree.RecordSet((tree.Field("a", B),))),
        ("[a EXCEPT ![b].f = @]", tree.Except(
            A, (tree.Update((tree.Key((B,)), tree.Key((), "f")), tree.At()),)
        )),
        ("a:: b + c", tree.Label("a", (), tree.Infix("+", B, C))),
    ],
)  # fmt: skip
def test_an_expression_reads_as(text: str, expected: tree.Expr) -> None:
    assert expr(text) == expected


@pytest.mark.parametrize("text", ["a /\\ b \\/ c", "a = b = c", "a \\in b \\in c", "a => b => c"])
def test_operators_that_bind_equally_need_parentheses(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        expr(text)
    assert [d.code for d in caught.value.diagnostics] == ["precedence-conflict"]


def test_a_list_item_ends_at_the_column_of_its_bullet() -> None:
    text = "  /\\ a\n  /\\ \\/ b\n     \\/ c\n  => a"
    inner = tree.Junction("\\/", (B, C))
    assert expr(text) == tree.Infix("=>", tree.Junction("/\\", (A, inner)), A)


def test_a_token_under_the_bullet_is_explained() -> None:
    (complaint,) = complaints("X ==\n  /\\ a \\in\n  {b}")
    assert complaint.code == "junction-column"
    assert complaint.help is not None
    assert "right of its bullet" in complaint.help


def test_spans_cover_the_text_of_a_node() -> None:
    source = Source("test", "f[a + b]")
    index = parse_expression(source)
    assert index.span.text == "f[a + b]"
    assert isinstance(index, tree.Index)
    assert index.args[0].span.text == "a + b"


def test_an_expression_inside_other_tokens_stops_before_what_cannot_continue_it() -> None:
    source = Source("test", "a + b then c")
    tokens, _ = tokenize(source)
    found, index = parse_expression_at(source, tokens, 0)
    assert found == tree.Infix("+", A, B)
    assert tokens[index].text == "then"


def test_units_of_every_kind_are_read() -> None:
    text = """EXTENDS Naturals, Sequences
CONSTANTS N, Op(_, _), _ ++ _
VARIABLE x
RECURSIVE F(_)
F(n) == IF n = 0 THEN 0 ELSE F(n - 1)
f[i \\in 1..N] == i
a (+) b == <<a, b>>
I(p) == INSTANCE M WITH N <- p
LOCAL INSTANCE K
ASSUME Positive == N > 0
---- MODULE Inner ----
====
THEOREM T == ASSUME NEW y \\in Nat PROVE y >= 0
<1>1. CASE y = 0
  OBVIOUS
<1> QED BY <1>1 DEF F
USE DEF F"""
    kinds = [type(u).__name__ for u in module(text).units]
    assert kinds == [
        *("Constants", "Variables", "Recursive", "Definition", "FunctionDefinition"),
        *("Definition", "ModuleDefinition", "Instance", "Assume", "Module", "Theorem", "UseHide"),
    ]


def test_one_bad_definition_does_not_hide_the_others() -> None:
    body = "A == 1\nB == IF A THEN 2\nC == {1, 2\nD == LET y == 1 y\nF == A"
    parsed = parse_file(Source("M.tla", f"---- MODULE M ----\n{body}\n====\n"))
    assert names(parsed.modules[0]) == ["A", "F"]
    broken = [u.names[0].name for u in parsed.modules[0].units if isinstance(u, tree.Broken)]
    assert broken == ["B", "C", "D"]
    assert len(parsed.diagnostics) == 3


def test_a_bad_list_item_does_not_hide_the_others() -> None:
    body = "A == /\\ x y\n     /\\ (1\n     /\\ z"
    parsed = parse_file(Source("M.tla", f"---- MODULE M ----\n{body}\n====\n"))
    assert names(parsed.modules[0]) == ["A"]
    assert len(parsed.diagnostics) == 2


def test_text_around_modules_is_free() -> None:
    text = "notes: a ' b\n---- MODULE A ----\nX == 1\n====\nmore\n---- MODULE B ----\n====\n'"
    parsed = parse_file(Source("A.tla", text))
    assert [m.name.name for m in parsed.modules] == ["A", "B"]
    assert parsed.diagnostics == ()


@pytest.mark.parametrize(
    "text",
    ["", "----", "---- MODULE", "---- MODULE A", "---- MODULE A ----\nTHEOREM", "no module here"],
)
def test_a_truncated_text_is_an_error_with_a_place(text: str) -> None:
    found = parse_file(Source("A.tla", text)).diagnostics
    assert found
    assert all(d.span is not None for d in found)


def test_deep_nesting_is_an_error_and_not_a_crash() -> None:
    (complaint,) = complaints("A == " + "(" * 2000 + "1" + ")" * 2000)
    assert complaint.code == "too-deep"


def mutations(count: int, seed: int) -> list[tuple[str, str]]:
    """Bundled modules, each with one token deleted, doubled or exchanged with the next."""
    chance = random.Random(seed)
    texts = [p.read_text(encoding="utf-8") for p in sorted(LIBRARY.glob("*.tla"))]
    found = []
    for _ in range(count):
        text = chance.choice(texts)
        tokens = tokenize(Source("M", text), text.index("----"))[0]
        i = chance.randrange(len(tokens) - 2)
        a, b = tokens[i], tokens[i + 1]
        exchanged = text[b.start : b.end] + text[a.end : b.start] + text[a.start : a.end]
        mutants = (
            text[: a.start] + text[a.end :],
            text[: a.end] + " " + text[a.start :],
            text[: a.start] + exchanged + text[b.end :],
        )
        found.append((text, chance.choice(mutants)))
    return found


def test_mutated_modules_never_crash_and_lose_little() -> None:
    lost = 0
    for text, mutant in mutations(300, seed=1):
        parsed = parse_file(Source("M.tla", mutant))
        assert all(d.span is not None for d in parsed.diagnostics)
        whole = {n for m in parse_file(Source("M.tla", text)).modules for n in names(m)}
        kept = {n for m in parsed.modules for n in names(m)}
        lost += len(whole) > 1 and len(whole & kept) < len(whole) / 2
    assert lost <= 3


def test_the_key_of_an_except_does_not_hide_the_arrow_of_the_function_around_it() -> None:
    function = expr('[x \\in [f EXCEPT !["a"] = 1] |-> x]')
    assert isinstance(function, tree.Function)
