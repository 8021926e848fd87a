from __future__ import annotations

import pytest
from hypothesis import given

from holdfast.front.tla.print.expressions import EXPRESSIONS
from holdfast.front.tla.print.printer import print_expr, print_module, print_unit
from holdfast.front.tla.print.units import LEAVES, UNITS
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import parse_expression, parse_file
from holdfast.source import Source
from tests.strategies import expressions, units

x, y, z = tree.Ref("x"), tree.Ref("y"), tree.Ref("z")


def read(text: str) -> tree.Expr:
    return parse_expression(Source("test", text))


def read_module(text: str) -> tree.Module:
    parsed = parse_file(Source("test", text))
    assert not parsed.diagnostics, parsed.diagnostics[0].render()
    return parsed.modules[0]


def read_unit(text: str) -> tree.Unit:
    return read_module(f"---- MODULE M ----\n{text}\n====").units[0]


# ---- what is printed is read back ----


@given(expressions(3))
def test_a_printed_expression_is_read_back(expr: tree.Expr) -> None:
    assert tree.strip_parens(read(print_expr(expr))) == expr


@given(expressions(3))
def test_an_expression_printed_in_a_narrow_column_is_read_back(expr: tree.Expr) -> None:
    assert tree.strip_parens(read(print_expr(expr, width=20))) == expr


@given(expressions(3, parens=True))
def test_a_parsed_expression_gets_no_more_parentheses(expr: tree.Expr) -> None:
    parsed = read(print_expr(expr))
    assert read(print_expr(parsed, width=40)) == parsed


@given(units(2))
def test_a_printed_unit_is_read_back(unit: tree.Unit) -> None:
    module = tree.Module(tree.Ident("M"), (), (unit,))
    assert tree.strip_parens(read_module(print_module(module))) == module


def test_every_class_of_the_tree_is_printed() -> None:
    classes = {c for c in vars(tree).values() if isinstance(c, type) and issubclass(c, tree.Node)}
    # How a field is written depends on what it is a field of.
    expected = classes - {tree.Node, tree.Field}
    assert EXPRESSIONS.keys() | UNITS.keys() | LEAVES.keys() == expected


# ---- parentheses ----


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (tree.Infix("*", tree.Infix("+", x, y), z), "(x + y) * z"),
        (tree.Infix("+", tree.Infix("*", x, y), z), "x * y + z"),
        (tree.Infix("+", x, tree.Infix("+", y, z)), "x + (y + z)"),
        (tree.Infix("+", tree.Infix("+", x, y), z), "x + y + z"),
        (tree.Infix("/\\", tree.Infix("\\/", x, y), z), "(x \\/ y) /\\ z"),
        (tree.Infix("=", tree.Infix("=", x, y), z), "(x = y) = z"),
        (tree.Infix("=", tree.Prefix("~", x), y), "(~x) = y"),
        (tree.Prefix("~", tree.Infix("=", x, y)), "~x = y"),
        (tree.Prefix("~", tree.Infix("/\\", x, y)), "~(x /\\ y)"),
        (tree.Prefix("~", tree.Prefix("~", x)), "~ ~x"),
        (tree.Prefix("-.", tree.Prefix("-.", x)), "- -x"),
        (tree.Infix("-", x, tree.Prefix("-.", y)), "x - -y"),
        (tree.Prefix("UNCHANGED", tree.Postfix("'", x)), "UNCHANGED (x')"),
        (tree.Postfix("'", tree.Infix("+", x, y)), "(x + y)'"),
        (tree.Index(tree.Postfix("'", x), (y,)), "x'[y]"),
        (tree.Times((tree.Times((x, y)), z)), "(x \\X y) \\X z"),
        (tree.Times((x, y, z)), "x \\X y \\X z"),
        (
            tree.Infix("+", tree.If(x, y, z), x),
            "(IF x THEN y ELSE z) + x",
        ),
        (tree.Infix("+", x, tree.If(x, y, z)), "x + IF x THEN y ELSE z"),
        (
            tree.Case((tree.Arm(x, tree.Case((tree.Arm(y, z),), None)),), z),
            "CASE x -> (CASE y -> z) [] OTHER -> z",
        ),
        (
            tree.SetMap(tree.Infix("\\in", x, y), (tree.Bound((tree.Ident("z"),), y),)),
            "{(x \\in y) : z \\in y}",
        ),
        (tree.Box(x, tree.Postfix("'", y)), "[x]_(y')"),
        (tree.Fairness("WF_", y, x), "WF_y(x)"),
        (tree.Ref("F", (tree.Ref("-"),)), "F( -)"),
        (tree.Ref("F", (tree.Ref("*"), x)), "F( *, x)"),
        (tree.Ref("F", (tree.Ref("+"), x)), "F(+, x)"),
        (tree.Tuple((tree.Path((tree.Part("I"), tree.Part("~"))),)), "<<I!~ >>"),
        (tree.Path((tree.Part("I"), tree.Part("<<"), tree.Part(">>"))), "I!<<!>>"),
    ],
)
def test_parentheses_and_spaces_stand_where_they_are_needed(expr: tree.Expr, text: str) -> None:
    assert print_expr(expr) == text.strip()
    assert tree.strip_parens(read(text)) == expr


