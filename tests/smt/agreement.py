"""The bounded encoding beside the interpreter: random expressions with unknown leaves.

Some leaves of an expression become symbols that an assumption pins to the leaf's value. The value
that the interpreter gives must follow from the encoding, and must be possible in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from holdfast.interp.context import Context
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.values import BOOLEAN, Value, boolean, model_value
from holdfast.smt.bounded.expr import Evaluator
from holdfast.smt.bounded.pick import Picker
from holdfast.smt.bounded.place import Recorder
from holdfast.smt.bounded.relations import same
from holdfast.smt.bounded.scope import Scene
from holdfast.smt.bounded.symbolic import Given, Sym
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import TRUE, Query, Term, and_, not_, to_smtlib
from holdfast.source import SpecError
from tests.agree.ours import lowered, system_of

LIMITS = Limits(rlimit=4_000_000, memory_mb=1000, seconds=20)

Verdict: TypeAlias = Literal[
    "agrees", "disagrees", "contradiction", "stricter", "unknown", "refused", "no value"
]


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one expression."""

    verdict: Verdict
    text: str
    detail: str = ""


def judge(
    texts: Sequence[str],
    seed: int,
    solvers: Sequence[str] = ("z3",),
    shares: tuple[float, float] = (0.4, 0.06),
) -> Iterator[Judged]:
    """Compares the encoding with the interpreter on expressions given as TLA+ text."""
    system = system_of(list(texts))
    machine = Machine(system, Context(output=lambda line: None))
    for i, (text, e) in enumerate(zip(texts, lowered(system), strict=True)):
        try:
            value = canonical(machine.value(e))
        except (EvalError, RecursionError):
            yield Judged("no value", text)
            continue
        yield _judge(system, text, e, value, solvers, Random(seed * 100_003 + i), shares)


def _judge(  # noqa: PLR0913  # one expression and how to ask about it
    system: System,
    text: str,
    e: ir.Expr,
    value: Value,
    solvers: Sequence[str],
    random: Random,
    shares: tuple[float, float],
) -> Judged:
    leaves = Leaves(random, *shares)
    lifted = leaves.lift(e)
    try:
        assumptions, goal, defined = _encode(system, lifted, leaves, value)
    except SpecError as error:
        return Judged("refused", text, error.diagnostics[0].message)
    return _ask(text, assumptions, goal, defined, solvers)


class Leaves:
    """Replaces some leaves of an expression by names, and remembers their values.

    `share` of the leaves are replaced; `endless` of the numbers may then be any integer.
    """

    def __init__(self, random: Random, share: float, endless: float) -> None:
        self.random = random
        self.share = share
        self.endless = endless
        self.values: dict[str, Value] = {}

    def lift(self, e: ir.Expr) -> ir.Expr:
        """The expression with names for some of its leaves."""
        match e:
            case ir.Literal(value) if self._chosen():
                return self._name(boolean(value) if isinstance(value, bool) else value)
            case ir.Apply(Op.MODEL, (ir.Literal(name),)):
                return self._name(model_value(str(name))) if self._chosen() else e
            case ir.Apply(Op.RECORD | Op.RECORD_SET, args):
                parts = [a if i % 2 == 0 else self.lift(a) for i, a in enumerate(args)]
                return ir.Apply(e.op, tuple(parts), span=e.span)
            case ir.Apply(Op.BUILTIN, (name, *args)):
                return ir.Apply(e.op, (name, *map(self.lift, args)), span=e.span)
            case _:
                return ir.map_children(self.lift, e)

    def _chosen(self) -> bool:
        return self.random.random() < self.share

    def _name(self, value: Value) -> ir.Expr:
        name = f"leaf {len(self.values) + 1}"
        self.values[name] = value
        return ir.Name(name)

    def domain(self, value: Value) -> Sym:
        """A set that the symbol of a leaf is taken from."""
        match value:
            case int() if self.random.random() < self.endless:
                return Given("Int")
            case int():
                return set_of([value, value + 1, self.random.randint(-2, 4)])
            case str():
                return set_of([value, "a", "b"])
            case _ if value in BOOLEAN.elements:
                return BOOLEAN
            case _:
                return set_of([value, model_value("m1"), model_value("m2")])


def _encode(
    system: System, e: ir.Expr, leaves: Leaves, value: Value
) -> tuple[tuple[tuple[str, Term], ...], Term, Term]:
    evaluator = Evaluator(system)
    picker = Picker("")
    env: dict[str, Sym] = {}
    assumptions: list[tuple[str, Term]] = []
    at = evaluator.place(Scene({}), None)
    for name, leaf in leaves.values.items():
        guard, symbolic = picker.pick(leaves.domain(leaf), name, at)
        env[name] = symbolic
        pinned = same(symbolic, leaf, at)
        evaluator.facts += [guard, pinned]
        assumptions += [(f"{name} is typed", guard), (f"{name} is known", pinned)]
    evaluator.recorder = Recorder(on=True)
    result = evaluator.value(e, env, Scene({}))
    conditions = and_(*(c for c, _, _ in evaluator.recorder.conditions))
    evaluator.recorder = Recorder()
    return tuple(assumptions), same(result, value, at), conditions


def _ask(
    text: str,
    assumptions: tuple[tuple[str, Term], ...],
    goal: Term,
    defined: Term,
    solvers: Sequence[str],
) -> Judged:
    # What has no value for the encoding is not compared: TLC, and so the interpreter, compares
    # some values of different kinds, and looks at no more of a set than it must.
    questions = (
        ("defined", defined, "unsat"),
        ("the value", goal, "unsat"),
        ("possible", not_(goal), "sat"),
    )
    for what, formula, wanted in questions:
        if formula is TRUE and wanted == "unsat":
            continue
        query = to_smtlib(Query(what, assumptions, formula))
        answers = {s: solve(query, s, LIMITS) for s in solvers}
        decided = {s: o.status for s, o in answers.items() if o.status in ("sat", "unsat")}
        if len(set(decided.values())) > 1:
            return Judged("contradiction", text, f"{what}: {decided}")
        if not decided:
            reasons = ", ".join(f"{s}: {o.status} {o.reason}" for s, o in answers.items())
            return Judged("unknown", text, f"{what}: {reasons}")
        if set(decided.values()) != {wanted}:
            return Judged(
                "stricter" if what == "defined" else "disagrees", text, f"{what}: {decided}"
            )
    return Judged("agrees", text)
