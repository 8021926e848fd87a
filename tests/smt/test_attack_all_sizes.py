from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.smt.solvers.model import Model, UnreadableModel
from holdfast.smt.solvers.outcome import declared_sorts
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import Source, SpecError, errors

pytestmark = pytest.mark.smt

QUICK = Limits(rlimit=1_000_000, memory_mb=1000, seconds=30)
LONG = Limits(rlimit=20_000_000, memory_mb=1000, seconds=60)
MODULE = r"""---- MODULE Attack ----
EXTENDS Integers, FiniteSets
CONSTANTS RM, Val, Nil
VARIABLES S, T, U, f, g, h, k, c, e, p, R, r, msgs, x, y, z, v, w, o, n, i
vars == <<S, T, U, f, g, h, k, c, e, p, R, r, msgs, x, y, z, v, w, o, n, i>>
Message == [type : {"vote"}, from : RM, to : RM] \cup [type : {"ack"}, from : RM]
Init == /\ S \in SUBSET RM /\ T \in SUBSET RM /\ U \in SUBSET RM
        /\ f \in [RM -> BOOLEAN] /\ g \in [RM -> RM] /\ h \in [RM -> SUBSET RM]
        /\ k \in [RM -> [RM -> BOOLEAN]] /\ c \in [RM -> Int]
        /\ e \in [RM -> RM \cup {Nil}] /\ p \in [RM -> {"idle", "busy", "done"}]
        /\ R \in SUBSET (RM \X RM) /\ r \in [a : RM, b : BOOLEAN, n : Int]
        /\ msgs \in SUBSET Message
        /\ x \in RM /\ y \in RM /\ z \in RM /\ v \in Val /\ w \in Val
        /\ o \in RM \cup {Nil} /\ n \in Int /\ i \in Int
Next == UNCHANGED vars
Majority == {Q \in SUBSET RM : Cardinality(Q) * 2 > Cardinality(RM)}
%s
====
"""
CONFIG = (
    "INIT Init\nNEXT Next\nCONSTANTS RM = {r1, r2, r3}\n Val = {v1, v2}\n Nil = Nil\nINVARIANTS "
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A false statement and its true twin."""

    about: str
    false: str
    true: str


@cache
def statements() -> tuple[Statement, ...]:
    """The statements of the data file."""
    data = tomllib.loads(Path(__file__).with_name("attack_all_sizes.toml").read_text("utf-8"))
    return tuple(Statement(**row) for row in data["statement"])


@cache
def attack_system() -> System:
    """One system with two invariants for each statement."""
    rows, names = [], []
    for i, s in enumerate(statements()):
        rows += [f"False{i} == {s.false}", f"True{i} == {s.true}"]
        names += [f"False{i}", f"True{i}"]
    spec = load_spec(
        Path("Attack.tla"), files=Files.over({Path("Attack.tla"): MODULE % "\n".join(rows)})
    )
    wrong = errors(spec.diagnostics)
    assert not wrong, [d.message for d in wrong]
    config = Source("Attack.cfg", CONFIG + " ".join(names))
    return run_pipeline(build_model(spec, read_config(config)).system)


@cache
def formulas() -> dict[str, Expr]:
    """The formula of each invariant."""
    return {p.name: p.expr for p in attack_system().invariants}


def _ask(name: str) -> str:
    """`proved`, `refuted` if the interpreter confirms it, or what else came of a statement."""
    try:
        encoding = UnboundedEncoding(attack_system())
        s = encoding.state("s")
        goal = encoding.holds(formulas()[name], s)
        given = (*encoding.hypotheses(), ("types", encoding.typed(s)))
    except SpecError as error:
        return f"refused: {error.diagnostics[0].message}"
    text = to_smtlib(Query(name, given, goal))
    if solve(text, "z3", QUICK).status == "unsat":
        return "proved"
    found = "unknown"
    for model in _models(text):
        if _is_false(encoding, formulas()[name], model):
            return "refuted"
        found = "not confirmed"
    if found == "unknown" and solve(text, "z3", LONG).status == "unsat":
        return "proved"
    return found


def _models(text: str) -> Iterator[Model]:
    sorts = declared_sorts(text)
    ways = [("cvc5", "finite-model", 0), ("z3", "auto", 0)]
    ways += [("z3", "auto", size) for size in (1, 2, 3, 4)]
    for solver, strategy, size in ways:
        sizes = dict.fromkeys(sorts, size) if size else None
        outcome = solve(text, solver, QUICK, strategy=strategy, model=True, sizes=sizes)
        if outcome.model is not None:
            yield outcome.model


def _is_false(encoding: UnboundedEncoding, formula: Expr, model: Model) -> bool:
    """Whether the interpreter says so, too, in the state of a model."""
    try:
        with ranked_by(Ranks(attack_system().names)):
            judge = Judge(attack_system(), encoding.read_constants(model))
        with ranked_by(judge.machine.ranks):
            row = judge.row(encoding.read_state(model, encoding.state("s")))
            return not judge.machine.holds(formula, row)
    except (UnreadableModel, NotConfirmed, EvalError):
        return False


def test_there_are_two_hundred_statements_about_every_subject_and_all_sizes() -> None:
    assert len(statements()) >= 200
    assert len({s.false for s in statements()}) == len(statements())
    subjects = {"sets", "empty sets", "singleton sorts", "functions", "nested EXCEPT", "records"}
    subjects |= {"relations", "quorums", "cardinality", "named values", "strings", "numbers"}
    assert min(Counter(s.about for s in statements())[about] for about in subjects) >= 8


def test_no_false_statement_is_proved_for_all_sizes_and_nearly_all_are_refuted() -> None:
    answers = {s.false: _ask(f"False{i}") for i, s in enumerate(statements())}
    assert [s for s, a in answers.items() if a == "proved"] == []
    open_ones = {s: a for s, a in answers.items() if a != "refuted"}
    assert len(open_ones) <= 0.05 * len(answers), open_ones


@pytest.mark.slow
def test_nearly_all_true_twins_are_proved_for_all_sizes() -> None:
    answers = {s.true: _ask(f"True{i}") for i, s in enumerate(statements())}
    assert [s for s, a in answers.items() if a == "refuted"] == []
    # Sets that are reified need not be equal if they have the same elements: a model of that
    # kind is no counterexample, and the interpreter says so.
    left = {s: a for s, a in answers.items() if a != "proved"}
    assert len(left) <= 0.1 * len(answers), left
