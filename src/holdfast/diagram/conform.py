"""Does a diagram cover all behaviours of a spec? Each condition, by an engine or by solvers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.diagram.conditions import Condition, conditions_of
from holdfast.diagram.diagram import Diagram
from holdfast.diagram.fair_engines import fair_on_instance, stated
from holdfast.diagram.instance import Example, Explored, explore
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.measures import ORDERS
from holdfast.ir.system import System
from holdfast.limits import NO_LIMITS, Limits
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.settle import Settled
from holdfast.smt.encoding import Lemma
from holdfast.verdict import Exhausted, Trace, Unknown, Violated

Status: TypeAlias = Literal["proved", "refuted", "open"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A condition and its status: by which engine, for which instances.

    An `example` refutes it, or, for fairness, a behaviour, which is a `trace`. If the example may
    be unreachable, `excluded_by` are formulas of the spec that are false in its state: as lemmas,
    they exclude it.
    """

    condition: Condition
    status: Status
    engine: str
    scope: str
    reason: str | None = None
    example: Example | None = None
    trace: Trace | None = None
    excluded_by: tuple[str, ...] = ()
    settled: Settled | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result for a diagram: every condition, and what the proofs depend on.

    `support` are the obligations about lemmas and definedness that the others depend on; `problem`
    is why nothing is proved, although no condition fails.
    """

    diagram: Diagram
    scope: str
    judged: tuple[Judged, ...]
    support: tuple[Settled, ...] = field(default=(), repr=False)
    actions: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    library_lemmas: tuple[Lemma, ...] = ()
    reductions: tuple[str, ...] = ()
    problem: str | None = None
    seconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def conforms(self) -> bool:
        """Whether every condition is proved."""
        return (
            self.problem is None
            and bool(self.judged)
            and all(each.status == "proved" for each in self.judged)
            and not self.unproved_support
        )

    @property
    def unproved_support(self) -> tuple[Settled, ...]:
        """The obligations about lemmas and definedness that are not proved."""
        return tuple(each for each in self.support if each.status != "proved")

    @property
    def refuted(self) -> tuple[Judged, ...]:
        """The conditions that fail."""
        return tuple(each for each in self.judged if each.status == "refuted")

    @property
    def open(self) -> tuple[Judged, ...]:
        """The conditions that nothing decides."""
        return tuple(each for each in self.judged if each.status == "open")


def action_names(meaning: Meaning) -> tuple[str, ...]:
    """The names of the actions of the system, each once."""
    return tuple(dict.fromkeys(a.name for a in meaning.system.actions))


def conform_instance(
    meaning: Meaning, limits: Limits = NO_LIMITS, engine: str = "auto"
) -> Conformance:
    """Judge all conditions on the reachable states of the configured model."""
    started = time.monotonic()
    system = meaning.system
    found = explore(meaning, limits, engine)
    nothing = _why_vacuous(system, found)
    names = action_names(meaning)
    scope = "the reachable states of this instance"
    judged = tuple(
        Judged(condition, "open", found.engine, scope, nothing)
        if nothing
        else _fair(meaning, condition, scope, limits)
        if condition.kind == "O4a"
        else _judged(meaning, condition, found, scope)
        for condition in conditions_of(meaning.diagram, names)
    )
    return Conformance(
        meaning.diagram,
        scope,
        judged,
        actions=names,
        reductions=tuple(f"CONSTRAINT {p.name}" for p in system.constraints)
        + tuple(f"ACTION_CONSTRAINT {p.name}" for p in system.action_constraints),
        seconds=time.monotonic() - started,
        counts={"states": found.states, "steps": found.steps},
    )


def _why_vacuous(system: System, found: Explored) -> str:
    """Why an instance says nothing about the spec; otherwise empty."""
    try:
        Judge(system).require_assumptions()
    except NotConfirmed as error:
        return str(error)
    return "" if found.states or not found.complete else "there is no initial state"


def _judged(meaning: Meaning, c: Condition, found: Explored, scope: str) -> Judged:
    if c.kind == "O5":
        return order_judged(meaning, c)
    example = found.violated.get(c)
    if example is not None:
        return Judged(c, "refuted", found.engine, scope, example=example)
    if not found.complete:
        return Judged(c, "open", found.engine, scope, "not all reachable states were explored")
    if c.kind == "O2" and c.node in found.unnamed:
        reason = "too many steps violate this condition for some action"
        return Judged(c, "open", found.engine, scope, reason)
    return Judged(c, "proved", found.engine, scope)


def stated_fair(meaning: Meaning, c: Condition) -> Judged | None:
    """O4a if the spec itself states it."""
    how = stated(meaning, c.action)
    return None if how is None else Judged(c, "proved", "matching", "all sizes", how)


def _fair(meaning: Meaning, c: Condition, scope: str, limits: Limits) -> Judged:
    """O4a: the spec states it, or the liveness engine decides."""
    return stated_fair(meaning, c) or fair_by_liveness(meaning, c, scope, limits)


def fair_by_liveness(meaning: Meaning, c: Condition, scope: str, limits: Limits) -> Judged:
    """O4a on an instance; a behaviour that is not fair to the action refutes it."""
    verdict = fair_on_instance(meaning, c.action, limits)
    match verdict:
        case Exhausted():
            return Judged(c, "proved", "liveness", scope)
        case Violated(trace=trace):
            reason = "a behaviour of the spec is not fair to the action"
            return Judged(c, "refuted", "liveness", scope, reason, trace=trace)
        case Unknown(reason=reason):
            return Judged(c, "open", "liveness", scope, reason)
        case _:
            return Judged(c, "open", "liveness", scope, "the liveness engine does not decide it")


def order_judged(meaning: Meaning, c: Condition) -> Judged:
    """O5: the orders that a diagram may use are well-founded."""
    order = meaning.measures[c.ordering].ordering.order
    return Judged(c, "proved", "by definition", "all sizes", ORDERS[order])
