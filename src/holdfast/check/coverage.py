"""Coverage of a search: the counts of an engine, as what they say about the spec."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from holdfast.interp.counters import Counters
from holdfast.ir.sites import Sites
from holdfast.ir.system import Action, System
from holdfast.native.emit.counts import PER_ACTION, PER_SITE, initial_counter
from holdfast.source import Span
from holdfast.verdict import ActionCoverage, Coverage, SiteCoverage

if TYPE_CHECKING:
    from holdfast.native.run.engine import Engine


@dataclass(slots=True)
class ActionCounts:
    """The counts of one action; `time` is in any unit."""

    tried: int = 0
    enabled: int = 0
    generated: int = 0
    distinct: int = 0
    time: float = 0.0


class Profile:
    """What the interpreter counts during a search."""

    def __init__(self, system: System, counters: Counters) -> None:
        self.system, self.counters = system, counters
        self.initial = ActionCounts()
        self.by_action = {id(action): ActionCounts() for action in system.actions}
        self._began = 0.0

    def begin(self) -> None:
        """An action is tried in a state."""
        self._began = time.perf_counter()

    def end(self, action: Action, generated: int) -> None:
        """All states that it generated have been looked at."""
        counts = self.by_action[id(action)]
        counts.tried += 1
        counts.enabled += generated > 0
        counts.generated += generated
        counts.time += time.perf_counter() - self._began

    def found(self, action: Action | None) -> None:
        """A state was reached for the first time, by an action or initially."""
        counts = self.initial if action is None else self.by_action[id(action)]
        counts.distinct += 1

    def coverage(self) -> Coverage:
        """What the counts say about the spec."""
        rows = [self.by_action[id(action)] for action in self.system.actions]
        counters = self.counters
        pairs = list(zip(counters.evaluated, counters.true, strict=True))
        return coverage_of(counters.sites, pairs, self.initial, rows)


def native_coverage(sites: Sites, engine: Engine) -> Coverage:
    """The coverage of a search in generated code."""
    system, first = sites.system, PER_SITE * len(sites)
    last = initial_counter(len(sites), len(system.actions))
    counts = engine.counts(last + 1)
    pairs = list(zip(counts[:first:2], counts[1:first:2], strict=True))
    actions = [
        ActionCounts(tried, enabled, engine.fired(i), distinct, ticks)
        for i, (tried, enabled, ticks, distinct) in enumerate(
            zip(
                counts[first:last:PER_ACTION],
                counts[first + 1 : last : PER_ACTION],
                counts[first + 2 : last : PER_ACTION],
                engine.found(),
                strict=True,
            )
        )
    ]
    figures = engine.figures()
    initial = ActionCounts(generated=counts[last], distinct=figures.initial)
    return coverage_of(sites, pairs, initial, actions)


def coverage_of(
    sites: Sites,
    pairs: Sequence[tuple[int, int]],
    initial: ActionCounts,
    actions: Sequence[ActionCounts],
) -> Coverage:
    """The coverage of a search, from its counts by site and by action."""
    system = sites.system
    spent = sum(counts.time for counts in actions) or 1.0
    rows: dict[tuple[str, Span | None], ActionCoverage] = {}
    for action, counts in zip(system.actions, actions, strict=True):
        formula = action.formula.span
        row = _row(action.name, action.span, formula, counts, spent)
        key = action.name, formula
        rows[key] = _sum(rows[key], row) if key in rows else row
    found = [
        SiteCoverage(site.span, site.role, evaluated, true if site.formula else None)
        for site, (evaluated, true) in zip(sites.all, pairs, strict=True)
    ]
    first = _row(*_initial(system), initial, 1.0)
    return Coverage(first, tuple(rows.values()), tuple(sorted(found, key=_place)))


def _place(site: SiteCoverage) -> tuple[str, int, int]:
    return site.span.source.name, site.span.start, -site.span.end


def _initial(system: System) -> tuple[str, Span | None, Span | None]:
    """The definition of the initial predicate, if it is one."""
    formula = None if system.init is None else system.init.expr.span
    for name, definition in system.definitions.items():
        if formula is not None and definition.body.span == formula:
            return name, definition.span, formula
    return "Init", formula, formula


def _row(
    name: str, span: Span | None, formula: Span | None, counts: ActionCounts, spent: float
) -> ActionCoverage:
    return ActionCoverage(
        name,
        span,
        formula,
        counts.tried,
        counts.enabled,
        counts.generated,
        counts.distinct,
        counts.time / spent,
    )


def _sum(a: ActionCoverage, b: ActionCoverage) -> ActionCoverage:
    """One row for a disjunct that occurs twice in the next-state relation."""
    return replace(
        a,
        tried=a.tried + b.tried,
        enabled=a.enabled + b.enabled,
        generated=a.generated + b.generated,
        distinct=a.distinct + b.distinct,
        share=a.share + b.share,
    )
