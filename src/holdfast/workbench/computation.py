"""The computation of a predicate diagram from the states of instances."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.diagram.assemble import assemble
from holdfast.diagram.claims import read_claim
from holdfast.diagram.diagram import Action, Claim, Diagram, Fairness, Ordering, Predicate
from holdfast.diagram.goal import Found, Goal
from holdfast.diagram.observe import Observation
from holdfast.diagram.pool import distinct
from holdfast.diagram.product import counterexample
from holdfast.diagram.search import search
from holdfast.ir.tla_text import formula_text
from holdfast.workbench.observing import Scope, require_defined
from holdfast.workbench.prepared import Prepared

if TYPE_CHECKING:
    from holdfast.diagram.conform import Conformance


_USELESS = "never decreases, or decreases where another term does, or "


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a computation: see `compute`."""

    predicates: tuple[str, ...] = ()
    orderings: tuple[str, ...] = ()
    nodes: int = 12
    all_sizes: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """A diagram that covers the behaviours of an instance, and whether its claims hold on it.

    `states` and `steps` are those of the instance, for all values of the parameters, and `rounds`
    the predicates that were added because of spurious loops. `constraints` are those of the model:
    behaviours that leave them are not covered. `conformance` is the result of solvers for all
    sizes, with the `lemmas`, if that was asked for; `sizes` are the constants of other instances
    that the diagram was computed from.
    """

    diagram: Diagram
    holds: bool
    states: int
    steps: int
    rounds: int
    prepared: Prepared
    constraints: tuple[str, ...] = ()
    conformance: Conformance | None = None
    lemmas: tuple[str, ...] = ()
    sizes: tuple[Mapping[str, str], ...] = ()
    seconds: float = 0.0

    @property
    def for_all_sizes(self) -> bool:
        """Whether the diagram covers all behaviours of all sizes, and its claims hold on it."""
        return self.holds and self.conformance is not None and self.conformance.conforms


class Computation:
    """Computes the diagram of one spec, perhaps again for more instances."""

    def __init__(self, scope: Scope, wanted: Wanted) -> None:
        self.scope, self.wanted, self.started = scope, wanted, time.monotonic()
        self.given = tuple(scope.reader.predicate(text) for text in wanted.predicates)
        self.required = tuple(scope.reader.predicates)
        if not wanted.predicates:
            scope.mine_predicates()
        self.predicates: Mapping[str, str] = dict(scope.reader.predicates)
        self.terms = self._terms(sets=not wanted.all_sizes)
        self._truth: Mapping[str, int] = {}
        self._everything = 0

    def _terms(self, sets: bool) -> Mapping[str, str]:
        if self.wanted.orderings or not self.scope.claims:
            return {text: text for text in self.wanted.orderings}
        return self.scope.mined_terms(sets)

    @property
    def left(self) -> float | None:
        """The seconds that are left."""
        if self.wanted.seconds is None:
            return None
        return max(1.0, self.started + self.wanted.seconds - time.monotonic())

    def run(self, sizes: Sequence[Mapping[str, str]] = ()) -> Computed:
        """The diagram of the model and of instances with other constants."""
        found = self._run(sizes)
        if not found.holds and self.wanted.all_sizes and not self.wanted.orderings:
            # Sets that satisfy a guard are not tried first: solvers do not get far with them.
            self.terms = self._terms(sets=True)
            found = self._run(sizes)
        return found

    def _run(self, sizes: Sequence[Mapping[str, str]]) -> Computed:
        scope, system = self.scope, self.scope.prepared.system
        observed = scope.observe(self.predicates, self.terms, ({}, *sizes), self.left)
        instance = observed.instance
        self._truth, self._everything = instance.truth, instance.everything
        require_defined(self.required, instance.truth)
        require_defined(self.wanted.orderings, instance.orderings, _USELESS)
        fairness = {a.name: a.fairness for a in observed.fair}
        extra = frozenset(fairness) - {a.name for a in system.actions}
        until = None if self.left is None else time.monotonic() + self.left
        pool = distinct(instance, self.required)
        given = tuple(p for p in self.given if p in instance.truth)
        goal = Goal(instance, scope.claims, fairness, given, pool, extra, self.wanted.nodes, until)
        found = search(goal)
        diagram = self._diagram(observed, found)
        for claim in diagram.claims:
            holds = counterexample(diagram, read_claim(diagram, claim)) is None
            assert holds or found.loop is not None, "the product agrees with the quotient"
        return Computed(
            diagram,
            found.loop is None,
            instance.states,
            len(instance.moves),
            found.rounds,
            scope.prepared,
            tuple(p.name for p in (*system.constraints, *system.action_constraints)),
            sizes=tuple(sizes),
            seconds=time.monotonic() - self.started,
        )

    def true_definitions(self) -> tuple[str, ...]:
        """The invariants of the model, and mined definitions that are true in all its states."""
        system = self.scope.prepared.system
        own = (p.name for p in system.invariants)
        bounds = {p.name for p in system.constraints}
        true = (
            text
            for name, text in self.predicates.items()
            if text.isidentifier()
            and text not in bounds
            and self._truth.get(name) == self._everything
        )
        return tuple(dict.fromkeys((*own, *true)))

    def _diagram(self, observed: Observation, found: Found) -> Diagram:
        scope, system = self.scope, self.scope.prepared.system
        texts = {a.name: None if a.plain else a.text for a in observed.fair}
        taken = {action for _, actions, _ in found.quotient.edges for action in actions}
        actions = tuple(
            Action(name, found.fairness.get(name, Fairness.NONE), texts.get(name))
            for name in dict.fromkeys([*(a.name for a in system.actions), *texts])
            if name in taken
        )
        orderings = observed.instance.orderings
        frame = Diagram(
            system.name,
            tuple(Predicate(name, self.predicates[name]) for name in found.predicates),
            actions,
            tuple(
                Ordering(name, self.terms[name], "sets" if name in observed.sets else "numbers")
                for i, name in enumerate(orderings)
                if found.orderings >> i & 1
            ),
            claims=tuple(Claim(c.name, c.text) for c in scope.claims),
            spec=scope.specification.path.name,
            parameters=tuple(
                (p.name, formula_text(p.domain, system.notation)) for p in scope.parameters
            ),
        )
        return assemble(frame, found.quotient, orderings, found.dropped)
