"""Expressions: what is accepted, of which type it is, and what is rejected."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import BOOL, INT, REAL, Type
from tests.front.ioa.given import automaton, formula, found

COLOUR = types.Enum("Colour", ("RED", "GREEN", "BLUE"))


def value(text: str) -> tree.Expr:
    """An expression of any type, as the left side of an equation with itself."""
    e = formula(f"{text} == {text}")
    assert isinstance(e, tree.Apply)
    return e.operands[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", INT),
        ("-1", INT),
        ("True", BOOL),
        ("'ab'", types.STR),
        ("RED", COLOUR),
        ("i + n * small - odd", INT),
        ("small + 1", INT),
        ("i / 2 % 3", INT),
        ("-n", INT),
        ("word + 1", types.Bits(8)),
        ("1 + word", types.Bits(8)),
        ("(1 + 1) * word", types.Bits(8)),
        ("~word", types.Bits(8)),
        ("word << 2", types.Bits(8)),
        ("word >> i", types.Bits(8)),
        ("word & 15 | 3 ^ word", types.Bits(8)),
        ("real + 0.5", REAL),
        ("real * 2", REAL),
        ("(i if b else 3)", INT),
        ("(1 if b else bit)", types.Bits(1)),
        ("{1, 2}", types.Set(INT)),
        ("[small]", types.Seq(types.IntRange("Small", 0, 4))),
        ("[[1], []]", types.Seq(types.Seq(INT))),
        ("(1, b)", types.Tuple((INT, BOOL))),
        ("q + [1]", types.Seq(INT)),
        ("s + {1}", types.Set(INT)),
        ("s - {1}", types.Set(INT)),
        ("s | {1} & s", types.Set(INT)),
        ("wide + {1}", types.Set(INT, infinite=True)),
        ("bag + Mset(1, 1)", types.Mset(INT)),
        ("msg.col", COLOUR),
        ("msgs[0].src", INT),
        ("pair[1]", BOOL),
        ("grid[i][0]", INT),
        ("q[1:]", types.Seq(INT)),
        ("q[:n]", types.Seq(INT)),
        ("q[1:len(q)]", types.Seq(INT)),
        ("m[small]", BOOL),
        ("f[RED]", INT),
        ("len(q) + len(s) + len(m) + len(bag)", INT),
        ("max(i, 2, n)", INT),
        ("min(smalls)", types.IntRange("Small", 0, 4)),
        ("max(s)", INT),
        ("abs(i)", INT),
        ("incre(small)", types.IntRange("Small", 0, 4)),
        ("bv_extract(word, 3)", types.Bits(1)),
        ("i_min(msgs)", INT),
        ("set(q)", types.Set(INT)),
        ("m.keys()", types.Set(types.IntRange("Small", 0, 4))),
        ("bag.count(3)", INT),
        ("q.count(3)", INT),
        ("Msg(1, RED)", types.Record("Msg", (("src", INT), ("col", COLOUR)))),
        ("Msg(col=RED, src=1)", types.Record("Msg", (("src", INT), ("col", COLOUR)))),
        ("half(3)", INT),
        ("half(a=small)", INT),
        ("between(0, i, n)", BOOL),
        ("{x + 1 for x in s}", types.Set(INT)),
        (
            "{(x, y) for x in q for y in Colour if x > 0 if x < 3}",
            types.Set(types.Tuple((INT, COLOUR))),
        ),
        ("{x for x in range(n)}", types.Set(INT)),
        ("{x for x in Odd}", types.Set(types.IntEnum("Odd", (1, 3, 5)))),
        ("[x + 1 for x in q if x > 0]", types.Seq(INT)),
        ("[x for x in range(1, n)]", types.Seq(INT)),
        ("{k: 0 for k in Colour}", types.Map(COLOUR, INT)),
        ("{k: b for k in s if k > 0}", types.Map(INT, BOOL)),
    ],
)
def test_the_type_of_an_expression(text: str, expected: Type) -> None:
    assert value(text).type == expected


@pytest.mark.parametrize(
    "text",
    [
        "b and not b or i == n",
        "0 <= i < n <= large",
        "i in s and i not in q and i in bag and small in m and RED in colours",
        "i in range(3) and small in Small and colour in Colour",
        "implies(b, i > 0)",
        "s == set() and q == [] and [] != q and set() == s and bag == Mset()",
        "wide == iset() and wide == set() and disjoint(wide, {1})",
        "disjoint(s, set())",
        "s <= {1, 2} and {1} < s",
        "text == 'a' and char == 'b'",
        "real > 1 and real < 2.5 and real != -1",
        "bits == [1, 0] and [0] == bits and bit == 1",
        "pairs == {(1, RED)} and (1, RED) in pairs",
        "all(x > 0 for x in q) and any(x == y for x in s for y in q if x != y)",
        "forall(x, implies(0 <= x < len(q), q[x] > 0))",
        "forall([x, y], implies(x in s and y in s, x == y))",
        "exists(x, x in colours and f[x] == 1)",
        "forall(x, exists(y, implies(x in s, y == x + 1)))",
        "forall(e, implies(e.src == 1, e in msgs))",
        "forall(x, x == x and x in s)",
        "max(1, word) == 1 and max(word, 1) == 1",
        "[1, bit] == bits and {0.5, 1, real} == {1, real}",
        "q == [i] + q[1:] if b else q == []",
        "msg == Msg(1, RED) or One(True) == One(False)",
    ],
)
def test_a_formula_is_accepted(text: str) -> None:
    assert formula(text).type == BOOL


def test_a_chained_comparison_is_a_conjunction() -> None:
    e = formula("0 <= i < n")
    assert isinstance(e, tree.Apply)
    assert e.operator is Operator.AND
    assert [o.operator for o in e.operands if isinstance(o, tree.Apply)] == [
        Operator.LE,
        Operator.LT,
    ]


def test_a_decimal_fraction_is_an_exact_quotient() -> None:
    e = value("real + 0.1")
    assert isinstance(e, tree.Apply)
    fraction = e.operands[1]
    assert isinstance(fraction, tree.Apply)
    assert [o.value for o in fraction.operands if isinstance(o, tree.Literal)] == [1, 10]


def test_a_range_has_both_ends() -> None:
    e = formula("i in range(n)")
    assert isinstance(e, tree.Apply)
    called = e.operands[1]
    assert isinstance(called, tree.Call)
    assert called.function is Builtin.RANGE
    assert isinstance(called.args[0], tree.Literal)
    assert called.args[0].value == 0


def bound_type(text: str) -> Type:
    """The type of the first variable of a quantifier."""
    e = formula(text)
    assert isinstance(e, tree.Quantifier)
    return e.bounds[0].type


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("forall(x, implies(0 <= x < n, q[x] == 0))", INT),
        ("forall(x, x < small)", INT),
        ("forall(x, implies(x != 0, m[x]))", types.IntRange("Small", 0, 4)),
        ("forall(x, implies(x in smalls, x > 0))", types.IntRange("Small", 0, 4)),
        ("forall(x, x == colour)", COLOUR),
        ("forall(x, f[x] == 0)", COLOUR),
        ("forall(x, between(0, x, 3))", INT),
        ("forall(x, (x, RED) in pairs)", INT),
        ("forall(x, Msg(1, x) in msgs)", COLOUR),
        ("forall(x, x == word)", types.Bits(8)),
        ("forall(x, not x)", BOOL),
        ("forall(x, b if x else b)", BOOL),
        ("forall(x, exists(y, x == y and y in colours))", COLOUR),
        ("forall(x, [x] == q)", INT),
    ],
)
def test_uses_determine_the_type_of_a_bound_variable(text: str, expected: Type) -> None:
    assert bound_type(text) == expected


def test_a_condition_of_a_generator_is_part_of_the_formula() -> None:
    every, some = formula("all(x > 1 for x in q if b)"), formula("any(x > 1 for x in q if b)")
    assert isinstance(every, tree.Quantifier)
    assert isinstance(some, tree.Quantifier)
    assert isinstance(every.body, tree.Apply)
    assert isinstance(some.body, tree.Apply)
    assert (every.body.operator, some.body.operator) == (Operator.IMPLIES, Operator.AND)


REJECTED = [
    # Constructs of Python that the language does not have.
    ("b is True", "ioa-unsupported", "b is True"),
    ("b is not True", "ioa-unsupported", "b is not True"),
    ("i ** 2 == 4", "ioa-unsupported", "i ** 2"),
    ("i // 2 == 4", "ioa-unsupported", "i // 2"),
    ("i @ 2 == 4", "ioa-unsupported", "i @ 2"),
    ("(lambda: b)", "ioa-unsupported", "lambda: b"),
    ("f == {RED: 1}", "ioa-unsupported", "{RED: 1}"),
    ("s == {}", "ioa-unsupported", "{}"),
    ("(x for x in s) == s", "ioa-unsupported", "(x for x in s)"),
    ("(yield b)", "ioa-unsupported", "yield b"),
    ("(yield from b)", "ioa-unsupported", "yield from b"),
    ("(await b)", "ioa-unsupported", "await b"),
    ("text == f'{i}'", "ioa-unsupported", "f'{i}'"),
    ("text == b'x'", "ioa-unsupported", "b'x'"),
    ("i == 0.5", "ioa-unsupported", "0.5"),
    ("i == 1j", "ioa-unsupported", "1j"),
    ("i == None", "ioa-unsupported", "None"),
    ("(y := b)", "ioa-unsupported", "y := b"),
    ("q == [*q]", "ioa-unsupported", "*q"),
    ("i == +n", "ioa-unsupported", "+n"),
    ("b == (...)", "ioa-unsupported", "..."),
    ("i == half(*q)", "ioa-unsupported", "*q"),
    ("i == half(**q)", "ioa-unsupported", "**q"),
    ("q[::2] == q", "ioa-unsupported", "2"),
    # Types.
    ("i", "ioa-type", "i"),
    ("b and len(q)", "ioa-type", "len(q)"),
    ("not i", "ioa-type", "i"),
    ("i == b", "ioa-type", "i == b"),
    ("i + b == 1", "ioa-type", "b"),
    ("True + 1 == 1", "ioa-type", "True"),
    ("colour == ROUND", "ioa-type", "colour == ROUND"),
    ("colour == 'RED'", "ioa-type", "colour == 'RED'"),
    ("colour < RED", "ioa-type", "colour"),
    ("q == s", "ioa-type", "q == s"),
    ("q == grid", "ioa-type", "q == grid"),
    ("msg == One(True)", "ioa-type", "msg == One(True)"),
    ("pair == (1, 2)", "ioa-type", "pair == (1, 2)"),
    ("word + i == 1", "ioa-type", "word + i"),
    ("word == i", "ioa-type", "word == i"),
    ("word == bit", "ioa-type", "word == bit"),
    ("word == (i if b else 0)", "ioa-type", "word == (i if b else 0)"),
    ("0 <= i < (b)", "ioa-type", "b"),
    ("word + bit == 1", "ioa-type", "word + bit"),
    ("real == i", "ioa-type", "real == i"),
    ("i & 3 == 1", "ioa-type", "i"),
    ("b | b", "ioa-type", "b"),
    ("i << 2 == 1", "ioa-type", "i"),
    ("~i == 1", "ioa-type", "i"),
    ("-b == 1", "ioa-type", "b"),
    ("text + 'a' == text", "ioa-type", "text"),
    ("q - q == q", "ioa-type", "q"),
    ("q + s == q", "ioa-type", "q + s"),
    ("q < q", "ioa-type", "q"),
    ("real % 2 == real", "ioa-type", "real"),
    ("b in s", "ioa-type", "b"),
    ("i in i", "ioa-type", "i"),
    ("(i if i else 2) == 1", "ioa-type", "i"),
    ("(i if b else b) == 1", "ioa-type", "i if b else b"),
    ("{1, b} == s", "ioa-type", "b"),
    ("[1, b] == q", "ioa-type", "b"),
    ("i[0] == 1", "ioa-type", "i"),
    ("s[0] == 1", "ioa-type", "s"),
    ("q[b] == 1", "ioa-type", "b"),
    ("f[1] == 1", "ioa-type", "1"),
    ("s[1:] == s", "ioa-type", "s"),
    ("len(i) == 1", "ioa-type", "i"),
    ("len(wide) == 1", "ioa-type", "wide"),
    ("max(b, 1) == 1", "ioa-type", "b"),
    ("max(i) == 1", "ioa-type", "i"),
    ("abs(b) == 1", "ioa-type", "b"),
    ("incre(i) == 1", "ioa-type", "i"),
    ("decre(2) == 1", "ioa-type", "2"),
    ("disjoint(q, q)", "ioa-type", "q"),
    ("disjoint(s, colours)", "ioa-type", "disjoint(s, colours)"),
    ("bv_extract(i, 0) == 1", "ioa-type", "i"),
    ("i_min(colours) == 1", "ioa-type", "colours"),
    ("set(s) == s", "ioa-type", "s"),
    ("implies(b, i)", "ioa-type", "i"),
    ("Msg(1, 2) == msg", "ioa-type", "2"),
    ("Small(1) == 1", "ioa-type", "Small"),
    ("between(1, b, 2)", "ioa-type", "b"),
    ("all(x for x in s)", "ioa-type", "x"),
    ("all(x > 0 for x in i)", "ioa-type", "i"),
    ("all(x > 0 for x in bag)", "ioa-type", "bag"),
    ("[x for x in s] == q", "ioa-type", "s"),
    ("Small == 1", "ioa-type", "Small"),
    ("half == 1", "ioa-type", "half"),
    ("len == 1", "ioa-type", "len"),
    ("A == 1", "ioa-type", "A"),
    ("i(1) == 1", "ioa-type", "i"),
    ("RED(1) == 1", "ioa-type", "RED"),
    ("all(x > 0 for x in Msg)", "ioa-type", "Msg"),
    # Names, fields and arguments.
    ("smal == 1", "ioa-unknown-name", "smal"),
    ("lenn(q) == 1", "ioa-unknown-name", "lenn"),
    ("strong(b)", "ioa-unknown-name", "strong"),
    ("msg.scr == 1", "ioa-unknown-field", "scr"),
    ("i.src == 1", "ioa-unknown-field", "src"),
    ("s.keys() == s", "ioa-unknown-field", "s.keys"),
    ("len(q, q) == 1", "ioa-argument-count", "len(q, q)"),
    ("len() == 1", "ioa-argument-count", "len()"),
    ("max() == 1", "ioa-argument-count", "max()"),
    ("half(1, 2) == 1", "ioa-argument-count", "half(1, 2)"),
    ("Msg(1) == msg", "ioa-argument-count", "Msg(1)"),
    ("half(b=1) == 1", "ioa-argument-name", "b=1"),
    ("half(1, a=1) == 1", "ioa-argument-name", "a=1"),
    ("len(x=q) == 1", "ioa-argument-name", "x=q"),
    ("bag.count() == 1", "ioa-argument-count", "bag.count()"),
    ("m.keys(1) == m.keys()", "ioa-argument-count", "m.keys(1)"),
    ("forall(x)", "ioa-argument-count", "forall(x)"),
    ("all(x > 0 for x in range())", "ioa-argument-count", "range()"),
    ("all(x > 0 for x in range(0, 9, 2))", "ioa-argument-count", "range(0, 9, 2)"),
    # Indices, ranges, binders.
    ("q[-1] == 1", "ioa-index", "-1"),
    ("q[:-1] == q", "ioa-index", "-1"),
    ("pair[2] == 1", "ioa-index", "2"),
    ("pair[i] == 1", "ioa-index", "i"),
    ("range(3) == q", "ioa-range", "range(3)"),
    ("len(range(3)) == 3", "ioa-range", "range(3)"),
    ("all([b])", "ioa-bound", "all([b])"),
    ("forall(3, b)", "ioa-bound", "3"),
    ("forall([], b)", "ioa-bound", "[]"),
    ("forall([x, x], x > 0)", "ioa-duplicate", "x"),
    ("forall(len, len > 0)", "ioa-name-clash", "len"),
    ("all(max > 0 for max in q)", "ioa-name-clash", "max"),
    ("all(x > 0 for x, y in pairs)", "ioa-bound", "x, y"),
    ("{k + 1: k for k in s} == f", "ioa-bound", "k + 1"),
    ("[x for x in q for y in q] == q", "ioa-unsupported", "y"),
    ("forall(x, b)", "ioa-undetermined-type", "x"),
    ("forall(x, x == x)", "ioa-undetermined-type", "x"),
    ("forall(x, x == [])", "ioa-undetermined-type", "x"),
    # Temporal operators.
    ("always(b)", "ioa-temporal", "always(b)"),
    ("b and eventually(b)", "ioa-temporal", "eventually(b)"),
    ("leads_to(b, b)", "ioa-temporal", "leads_to(b, b)"),
    # Numbers.
    ("i == 0x" + "f" * 5000, "ioa-constant", "0x" + "f" * 5000),
    ("real == 1e99999", "ioa-constant", "1e99999"),
    ("bit == 2", "ioa-constant", "2"),
    ("word == -1", "ioa-type", "word == -1"),
    (r"text == '\ud800'", "ioa-unsupported", r"'\ud800'"),
]


@pytest.mark.parametrize(("text", "code", "underlined"), REJECTED)
def test_a_mistake_has_one_message(text: str, code: str, underlined: str) -> None:
    assert found(automaton(text)) == [(code, underlined)]
