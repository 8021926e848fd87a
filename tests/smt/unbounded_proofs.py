"""Obligations of an induction in the encoding for all sizes, asked one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.encoding import Interpretation, State, Successor
from holdfast.smt.solvers.solve import Limits, Outcome, solve
from holdfast.smt.terms.term import Query, Term, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import Source, errors
from holdfast.workbench import load, prepare

LIMITS = Limits(rlimit=20_000_000, memory_mb=1000, seconds=120)
WAYS = (("z3", "ematching"), ("z3", "auto"), ("cvc5", "auto"))


Failure: TypeAlias = tuple[str, str, Outcome, Successor]
"""A lemma, an action, what a solver said, and the step that it said it about."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A conjunct of an invariant."""

    name: str
    expr: ir.Expr


def lemmas(e: ir.Expr, system: System) -> Iterator[Lemma]:
    """The conjuncts of an invariant, by the names of their definitions."""
    match e:
        case ir.Apply(Op.AND, args):
            for a in args:
                yield from lemmas(a, system)
        case ir.Call(name, ()):
            body = system.definitions[name].body
            if isinstance(body, ir.Apply) and body.op is Op.AND:
                yield from lemmas(body, system)
            else:
                yield Lemma(name, e)
        case _:
            yield Lemma("?", e)


def system_of_file(path: Path, invariant: str) -> System:
    """The system of a spec with the configuration beside it."""
    base = path.stem.removesuffix("Proof")
    config = path.with_name(f"{base}.cfg")
    options = {"invariants": [invariant], "properties": []}
    return prepare(load(path, config=config), options).system  # type: ignore[arg-type]


def system_of_text(text: str, config: str) -> System:
    """The system of a module that is given as text."""
    spec = load_spec(
        Path("Test.tla"),
        files=Files.over({Path("Test.tla"): f"---- MODULE Test ----\n{text}\n====\n"}),
    )
    wrong = errors(spec.diagnostics)
    assert not wrong, [d.message for d in wrong]
    return run_pipeline(build_model(spec, read_config(Source("Test.cfg", config))).system)


class Induction:
    """Asks whether some lemmas are kept by every step."""

    def __init__(self, system: System, invariant: str, assume: Sequence[str] = ()) -> None:
        self.system = system
        self.encoding = UnboundedEncoding(system, assume)
        self.lemmas = tuple(lemmas(ir.Call(invariant), system))
        self.before = self.encoding.state("s")

    def failures(self, without: str = "") -> Iterator[Failure]:
        """The obligations that are not proved, with a lemma left out if one is named."""
        kept = [lemma for lemma in self.lemmas if lemma.name != without]
        first = self.encoding.state("0")
        start = Successor(self.encoding.starts(first), (), first)
        for lemma in kept:
            outcome = self.ask(lemma, start, ())
            if outcome.status != "unsat":
                yield lemma.name, "Init", outcome, start
        for action in self.system.actions:
            for step in self.encoding.successors(action, self.before):
                for lemma in kept:
                    outcome = self.ask(lemma, step, kept)
                    if outcome.status != "unsat":
                        yield lemma.name, action.name, outcome, step

    def ask(self, goal: Lemma, step: Successor, given: Sequence[Lemma]) -> Outcome:
        """Whether a lemma holds after a step if some lemmas hold before."""
        wanted = self.encoding.holds(goal.expr, step.after)
        before = [(x.name, self.encoding.holds(x.expr, self.before)) for x in given]
        typed = [("types", self.encoding.typed(self.before))] if given else []
        assumptions = (
            *self.encoding.hypotheses(),
            *typed,
            *before,
            ("the step", step.guard),
        )
        return decide(assumptions, wanted)


def decide(assumptions: tuple[tuple[str, Term], ...], goal: Term) -> Outcome:
    """The first definite answer to a question."""
    text = to_smtlib(Query("test", assumptions, goal))
    outcome = None
    for solver, strategy in WAYS:
        outcome = solve(text, solver, LIMITS, strategy=strategy, model=True)
        if outcome.status in ("unsat", "sat"):
            break
    assert outcome is not None
    return outcome


def read_row(encoding: UnboundedEncoding, model: Interpretation, state: State) -> tuple[Value, ...]:
    """A state in a model, as the interpreter has it."""
    values = encoding.read_state(model, state)
    return tuple(values[v] for v in encoding.system.variables)
