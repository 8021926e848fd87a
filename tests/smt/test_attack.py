from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.interp.machine import Machine
from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.bounded.encoding import BoundedEncoding
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.source import Source, SpecError, errors

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=20_000_000, memory_mb=1000, seconds=60)
VARIABLES = ("S", "T", "U", "f", "g", "q", "r", "x", "y", "z", "p", "b")
MODULE = r"""---- MODULE Attack ----
EXTENDS Integers, Sequences, FiniteSets, Bags, TLC
CONSTANTS m1, m2, m3
VARIABLES {variables}
RECURSIVE Sum(_)
Sum(s) == IF s = {{}} THEN 0 ELSE LET e == CHOOSE e \in s : TRUE IN e + Sum(s \ {{e}})
Factorial[n \in Nat] == IF n = 0 THEN 1 ELSE n * Factorial[n - 1]
RECURSIVE Total(_)
Total(s) == IF s = <<>> THEN 0 ELSE Head(s) + Total(Tail(s))
Init == {init}
Next == UNCHANGED <<{variables}>>
{definitions}
====
"""


@dataclass(frozen=True, slots=True)
class Statement:
    """A false statement, its true twin, and the definition that says what its variables are."""

    about: str
    where: str
    false: str
    true: str


@cache
def statements() -> tuple[Statement, ...]:
    """The statements of the data file."""
    data = tomllib.loads(Path(__file__).with_name("attack.toml").read_text("utf-8"))
    return tuple(Statement(**row) for row in data["statement"])


@cache
def attack_system() -> System:
    """One system with three invariants for each statement."""
    rows, names = [], []
    for i, s in enumerate(statements()):
        rows += [
            f"Where{i} == {_typing(s.where)}",
            f"False{i} == {s.false}",
            f"True{i} == {s.true}",
        ]
        names += [f"Where{i}", f"False{i}", f"True{i}"]
    variables = ", ".join(VARIABLES)
    init = " /\\ ".join(f"{v} = 0" for v in VARIABLES)
    text = MODULE.format(variables=variables, init=init, definitions="\n".join(rows))
    config = "INIT Init\nNEXT Next\nCONSTANTS m1 = m1 m2 = m2 m3 = m3\nINVARIANTS " + " ".join(
        names
    )
    spec = load_spec(Path("Attack.tla"), files=Files.over({Path("Attack.tla"): text}))
    wrong = errors(spec.diagnostics)
    assert not wrong, [(d.message, d.span) for d in wrong][:5]
    return run_pipeline(build_model(spec, read_config(Source("Attack.cfg", config))).system)


def _typing(where: str) -> str:
    """`S, T \\in A; x \\in B` as a conjunction of memberships."""
    found = []
    for part in where.split("; "):
        names, _, domain = part.partition(" \\in ")
        found += [f"{name.strip()} \\in ({domain})" for name in names.split(",")]
    return " /\\ ".join(found)


def _ask(kind: str, index: int, solver: str = "z3") -> str:
    """`proved`, `refuted` if the interpreter confirms it, or what else came of a statement."""
    system = attack_system()
    formulas = {p.name: p.expr for p in system.invariants}
    where, formula = formulas[f"Where{index}"], formulas[f"{kind}{index}"]
    try:
        encoding = BoundedEncoding(system, [where], longest=3)
        s = encoding.state("s")
        goal = encoding.holds(formula, s)
        assumptions = (("types", encoding.typed(s)), ("where", encoding.holds(where, s)))
    except SpecError as error:
        return f"refused: {error.diagnostics[0].message}"
    outcome = solve(to_smtlib(Query(kind, assumptions, goal)), solver, LIMITS, model=True)
    if outcome.status == "unsat":
        return "proved"
    if outcome.model is None:
        return f"{outcome.status}: {outcome.reason}"
    state = encoding.read_state(outcome.model, s)
    return "refuted" if _is_false(system, where, formula, dict(state)) else "not confirmed"


def _is_false(system: System, where: Expr, formula: Expr, state: dict[str, object]) -> bool:
    machine = Machine(system)
    row = tuple(state[v] for v in system.variables)
    return machine.holds(where, row) and not machine.holds(formula, row)  # type: ignore[arg-type]


def test_there_are_two_hundred_statements_about_every_subject() -> None:
    assert len(statements()) >= 200
    assert len({(s.where, s.false) for s in statements()}) == len(statements())
    subjects = {"sets", "cardinality", "quorums", "functions", "records", "tuples and sequences"}
    assert subjects <= {s.about for s in statements()}


@pytest.mark.parametrize("solver", ["z3", pytest.param("cvc5", marks=pytest.mark.slow)])
def test_no_false_statement_is_proved_and_nearly_all_are_refuted(solver: str) -> None:
    answers = {i: _ask("False", i, solver) for i in range(len(statements()))}
    proved = [statements()[i] for i, a in answers.items() if a == "proved"]
    assert not proved
    open_ones = [(statements()[i].false, a) for i, a in answers.items() if a != "refuted"]
    assert not [o for o in open_ones if o[1] == "not confirmed"]
    assert len(open_ones) <= 0.05 * len(answers), open_ones


@pytest.mark.parametrize("solver", ["z3", pytest.param("cvc5", marks=pytest.mark.slow)])
def test_nearly_all_true_twins_are_proved(solver: str) -> None:
    answers = {i: _ask("True", i, solver) for i in range(len(statements()))}
    counts = Counter(a.partition(":")[0] for a in answers.values())
    refuted = [
        statements()[i].true for i, a in answers.items() if a in ("refuted", "not confirmed")
    ]
    assert not refuted
    assert counts["proved"] >= 0.9 * len(answers), [a for a in answers.values() if a != "proved"]
