"""Sequences in the encoding for all sizes: values as in the interpreter, proofs, refusals."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TypeAlias, cast

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.prove.instance import instance_of
from holdfast.smt.solvers.outcome import LENGTHS
from holdfast.smt.solvers.solve import Limits, UnreadableModel, solve
from holdfast.smt.terms.term import Query, Term, and_, not_, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError
from tests.smt.sequence_formulas import SequenceFormulas, random_values, sequence_system

pytestmark = pytest.mark.smt

State: TypeAlias = tuple[Value, ...]
LIMITS = Limits(rlimit=3_000_000, memory_mb=500, seconds=60)


class Question:
    """A formula in a state that an assumption fixes."""

    def __init__(self, encoding: UnboundedEncoding, formula: str, given: str) -> None:
        self.state = encoding.state("s")
        self.holds = encoding.holds(ir.Call(formula), self.state)
        self.defined = and_(*(c for c, _, _ in encoding.conditions(ir.Call(formula), self.state)))
        here = encoding.holds(ir.Call(given), self.state)
        typed = encoding.typed(self.state)
        self.given = (*encoding.hypotheses(), ("types", typed), ("the state", here))

    def implies(self, goal: Term) -> bool:
        """Whether a formula follows in this state."""
        query = to_smtlib(Query("random", self.given, goal))
        return solve(query, "z3", LIMITS).status == "unsat"


def judge(question: Question, machine: Machine, formula: str, row: State) -> str:
    """How the encoding and the interpreter compare on a formula in a state."""
    try:
        value = machine.holds(ir.Call(formula), row)
    except EvalError:
        return "wrong: defined" if question.implies(question.defined) else "both undefined"
    right = question.holds if value else not_(question.holds)
    if question.implies(not_(right)):
        return "wrong"
    if not question.implies(right):
        return "unknown"
    return "agrees" if question.implies(question.defined) else "stricter"


@pytest.mark.parametrize(
    ("seed", "count"),
    [
        (0, 25),
        (1, 25),
        (2, 25),
        (3, 25),
        *(pytest.param(n, 150, marks=pytest.mark.slow) for n in range(4, 12)),
    ],
)
def test_formulas_about_sequences_are_evaluated_as_in_the_interpreter(
    seed: int, count: int
) -> None:
    make, random, length = SequenceFormulas(seed), Random(seed), seed % 4
    texts = [make.formula(i % 3) for i in range(count)]
    states = [random_values(random, length) for _ in range(4)]
    system = sequence_system(texts, states, length)
    machine = Machine(system)
    with ranked_by(machine.ranks):
        rows = [cast(State, machine.value(ir.Call(f"S{j}"))) for j in range(len(states))]
    found: dict[str, list[object]] = {}
    for i, text in enumerate(texts):
        for j, row in enumerate(rows):
            try:
                question = Question(UnboundedEncoding(system), f"P{i}", f"G{j}")
            except SpecError as error:
                found.setdefault("refused", []).append((text, error.diagnostics[0].message))
                continue
            verdict = judge(question, machine, f"P{i}", row)
            found.setdefault(verdict, []).append((text, states[j]))
    tally = Counter({kind: len(items) for kind, items in found.items()})
    wrong = [found[kind] for kind in found if kind.startswith("wrong")]
    assert not wrong, wrong
    assert tally["agrees"] + tally["both undefined"] >= 0.85 * tally.total(), found


# ---- statements about all sequences ----

STATEMENTS = (
    # false, and true
    ("Len(q) > 0", "Len(q) >= 0"),
    ("Len(q) = Len(r) => q = r", "q = r => Len(q) = Len(r)"),
    ("Len(Tail(<<k>> \\o q)) = Len(q) + 1", "Tail(<<k>> \\o q) = q"),
    ("Tail(<<k>>) = <<k>>", "Tail(<<k>>) = <<>>"),
    ("Append(q, k) = q", "Append(q, k) # q"),
    ("Append(q, k)[Len(q)] = k", "Append(q, k)[Len(q) + 1] = k"),
    ("Head(Append(q, k)) = k", "Head(<<k>> \\o q) = k"),
    ("q \\o r = r \\o q", "Len(q \\o r) = Len(r \\o q)"),
    ("(q \\o r)[1] = r[1]", "q = <<>> => (q \\o r) = r"),
    ("q \\o q = q", "q \\o q = q <=> q = <<>>"),
    ("SubSeq(q, 1, Len(q) - 1) = q", "SubSeq(q, 1, Len(q)) = q"),
    ("SubSeq(q \\o r, 1, Len(r)) = q", "SubSeq(q \\o r, 1, Len(q)) = q"),
    ("SubSeq(q, 2, 1) = q", "SubSeq(q, 2, 1) = <<>>"),
    ("[q EXCEPT ![k] = 0] = q", "k \\notin DOMAIN q => [q EXCEPT ![k] = 0] = q"),
    ("Len([q EXCEPT ![Len(q) + 1] = 0]) = Len(q) + 1", "Len([q EXCEPT ![k] = 0]) = Len(q)"),
    ("[q EXCEPT ![0] = 5] # q", "[q EXCEPT ![0] = 5] = q"),
    ("DOMAIN q = 0..Len(q)", "DOMAIN q = 1..Len(q)"),
    ("Len(q) \\in DOMAIN q", "q # <<>> => Len(q) \\in DOMAIN q"),
    ("[i \\in 1..k |-> i] # <<>>", "[i \\in 1..k |-> i] = <<>> <=> k < 1"),
    ("Len([i \\in 1..k |-> i]) = k", "k >= 0 => Len([i \\in 1..k |-> i]) = k"),
    ("[i \\in 1..Len(q) |-> r[i]] = r", "[i \\in 1..Len(q) |-> q[i]] = q"),
    ("[i \\in 1..2 |-> i] = <<2, 1>>", "[i \\in 1..2 |-> i] = <<1, 2>>"),
    ("[i \\in 1..2 |-> i] \\notin Nat \\X Nat", "[i \\in 1..2 |-> i] \\in Nat \\X Nat"),
    ("[i \\in 1..2 |-> i] \\notin {<<1, 2>>}", "[i \\in 1..2 |-> i] \\in {<<1, 2>>}"),
    ("[i \\in {} |-> i] # <<>>", "[i \\in {} |-> i] = <<>>"),
    ("[p \\in Node |-> k] = <<>>", "[p \\in Node |-> k] # <<>>"),
    ("t = q => q # <<t[1], t[2]>>", "t = q => Len(q) = 2"),
    ("q \\in Seq(Nat)", "q \\in Seq(Int)"),
    ("w \\in Seq(0..2)", "w \\in Seq(0..3)"),
    ("Len(w) = N", "Len(w) = N \\/ (N < 0 /\\ Len(w) = 0)"),
    ("w \\in [1..N -> 0..2]", "w \\in [1..N -> 0..3]"),
    ("q \\in [1..k -> Int]", "q \\in [1..Len(q) -> Int]"),
    (
        "(\\E i \\in 1..Len(q) : q[i] = k) => Head(q) = k",
        "(\\E i \\in 1..Len(q) : q[i] = k) <=> k \\in {q[i] : i \\in 1..Len(q)}",
    ),
    (
        "\\A i \\in 1..Len(q) - 1 : q[i] <= q[i + 1]",
        "q = <<>> => \\A i \\in 1..Len(q) - 1 : q[i] <= q[i + 1]",
    ),
    ("f[x] # <<>>", "[f EXCEPT ![x] = Append(@, k)][x] # <<>>"),
    ("rec.log = <<>> => rec.n = 0", "[rec EXCEPT !.log = Append(@, k)].log # <<>>"),
    ("m = <<>>", '\\A i \\in 1..Len(m) : m[i].kind \\in {"a", "b"}'),
    ("Append(ss, q)[1] = q", "Append(ss, q)[Len(ss) + 1] = q"),
    ("Last(Append(q, k)) = k + 1", "Last(Append(q, k)) = k"),
    ("Front(q \\o <<k>>) = <<k>> \\o q", "Front(Append(q, k)) = q"),
    ("Contains(q \\o r, k) => Contains(q, k)", "Contains(q, k) => Contains(q \\o r, k)"),
    ("k \\in ToSet(q)", "k \\in ToSet(q) <=> Contains(q, k)"),
    ("ToSet(q) = ToSet(r) => q = r", "q = r => ToSet(q) = ToSet(r)"),
    ("(IF k > 0 THEN <<>> ELSE q) = q", "k > 0 => (IF k > 0 THEN <<>> ELSE q) = <<>>"),
)


def answer(system: System, formula: str) -> str:
    """`proved`, `refuted` if the interpreter confirms it, or what a solver said."""
    encoding = UnboundedEncoding(system)
    s = encoding.state("s")
    goal = encoding.holds(ir.Call(formula), s)
    given = (*encoding.hypotheses(), ("types", encoding.typed(s)))
    text = to_smtlib(Query(formula, given, goal))
    if solve(text, "z3", LIMITS).status == "unsat":
        return "proved"
    outcome = solve(text, "z3", LIMITS, model=True, sizes={LENGTHS: 3})
    if outcome.model is None:
        return outcome.status
    try:
        values = encoding.read_state(outcome.model, s)
    except UnreadableModel:  # N is any number
        return "unreadable"
    machine = Machine(instance_of(system, encoding.read_constants(outcome.model)))
    try:
        holds = machine.holds(ir.Call(formula), tuple(values[v] for v in system.variables))
    except EvalError:
        return "undefined"
    return "not confirmed" if holds else "refuted"


def test_no_false_statement_about_sequences_is_proved_and_nearly_all_are_refuted() -> None:
    system = sequence_system([false for false, _ in STATEMENTS], [], 2)
    answers = {s: answer(system, f"P{i}") for i, (s, _) in enumerate(STATEMENTS)}
    assert [s for s, a in answers.items() if a == "proved"] == []
    left = {s: a for s, a in answers.items() if a != "refuted"}
    assert set(left.values()) <= {"undefined", "unreadable"}, left
    assert len(left) <= 6, left


def test_true_statements_about_sequences_are_proved() -> None:
    system = sequence_system([true for _, true in STATEMENTS], [], 2)
    answers = {s: answer(system, f"P{i}") for i, (_, s) in enumerate(STATEMENTS)}
    assert {s: a for s, a in answers.items() if a != "proved"} == {}
