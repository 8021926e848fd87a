"""Real numbers and infinite sets for all sizes: what is proved is true of fractions, too."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import (
    INT,
    REAL,
    Query,
    Symbol,
    Term,
    add,
    divide,
    eq,
    le,
    lt,
    mul,
    neg,
    number,
    real,
    show,
    sub,
    to_real,
    to_smtlib,
)
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=4_000_000, memory_mb=1000, seconds=20)
FEW = Limits(rlimit=200_000, memory_mb=1000, seconds=2)
CONSTANTS: dict[str, ty.Type] = {
    **dict.fromkeys(("a", "b", "c"), ty.REAL),
    **dict.fromkeys(("i", "j"), ty.INT),
    **dict.fromkeys(("A", "B", "C"), ty.Set(ty.REAL)),
    **dict.fromkeys(("S", "T"), ty.Set(ty.INT)),
}


def _value(t: ty.Type) -> ir.Expr:
    return ir.Apply(Op.SET) if isinstance(t, ty.Set) else ir.Literal(0)


def encoding() -> UnboundedEncoding:
    """The encoding of a system with constants of these types."""
    x = ir.Name("x")
    return UnboundedEncoding(
        run_pipeline(
            System(
                "Reals",
                tuple(CONSTANTS),
                ("x",),
                {n: ir.Definition(n, (), _value(t)) for n, t in CONSTANTS.items()},
                init_formula=ir.Apply(Op.IN, (x, ir.Apply(Op.REAL))),
                next_formula=ir.Apply(Op.UNCHANGED, (x,)),
                declared=CONSTANTS,
            )
        )
    )


ENCODING = encoding()


def is_valid(e: ir.Expr, solver: str = "z3") -> bool:
    """Whether a solver proves a formula about the constants and the variable x."""
    s = ENCODING.state("s")
    goal = ENCODING.holds(e, s)
    given = (*ENCODING.hypotheses(), ("types", ENCODING.typed(s)))
    outcome = solve(to_smtlib(Query("reals", given, goal)), solver, LIMITS)
    assert outcome.status in ("sat", "unsat"), outcome
    return outcome.status == "unsat"


def formula(text: str) -> ir.Expr:
    """A formula in which constants stand without parentheses."""
    return _called(read_expr(text))


def _called(e: ir.Expr) -> ir.Expr:
    match e:
        case ir.Name(name) if name in CONSTANTS:
            return ir.Call(name)
        case _:
            return ir.map_children(_called, e)


VALID = [
    "((a + b) - b) = a",
    "((a / 2) + (a / 2)) = a",
    "a < b => ((a < ((a + b) / 2)) /\\ (((a + b) / 2) < b))",
    "(a * a) >= 0",
    "(1 / 2) < 1",
    "((1 / 3) + (2 / 3)) = 1",
    "i < j => (i + (1 / 2)) < j",
    "x \\in Real",
    "i \\in Real",
    "\\A y \\in Real : \\E z \\in Real : z > y",
    "a < b => (\\E z \\in Real : a < z /\\ z < b)",
    "A \\subseteq (A \\union B)",
    "((A \\ B) \\intersect B) = {}",
    "(A \\intersect (B \\union C)) = ((A \\intersect B) \\union (A \\intersect C))",
    "a \\in {y \\in Real : y < (a + 1)}",
    "{y \\in Real : y > 1} \\subseteq {y \\in Real : y > (1 / 2)}",
    "{y \\in A : y > 1} \\subseteq A",
    "(A \\subseteq B /\\ B \\subseteq C) => A \\subseteq C",
    "{i \\in Int : i > 3} \\subseteq {i \\in Int : i > 2}",
    "((A \\intersect B) = {} /\\ a \\in A) => a \\notin B",
    "(IF a < b THEN a ELSE b) <= a",
]
INVALID = [
    "((a + b) - b) = b",
    "~(0 < a /\\ a < 1)",
    "(2 * a) /= 1",
    "a > 0 => a >= 1",
    "a < b => (a + 1) <= b",
    "i < j => (i + 1) < j",
    "(a * a) > 0",
    "((a / b) * b) = a",
    "(1 / 2) = 0",
    "x >= 0",
    "x = a",
    "\\A y \\in Real, z \\in Real : (y < z) => ((y + 1) <= z)",
    "\\E y \\in Real : \\A z \\in Real : z <= y",
    "a < b => (\\E z \\in Int : a < z /\\ z < b)",
    "A = {}",
    "A \\subseteq B",
    "(A \\union B) = A",
    "(A \\intersect B) = {}",
    "S = {} \\/ (\\E i \\in S : \\A j \\in S : j <= i)",
    "\\E i \\in Int : i \\notin S",
    "\\E y \\in Real : y \\notin A",
    "{y \\in Real : y > (1 / 2)} \\subseteq {y \\in Real : y > 1}",
    "\\A y \\in A : y > 0 => y >= 1",
    "{i \\in Int : i > 2} = {}",
    "A /= {y \\in Real : y > 0}",
    "(IF a < b THEN a ELSE b) < a",
]


@pytest.mark.parametrize("text", VALID)
def test_what_is_true_is_proved(text: str) -> None:
    assert is_valid(formula(text))


@pytest.mark.parametrize("text", INVALID)
def test_what_is_false_is_not_proved(text: str) -> None:
    for solver in ("z3", "cvc5"):
        s = ENCODING.state("s")
        goal = ENCODING.holds(formula(text), s)
        given = (*ENCODING.hypotheses(), ("types", ENCODING.typed(s)))
        query = to_smtlib(Query("reals", given, goal))
        assert solve(query, solver, FEW).status != "unsat"


def test_a_real_number_is_no_integer() -> None:
    for text in ("a \\in Int", "a \\in (i .. j)", "(a % 2) = 0", "(a \\div 2) = 0", "a \\in S"):
        with pytest.raises(SpecError) as error:
            is_valid(formula(text))
        assert "a real number that is used as an integer" in error.value.diagnostics[0].message


# ---- random formulas ----

NAMES = ("a", "b", "c")
ARITHMETIC = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIVIDE: "/"}
COMPARISONS = (Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE)


def random_term(r: Random, depth: int) -> ir.Expr:
    """Linear, so that solvers decide it."""
    if depth == 0 or r.random() < 0.3:
        return ir.Call(r.choice(NAMES)) if r.random() < 0.7 else ir.Literal(r.randint(-2, 2))
    op = r.choice((Op.ADD, Op.SUB, Op.MUL, Op.DIVIDE, Op.NEG))
    first = random_term(r, depth - 1)
    if op is Op.NEG:
        return ir.Apply(op, (first,))
    if op in (Op.MUL, Op.DIVIDE):
        return ir.Apply(op, (first, ir.Literal(r.choice((-3, -1, 2, 3)))))
    return ir.Apply(op, (first, random_term(r, depth - 1)))


def random_formula(r: Random, depth: int) -> ir.Expr:
    if depth == 0 or r.random() < 0.3:
        return ir.Apply(r.choice(COMPARISONS), (random_term(r, 2), random_term(r, 2)))
    op = r.choice((Op.AND, Op.OR, Op.IMPLIES, Op.NOT))
    count = 1 if op is Op.NOT else 2
    return ir.Apply(op, tuple(random_formula(r, depth - 1) for _ in range(count)))


def evaluate(e: ir.Expr, values: dict[str, Fraction]) -> Any:
    """The value of a formula over fractions, by Python's arithmetic."""
    match e:
        case ir.Literal(int(n)):
            return Fraction(n)
        case ir.Call(name, ()):
            return values[name]
        case ir.Apply(op, args):
            x, *rest = (evaluate(a, values) for a in args)
            return _PYTHON[op](x, *rest)
        case _:
            raise AssertionError(e)


