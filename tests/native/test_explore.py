"""`explore`: states, steps and columns of bits agree with the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.check.engine import Exploration, SearchOptions
from holdfast.check.explore import Explorer
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.ir.values import model_value
from holdfast.limits import Limits
from holdfast.native.emit.column import Bits, Column
from holdfast.native.run.explore import Keep, evaluate, explore
from holdfast.source import SpecError
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

BODY = """
CONSTANT P
Init == x = [p \\in P |-> 0] /\\ y = {} /\\ z = "a"
Grow == \\E p \\in P : x[p] < 2 /\\ x' = [x EXCEPT ![p] = @ + 1] /\\ UNCHANGED <<y, z>>
Join == \\E p \\in P : x[p] > 0 /\\ y' = y \\union {p} /\\ UNCHANGED <<x, z>>
Flip == z' = (IF z = "a" THEN "b" ELSE "a") /\\ UNCHANGED <<x, y>>
Next == Grow \\/ Join \\/ Flip
Big == \\E p \\in P : x[p] = 2
Inv == ~Big
"""
CONFIG = "INIT Init\nNEXT Next\nINVARIANT Inv\nCONSTANT P = {p1, p2}\n"
X, Y, Z = ir.Name("x"), ir.Name("y"), ir.Name("z")
P1, P2 = model_value("p1"), model_value("p2")
AT = ir.Apply(Op.INDEX, (X, ir.Name("p")))
COLUMNS = (
    Column(
        ir.Apply(Op.EQ, (AT, ir.Name("n"))), ("p", "n"), [(p, n) for p in (P1, P2) for n in (0, 2)]
    ),
    Column(ir.Apply(Op.IN, (ir.Name("p"), Y)), ("p",), [(P1,), (P2,)]),
    Column(ir.Call("Big", ())),
    Column(ir.Apply(Op.EQ, (Z, ir.Name("s"))), ("s",), [("a",), ("other",)]),
    Column(
        ir.Apply(Op.OR, (ir.Apply(Op.EQ, (Z, ir.Literal("a"))), ir.Apply(Op.LT, (Z, AT)))),
        ("p",),
        [(P1,)],
    ),
)


@pytest.fixture
def system(tmp_path: Path) -> System:
    text = module(BODY, "x, y, z").replace("VARIABLES", "VARIABLES", 1)
    return system_of(tmp_path, text, CONFIG)


def interpreted(system: System, states: list[tuple[object, ...]]) -> tuple[Bits, ...]:
    """The same answers, one after the other."""
    machine = Machine(system)
    found = []
    for column in COLUMNS:
        holds, failed = [], []
        for row in column.rows:
            names = dict(zip(column.params, map(constant, row), strict=True))
            formula = substitute(column.expr, names)
            yes = no = 0
            for i, state in enumerate(states):
                try:
                    yes |= machine.holds(formula, state) << i  # type: ignore[arg-type]
                except EvalError:
                    no |= 1 << i
            holds.append(yes)
            failed.append(no)
        found.append(Bits(tuple(holds), tuple(failed)))
    return tuple(found)


def constant(value: object) -> ir.Expr:
    if isinstance(value, int | str):
        return ir.Literal(value)
    return ir.Apply(Op.MODEL, (ir.Literal(value.name),))  # type: ignore[attr-defined]


def test_columns_are_what_the_interpreter_says(system: System) -> None:
    found = explore(system, columns=COLUMNS, compiler="tcc")
    assert found.complete
    assert found.bits == interpreted(system, list(found.states()))


def test_more_columns_can_be_asked_of_the_same_states(system: System) -> None:
    found = explore(system, Keep.STATES, compiler="tcc")
    assert found.bits == ()
    assert found.ask(COLUMNS, "tcc") == interpreted(system, list(found.states()))


def test_columns_of_states_from_elsewhere(system: System) -> None:
    states = explore(system, Keep.STATES, compiler="tcc").states()[::-3]
    assert evaluate(system, states, COLUMNS, "tcc") == interpreted(system, list(states))


def test_states_and_steps_are_those_of_the_interpreter(system: System) -> None:
    options = SearchOptions(keep_graph=True, keep_going=True)
    search = Explorer(Exploration(Machine(system), options)).run()
    for workers in (1, 2):
        found = explore(system, Keep.GRAPH, workers=workers, compiler="tcc")
        names = [a.name for a in system.actions]
        assert found.states() == search.states
        assert [(a, b, names[c]) for a, b, c in found.steps()] == search.edges


def test_properties_are_not_judged(system: System) -> None:
    found = explore(system, compiler="tcc")
    search = Explorer(Exploration(Machine(system), SearchOptions(keep_going=True))).run()
    assert found.complete
    assert found.figures.distinct == len(search.states)


def test_a_limit_leaves_the_search_incomplete(system: System) -> None:
    found = explore(system, limits=Limits(states=3), compiler="tcc")
    assert not found.complete
    assert found.event is None


def test_a_step_without_a_value_is_an_event(tmp_path: Path) -> None:
    system = system_of(
        tmp_path, module('Init == x = 0\nNext == x\' = x + (IF x > 2 THEN "a" ELSE 1)')
    )
    found = explore(system, compiler="tcc")
    assert not found.complete
    assert found.event is not None
    assert found.event.trap


def test_what_cannot_be_computed_is_refused_by_name(system: System) -> None:
    chance = ir.Apply(Op.BUILTIN, (ir.Literal("TLC!RandomElement"), Y))
    with pytest.raises(SpecError, match="RandomElement"):
        explore(system, columns=[ir.Apply(Op.EQ, (X, chance))], compiler="tcc")
