"""Every engine supports every operator as docs/operators.md says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.smt.bounded.encoding import BoundedEncoding
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError
from holdfast.verdict import Exhausted, Failed
from tests.operators.examples import EXAMPLES, system_about
from tools.operators_page import ACTIONS, ENGINES, NO, UNDEFINED, cell

NUMBERS = (ir.Literal(1), ir.Literal(2))
INTERPRETER, NATIVE, ONE_SIZE, ALL_SIZES = ENGINES
LIMITS = Limits(rlimit=4_000_000, memory_mb=1000, seconds=20)

every_operator = pytest.mark.parametrize("operator", EXAMPLES, ids=str)


@every_operator
def test_the_interpreter(operator: Op | str) -> None:
    system, options = system_about(operator), SearchOptions(engine="interp")
    match cell(INTERPRETER, operator):
        case "no":
            with pytest.raises(SpecError) as error:
                check(system, options)
            assert error.value.diagnostics[0].code == "temporal-unsupported"
        case "undefined":
            assert isinstance(check(system, options).verdict, Failed)
        case _:
            answer = check(system, options)
            assert isinstance(answer.verdict, Exhausted), answer.verdict
            assert not answer.not_checked


@pytest.mark.native
@every_operator
def test_the_native_engine(operator: Op | str) -> None:
    system, options = system_about(operator), SearchOptions(engine="native", workers=1)
    match cell(NATIVE, operator):
        case "no":
            with pytest.raises(SpecError) as error:
                check(system, options)
            kind = "temporal" if system.temporal else "native"
            assert error.value.diagnostics[0].code == f"{kind}-unsupported"
        case "undefined":
            assert isinstance(check(system, options).verdict, Failed)
        case _:
            answer = check(system, options)
            assert isinstance(answer.verdict, Exhausted), answer.verdict
            assert answer.engine == "native"


@pytest.mark.smt
@every_operator
def test_proofs_for_one_size(operator: Op | str) -> None:
    _compare(operator, _bounded, cell(ONE_SIZE, operator))


@pytest.mark.smt
@every_operator
def test_proofs_for_all_sizes(operator: Op | str) -> None:
    _compare(operator, UnboundedEncoding, cell(ALL_SIZES, operator))


@pytest.mark.smt
@pytest.mark.parametrize("op", [Op.BOX_ACTION, Op.ANGLE_ACTION, Op.COMPOSE], ids=str)
def test_proofs_about_actions(op: Op) -> None:
    system = system_about(op, action="Formula")
    small = ir.Apply(Op.IN, (ir.Prime(ir.Name("n")), ir.Apply(Op.SET, NUMBERS)))
    for engine, encode in ((ONE_SIZE, _bounded), (ALL_SIZES, UnboundedEncoding)):
        if cell(engine, op) == NO:
            with pytest.raises(SpecError):
                _follows(encode(system), system, small)
        else:
            assert _follows(encode(system), system, small)


@pytest.mark.smt
def test_there_is_a_step_to_prove_something_about() -> None:
    system = system_about(Op.EQ)
    for encode in (_bounded, UnboundedEncoding):
        assert not _follows(encode(system), system, ir.FALSE)


def _bounded(system: System) -> Encoding:
    return BoundedEncoding(system, [ir.Call("Small")])


def _compare(operator: Op | str, encode: Callable[[System], Encoding], wanted: str) -> None:
    system = system_about(operator)
    try:
        proved = _follows(encode(system), system, ir.Call("Formula"))
    except SpecError as error:
        (diagnostic,) = error.diagnostics
        assert diagnostic.code == "smt-unsupported"
        assert wanted in (NO, ACTIONS, UNDEFINED), diagnostic.message
    else:
        assert wanted not in (NO, ACTIONS)
        assert proved == (wanted != UNDEFINED)


def _follows(encoding: Encoding, system: System, formula: ir.Expr) -> bool:
    """Whether a formula holds over every step from a state where n is 1 or 2."""
    (action,) = system.actions
    s, t = encoding.state("s"), encoding.state("t")
    step = encoding.steps(action, s, t)
    goal = encoding.holds(formula, s, t)
    assumptions = (
        *encoding.hypotheses(),
        ("types", encoding.typed(s)),
        ("small", encoding.holds(ir.Call("Small"), s)),
        ("step", step),
    )
    outcome = solve(to_smtlib(Query("example", assumptions, goal)), "z3", LIMITS)
    assert outcome.status in ("sat", "unsat"), outcome
    return outcome.status == "unsat"