def test_an_operator_after_a_list_stands_left_of_its_bullets() -> None:
    both = tree.Junction("/\\", (x, y))
    text = print_expr(tree.Infix("=>", both, z))
    assert text == "   /\\ x\n   /\\ y\n=> z"
    assert print_expr(tree.Postfix("'", both)) == " /\\ x\n /\\ y\n'"


# ---- layout ----

DEFINITIONS = r"""
Withdraw(self) == /\ pc[self] = "Withdraw"
                  /\ acc' = [acc EXCEPT ![sender] = acc[sender] - amount]
                  /\ pc' = [pc EXCEPT ![self] = "Deposit"]
                  /\ UNCHANGED <<sender, receiver>>

Next == \E p \in Proc : Try(p) \/ Enter(p) \/ Exit(p)

AnActionWithAVeryLongName(parameter) ==
  /\ x' = x + 1
  /\ \/ y' = 1..N
     \/ y' \in {-1, Cardinality(S) * 2}

Init == /\ x \in [Proc -> SUBSET (Proc \ {0})]
        /\ \A p \in Proc :
             /\ pc[p] = "start"
             /\ stack[p] = <<>>

Choice ==
  IF \A p \in Proc : pc[p] \in {"waiting", "done", "blocked"}
    THEN CHOOSE p \in Proc : pc[p] = "waiting" /\ \A q \in Proc : clock[p] <= clock[q]
    ELSE CHOOSE p \in Proc : pc[p] # "waiting"

Sign(n) ==
  IF n < 0 /\ ThisIsAConditionThatIsLongEnoughToNeedSeveralLines(n, n + 1) THEN -1
  ELSE IF n > 0 THEN 1
  ELSE 0

Kind(m) == CASE m.type = "a" -> 1 [] m.type = "b" -> 2 [] OTHER -> 3

Sum[s \in Seq(Nat)] == IF s = <<>> THEN 0 ELSE Head(s) + Sum[Tail(s)]

Let ==
  LET a == 1
      F(n) == n + a
  IN  F(a) + F(2)

Message ==
  [type: {"request", "acknowledgement", "release"},
   from: Proc,
   to: Proc,
   clock: Nat,
   payload: SUBSET Value]

I(n) == INSTANCE Voting WITH Ballot <- 0..n, + <- Plus

Spec == Init /\ [][Next]_vars /\ \A p \in Proc : WF_vars(Exit(p))
"""


@pytest.mark.parametrize("text", DEFINITIONS.strip().split("\n\n"))
def test_definitions_look_as_people_write_them(text: str) -> None:
    assert print_unit(read_unit(text)) == text.replace("#", "/=")


MODULE = r"""--------------------------------- MODULE Tiny ---------------------------------
EXTENDS Naturals, TLAPS

CONSTANTS N, Op(_, _)
VARIABLES x, y

RECURSIVE Fact(_)
Fact(n) == IF n = 0 THEN 1 ELSE n * Fact(n - 1)

-------------------------------------------------------------------------------

LOCAL INSTANCE Sequences

ASSUME Positive == N > 0

THEOREM Safe == ASSUME NEW n \in Nat, N = n PROVE n > 0
<1> DEFINE P == N > 0
<1>1. SUFFICES P
  OBVIOUS
<1>2. PICK m \in Nat : m = n
  <2>1. TAKE k \in Nat
  <2>2. QED
    BY <1>1, Positive, MODULE Naturals DEF P
<1>. QED
  BY ONLY <1>2 DEF P
===============================================================================
"""


def test_a_module_is_printed_with_its_proofs() -> None:
    assert print_module(read_module(MODULE)) == MODULE.replace("<1>.", "<1>")


def test_further_lines_of_an_expression_are_indented() -> None:
    text = print_expr(tree.Junction("\\/", (x, y)), indent=6)
    assert text == "\\/ x\n      \\/ y"


def test_unreadable_text_is_printed_as_it_was() -> None:
    parsed = parse_file(Source("test", "---- MODULE M ----\nA == +\n  - )\nB == 1\n===="))
    assert "A == +\n  - )" in print_module(parsed.modules[0])


def test_a_chain_of_thousands_of_operators_is_printed() -> None:
    expr: tree.Expr = x
    for n in range(3000):
        expr = tree.Infix("+" if n % 2 else "*", expr, y)
    assert print_expr(expr).count("y") == 3000


def test_thousands_of_nested_expressions_are_printed() -> None:
    expr: tree.Expr = x
    for _ in range(3000):
        expr = tree.Prefix("~", tree.SetOf((expr,)))
    assert print_expr(expr).count("{") == 3000
