"""The result of every engine: a verdict whose type says how strong it is, and why.

`Answer` is the whole result of one command: its `verdict`, and what was and was not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol, TypeAlias

from holdfast.ir.account import Account
from holdfast.ir.coverage import Coverage
from holdfast.ir.observation import Observed
from holdfast.ir.system import Part
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, Span

Kind: TypeAlias = Literal[
    "invariant",
    "action",
    "temporal",
    "deadlock",
    "assumption",
    "assert",
    "postcondition",
    "axiom",
    "evaluation",
    "parse",
    "config",
    "system",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One state of a trace and how it was reached; the first has no action.

    `span` is the definition that names the action, `formula` the disjunct that was taken. `account`
    is who acts, and the messages of the step.
    """

    state: Mapping[str, Value]
    action: str | None = None
    arguments: tuple[Value, ...] = ()
    span: Span | None = None
    alias: Mapping[str, Value] | None = None
    formula: Span | None = None
    account: Account[Value] | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """States from an initial state on; `loop` is the index it returns to, or `stutter`.

    `closing` is the step back to that state, if it is known.
    """

    steps: tuple[Step, ...]
    loop: int | Literal["stutter"] | None = None
    closing: Step | None = None

    def __len__(self) -> int:
        return len(self.steps)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a formula is false (or true): the deciding subformula, its witnesses and values.

    `values` pairs sub-expressions, as the user wrote them, with their values; `because`
    goes one step further down.
    """

    message: str
    span: Span | None = None
    witness: tuple[tuple[str, Value], ...] = ()
    values: tuple[tuple[str, Value], ...] = ()
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Refinement:
    """A trace as the abstract specification sees it that the violated property requires.

    `trace` has the abstract variables and actions; if `failed`, its last step (or its initial
    state) is not allowed. Then `alternatives` are steps that are, the nearest first; `allowed` is
    how many there are, None if they cannot be enumerated; `refusals` are why each action does not
    allow the step. `neglected` are the actions that are enabled in every state of a loop
    and never taken on it. `note` is why a part is missing.
    """

    specification: str
    trace: Trace
    failed: bool = False
    alternatives: tuple[Step, ...] = ()
    allowed: int | None = 0
    refusals: tuple[Reason, ...] = ()
    neglected: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Proved:
    """Holds in every reachable state of every instance that `scope` names."""

    scope: str
    by: str


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Holds in every reachable state of this finite instance: all were explored."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """No violation up to this depth; deeper states were not checked."""

    depth: int


@dataclass(frozen=True, slots=True)
class Sampled:
    """No violation in random behaviours of at most `depth` steps; others were not checked."""

    behaviours: int
    depth: int


@dataclass(frozen=True, slots=True)
class Violated:
    """A property is violated, with its trace.

    If the trace is a lasso, `fairness` says how it meets each fairness condition. If the property
    is an abstract specification, `refinement` is the trace as that sees it.
    """

    kind: Kind
    property: str
    trace: Trace | None
    reason: Reason | None = None
    fairness: tuple[Reason, ...] = ()
    refinement: Refinement | None = None


Cause: TypeAlias = Literal[
    "time",
    "memory",
    "depth",
    "states",
    "cancelled",
    "exit",
    "no-initial-state",
    "not-checked",
    "not-inductive",
    "disagreement",
    "unsupported",
    "undecided",
]
"""Why a result is inconclusive, for programs.

