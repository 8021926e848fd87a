"""C's division and numbers of a fixed width: every engine and TLA+ text agree on large values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.interp.operators import OPERATORS
from holdfast.ir import expr as ir
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_module import tla_module
from holdfast.ir.tla_text import tla_text
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.bounded.encoding import BoundedEncoding
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.verdict import Exhausted, Failed, Violated
from tests.ir.printed_modules import read

LIMITS = Limits(rlimit=4_000_000, memory_mb=1000, seconds=20)
LARGE = (-(2**70) - 3, -(2**31) - 1, -7, -1, 0, 5, 2**31, 2**64 + 9)
DIVISION = (Op.DIVIDE_TRUNCATED, Op.REMAINDER_TRUNCATED)
WIDTH = (Op.WRAP, Op.WRAP_SIGNED)
x = ir.Name("x")


def applications() -> Iterator[tuple[Op, int]]:
    yield from ((op, b) for op in DIVISION for b in (-(2**66), -3, 2, 7))
    yield from ((op, b) for op in WIDTH for b in (1, 8, 32, 64))


def about(op: Op, second: int, off: int = 0) -> System:
    """A system in which `x` takes large values, and whose invariant has all values of `op`."""
    term = ir.Apply(op, (x, ir.Literal(second)))
    values = [
        ir.Apply(Op.IMPLIES, (_is(x, a), _is(term, int(str(OPERATORS[op](a, second))) + off)))
        for a in LARGE
    ]
    among = ir.Apply(Op.IN, (x, ir.Apply(Op.SET, tuple(map(ir.Literal, LARGE)))))
    invariants = {"Right": ir.Apply(Op.AND, tuple(values)), "Among": among}
    return System(
        "Large",
        variables=("x",),
        definitions={n: ir.Definition(n, (), e) for n, e in invariants.items()},
        init_formula=among,
        next_formula=_is(ir.Prime(x), 0),
        invariants=tuple(Property(n, ir.Call(n)) for n in invariants),
        check_deadlock=False,
    )


def _is(e: ir.Expr, value: int) -> ir.Expr:
    return ir.Apply(Op.EQ, (e, ir.Literal(value)))


def _is_valid(encoding: Encoding) -> bool:
    s = encoding.state("s")
    goal = encoding.holds(ir.Call("Right"), s)
    given = (
        *encoding.hypotheses(),
        ("types", encoding.typed(s)),
        ("among", encoding.holds(ir.Call("Among"), s)),
    )
    outcome = solve(to_smtlib(Query("large", given, goal)), "z3", LIMITS)
    assert outcome.status in ("sat", "unsat"), outcome
    return outcome.status == "unsat"


every_application = pytest.mark.parametrize(("op", "second"), list(applications()))


@every_application
def test_engines_agree_on_large_numbers(op: Op, second: int) -> None:
    right, wrong = (run_pipeline(about(op, second, off)) for off in (0, 1))
    for engine in ("interp", "auto"):
        options = SearchOptions(engine=engine, workers=1)
        assert isinstance(check(right, options).verdict, Exhausted)
        assert isinstance(check(wrong, options).verdict, Violated)


@pytest.mark.smt
@every_application
def test_solvers_agree_on_large_numbers(op: Op, second: int) -> None:
    right, wrong = (run_pipeline(about(op, second, off)) for off in (0, 1))
    assert _is_valid(BoundedEncoding(right, [ir.Call("Among")]))
    assert not _is_valid(BoundedEncoding(wrong, [ir.Call("Among")]))
    assert _is_valid(UnboundedEncoding(right))
    assert not _is_valid(UnboundedEncoding(wrong))


@every_application
def test_the_tla_text_means_the_same(op: Op, second: int) -> None:
    for off, verdict in ((0, Exhausted), (1, Violated)):
        system = run_pipeline(read(tla_module(about(op, second, off))))
        assert isinstance(check(system, SearchOptions(engine="interp")).verdict, verdict)


def test_the_tla_text_of_a_definition_with_a_name_that_is_taken() -> None:
    system = about(Op.DIVIDE_TRUNCATED, 2)
    own = ir.Definition("DivideTruncated", ("a",), ir.FALSE)
    module = tla_module(replace(system, definitions={**system.definitions, own.name: own}))
    assert "DivideTruncated_1(a, b) ==" in module.text
    assert "RemainderTruncated" not in module.text


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("op", DIVISION)
def test_a_division_by_zero_is_an_error(op: Op, engine: str) -> None:
    invariant = _is(ir.Apply(op, (x, ir.Apply(Op.SUB, (x, x)))), 1)
    system = System(
        "Zero",
        variables=("x",),
        definitions={"Inv": ir.Definition("Inv", (), invariant)},
        init_formula=_is(x, 3),
        next_formula=_is(ir.Prime(x), 3),
        invariants=(Property("Inv", ir.Call("Inv")),),
    )
    verdict = check(run_pipeline(system), SearchOptions(engine=engine)).verdict
    assert isinstance(verdict, Failed)
    assert "3 is divided by zero" in str(verdict)


@every_application
def test_the_text_form_is_read_back(op: Op, second: int) -> None:
    e = ir.Apply(op, (ir.Apply(Op.ADD, (x, ir.Literal(1))), ir.Literal(second)))
    assert read_expr(show_expr(e)) == e


def test_messages_have_tla_text() -> None:
    assert tla_text(ir.Apply(Op.WRAP, (x, ir.Literal(8)))) == "x % 256"
    assert tla_text(ir.Apply(Op.WRAP_SIGNED, (x, ir.Literal(8)))) == "((x + 128) % 256) - 128"
    assert tla_text(ir.Apply(Op.WRAP, (x, ir.Name("n")))) == "x % (2 ^ n)"
    assert tla_text(ir.Apply(Op.DIVIDE_TRUNCATED, (x, x))) == "DivideTruncated(x, x)"
