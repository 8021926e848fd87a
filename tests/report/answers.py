"""Answers made by hand, for the tests of `report/`."""

from __future__ import annotations

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import Value, model_value
from holdfast.report.answer import Question
from holdfast.source import Diagnostic, Source, Span
from holdfast.verdict import (
    Answer,
    Counts,
    Exhausted,
    Failed,
    Graph,
    Reason,
    Step,
    Trace,
    Unchecked,
    Unknown,
    Violated,
)

TEXT = """---- MODULE wire ----
NoOverdrafts == \\A p \\in People : account[p] >= 0

Check(self) == pc[self] = "Check"
Withdraw(self) == pc[self] = "Withdraw"
====
"""
SOURCE = Source("specs/wire.tla", TEXT)


def span_of(text: str) -> Span:
    """The first place of a text in the source."""
    start = TEXT.index(text)
    return Span(SOURCE, start, start + len(text))


def state(alice: int, *pc: str) -> dict[str, Value]:
    """A state of the transfer."""
    return {"account": record_of({"alice": alice, "bob": 5}), "pc": tuple(pc)}


CHECK = span_of("Check(self)")
WITHDRAW = span_of("Withdraw(self)")
TRACE = Trace(
    (
        Step(state(5, "Check", "Check")),
        Step(state(5, "Withdraw", "Check"), "Check", (1,), CHECK),
        Step(state(5, "Withdraw", "Withdraw"), "Check", (2,), CHECK),
        Step(state(2, "Done", "Withdraw"), "Withdraw", (1,), WITHDRAW),
        Step(state(-1, "Done", "Done"), "Withdraw", (2,), WITHDRAW),
    )
)
REASON = Reason(
    "is FALSE",
    span_of("account[p] >= 0"),
    (("p", "alice"),),
    (('account["alice"]', -1),),
)
COUNTS = Counts(generated=61, distinct=35, depth=5, initial=1)
VIOLATED = Answer(
    Violated("invariant", "NoOverdrafts", TRACE, REASON),
    COUNTS,
    checked=("NoOverdrafts",),
    constants={"N": "2"},
    complete=False,
    seconds=0.123,
)
STUCK = Reason(
    "no action is enabled",
    because=(
        Reason(
            "Check is not enabled",
            CHECK,
            because=(
                Reason(
                    "is FALSE",
                    span_of('pc[self] = "Check"'),
                    (),
                    (("pc[1]", "Withdraw"), ("pc[2]", "Withdraw")),
                ),
            ),
        ),
    ),
)
DEADLOCK = Answer(
    Violated("deadlock", "deadlock", Trace(TRACE.steps[:2]), STUCK),
    COUNTS,
    checked=("NoOverdrafts", "deadlock"),
    complete=False,
)
LASSO = Answer(
    Violated("temporal", "Termination", Trace(TRACE.steps[:3], loop=1)),
    COUNTS,
    checked=("Termination",),
)
STUTTER = Answer(
    Violated("temporal", "Termination", Trace(TRACE.steps[:2], loop="stutter")), COUNTS
)
HOLDS = Answer(
    Exhausted(),
    Counts(generated=2101, distinct=1029, depth=7, initial=2),
    checked=("TypeOK", "NoOverdrafts", "deadlock"),
    constants={"People": "{p1, p2}", "N": "2"},
    reductions=("SYMMETRY Perms",),
    never_enabled=("Retry",),
    vacuous=('`pc[1] = "Retry" => x = 1` in Safe',),
    warnings=("the model has no property",),
    output=("hello",),
    collision_probability=2.9e-14,
    seconds=1.5,
)
FINE = Answer(Exhausted(), COUNTS, checked=("NoOverdrafts",))
OPEN = Answer(
    Unknown(cause="not-checked", reason="Termination was not checked"),
    COUNTS,
    checked=("NoOverdrafts",),
    not_checked=(Unchecked("Termination", "temporal properties are not checked yet"),),
)
PARTIAL = Answer(
    Unknown(cause="cancelled", reason="interrupted: only a part was explored"),
    COUNTS,
    checked=("NoOverdrafts",),
    not_checked=(Unchecked("Termination", "temporal properties are not checked yet"),),
    complete=False,
)
FAILED = Answer(
    Failed(
        "evaluation",
        (Diagnostic("eval-out-of-domain", "3 is not in the domain", span_of("pc[self]")),),
        Trace(TRACE.steps[:2]),
    ),
    COUNTS,
    checked=("NoOverdrafts",),
    complete=False,
)
GRAPH = Graph(
    ("x", "s"),
    ((0, set_of(())), (1, set_of((model_value("m"), "a\\b")))),
    ((0, 1, "Up"), (0, 1, "Up"), (1, 1, "Stay")),
    (0,),
)
WIDE: dict[str, Value] = {
    "messages": set_of(
        [record_of({"kind": "vote", "from": f"worker number {i}"}) for i in range(6)]
    ),
    "log": function_from([(i, ("entry", i)) for i in range(9)]),
}
QUESTION = Question(
    "specs/wire.tla",
    found=("Spec (specification)", "NoOverdrafts (invariant)"),
    notices=("specs/wire.tla: PlusCal algorithm `wire` translated in memory (file unchanged)",),
    kinds={"NoOverdrafts": "invariant", "Termination": "property"},
)