A limit was reached: "time", "memory", "depth" or "states"; the run was "cancelled", or the spec
itself called "exit". There is no state to check: "no-initial-state"; a property is "not-checked".
The invariant is "not-inductive"; solver and interpreter are in "disagreement"; the spec has
something "unsupported"; otherwise all attempts left it "undecided".
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Neither proved nor refuted: the cause for programs, the reason for people."""

    cause: Cause
    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """An error in the spec, the model or the machine stopped the work.

    `trace` leads to the state in which an expression could not be evaluated.
    """

    kind: Kind
    diagnostics: tuple[Diagnostic, ...]
    trace: Trace | None = None


Verdict: TypeAlias = Proved | Exhausted | Bounded | Sampled | Violated | Unknown | Failed


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was explored, counted as TLC counts.

    `queue` states have not been expanded; how many depends on where the engine stopped.
    """

    generated: int = 0
    distinct: int = 0
    depth: int = 0
    initial: int = 0
    queue: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A property that was not checked, or only its safety part, and why.

    `excused` if the result is conclusive without it: the user left it out, or never named it.
    """

    name: str
    reason: str
    excused: bool = False
    safety_part: bool = False
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """The reachable states and the steps between them.

    A state is the tuple of the values of `variables`; an edge is the index of its source state,
    the index of its target state, and the name of the action.
    """

    variables: tuple[str, ...]
    states: tuple[tuple[Value, ...], ...]
    edges: tuple[tuple[int, int, str], ...]
    initial: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of `check`: the verdict, and what was and was not checked.

    `said` has the text for a property that holds but is not about all states. `safety_only` if
    the user left out temporal properties. `violations` are how often each property is violated, if
    the search continues after violations: in states, or steps if the property is about these.
    `assumed` is how the system differs from the model, on request. `unreached` are the statements
    that were never executed.
    """

    verdict: Verdict
    counts: Counts = Counts()
    checked: tuple[str, ...] = ()
    not_checked: tuple[Unchecked, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    reductions: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    never_enabled: tuple[str, ...] = ()
    unreached: tuple[Part, ...] = ()
    vacuous: tuple[str, ...] = ()
    more_violations: tuple[Violated, ...] = ()
    warnings: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    collision_probability: float = 0.0
    engine: str = "interp"
    seconds: float = 0.0
    complete: bool = True
    asked_bound: bool = False
    graph: Graph | None = None
    coverage: Coverage | None = None
    observed: Observed | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    safety_only: bool = False
    violations: Mapping[str, int] = field(default_factory=dict)

    not_inductive: ClassVar[bool] = False


def violated_names(answer: Answer) -> frozenset[str]:
    """The properties that are violated."""
    found = (answer.verdict, *answer.more_violations)
    return frozenset(v.property for v in found if isinstance(v, Violated))


class AnyAnswer(Protocol):
    """What the results of all commands have in common."""

    @property
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""

    @property
    def not_checked(self) -> tuple[Unchecked, ...]:
        """The properties that were not checked."""

    @property
    def asked_bound(self) -> bool:
        """Whether the user limited the depth."""

    @property
    def not_inductive(self) -> bool:
        """Whether there is a counterexample to induction, which is not a violation."""

    @property
    def constants(self) -> Mapping[str, str]:
        """The value of each constant, as TLA+ text."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the model and the search."""

    @property
    def seconds(self) -> float:
        """How long it took."""


def exit_code(answer: AnyAnswer) -> int:
    """TLC's exit status for the same result; 20 and 21 if it is inconclusive."""
    if answer.not_inductive:
        return 21
    unanswered = not all(each.excused for each in answer.not_checked)
    match answer.verdict:
        case Proved() | Exhausted():
            return 20 if unanswered else 0
        case Bounded():
            return 0 if answer.asked_bound and not unanswered else 20
        case Sampled():
            return 0  # whoever simulates has asked for no more
        case Violated(kind=kind):
            return _VIOLATION_EXITS[kind]
        case Unknown():
            return 20
        case Failed(kind=kind):
            return _FAILURE_EXITS[kind]


_VIOLATION_EXITS: dict[Kind, int] = {
    "invariant": 12,
    "axiom": 12,
    "action": 13,
    "temporal": 13,
    "deadlock": 11,
    "assumption": 10,
    "postcondition": 10,
    "assert": 14,
}
_FAILURE_EXITS: dict[Kind, int] = {
    "evaluation": 75,
    "assert": 14,
    "assumption": 10,
    "parse": 150,
    "config": 151,
    "system": 153,
    "invariant": 76,
    "temporal": 77,
}