_PYTHON: dict[Op, Callable[..., Any]] = {
    Op.ADD: lambda x, y: x + y,
    Op.SUB: lambda x, y: x - y,
    Op.MUL: lambda x, y: x * y,
    Op.DIVIDE: lambda x, y: x / y,
    Op.NEG: lambda x: -x,
    Op.LT: lambda x, y: x < y,
    Op.LE: lambda x, y: x <= y,
    Op.GT: lambda x, y: x > y,
    Op.GE: lambda x, y: x >= y,
    Op.EQ: lambda x, y: x == y,
    Op.NE: lambda x, y: x != y,
    Op.AND: lambda x, y: x and y,
    Op.OR: lambda x, y: x or y,
    Op.IMPLIES: lambda x, y: not x or y,
    Op.NOT: lambda x: not x,
}


def random_values(r: Random) -> dict[str, Fraction]:
    return {n: Fraction(r.randint(-6, 6), r.choice((1, 1, 2, 3))) for n in NAMES}


def test_random_formulas_that_are_proved_are_true_of_fractions() -> None:
    r = Random(5)
    proved = 0
    for _ in range(150):
        e = random_formula(r, 2)
        if is_valid(e):
            proved += 1
            assert all(evaluate(e, random_values(r)) for _ in range(200)), e
    assert proved > 5


# ---- terms ----


def test_the_text_of_real_numbers() -> None:
    x = Symbol("x", (), REAL)()
    i = Symbol("i", (), INT)()
    half = real(Fraction(1, 2))
    assert show(half) == "(/ 1.0 2.0)"
    assert show(real(Fraction(-3, 4))) == "(- (/ 3.0 4.0))"
    assert show(real(Fraction(-2))) == "(- 2.0)"
    assert show(add(x, half)) == "(+ x (/ 1.0 2.0))"
    assert show(divide(x, real(Fraction(2)))) == "(/ x 2.0)"
    assert show(to_real(i)) == "(to_real i)"
    assert to_real(number(3)) is real(Fraction(3))
    assert divide(real(Fraction(1)), real(Fraction(2))) is half
    assert sub(x, x) is real(Fraction(0))
    assert real(Fraction(1)) is not number(1)


@pytest.mark.parametrize("make", [add, sub, mul, lt, le, eq])
def test_an_integer_and_a_real_number_do_not_mix(make: object) -> None:
    x, i = Symbol("x", (), REAL)(), Symbol("i", (), INT)()
    with pytest.raises(AssertionError):
        make(x, i)  # type: ignore[operator]


def test_the_operators_have_the_sort_of_their_operands() -> None:
    x = Symbol("x", (), REAL)()
    terms: list[Term] = [add(x, x), mul(x, x), neg(x), sub(x, neg(x)), divide(x, x)]
    assert all(t.sort == REAL for t in terms)
