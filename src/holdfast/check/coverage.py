"""Coverage of a search: the counts of an engine, as what they say about the spec."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from holdfast.interp.counters import Counters
from holdfast.ir.coverage import ActionCoverage, Coverage, PartCoverage, SiteCoverage
from holdfast.ir.sites import Sites
from holdfast.ir.system import Action, Property, System
from holdfast.source import Span


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
    for i, (action, counts) in enumerate(zip(system.actions, actions, strict=True)):
        formula = action.formula.span
        if formula is not None and not formula.text:
            formula = None  # no part of the text, as the end of a PlusCal algorithm
        row = _row(action.name, action.span, formula, counts, spent)
        row = replace(row, parts=_merged(_parts(sites, pairs, i)))
        key = action.name, formula
        rows[key] = _sum(rows[key], row) if key in rows else row
    first = _row(*_initial(system), initial, 1.0)
    found = [
        SiteCoverage(site.span, site.role, evaluated, true if site.formula else None)
        for site, (evaluated, true) in zip(sites.all, pairs[: len(sites.all)], strict=True)
    ]
    negated = {site.span for site in sites.all if site.negated}
    ordered = tuple(sorted(found, key=_place))
    return Coverage(
        first,
        tuple(rows.values()),
        ordered,
        _outermost([s for s in ordered if _is_never_evaluated(s, sites)]),
        _innermost([s for s in ordered if _is_never_true(s) and s.span not in negated]),
        tuple(_places(system, system.invariants)),
        tuple(_places(system, (*system.action_constraints, *system.constraints))),
    )


def _parts(sites: Sites, pairs: Sequence[tuple[int, int]], index: int) -> Iterator[PartCoverage]:
    """The definitions that an action calls, unless it is named after the only one."""
    found, action = sites.parts[index], sites.system.actions[index]
    if [part.name for part, _ in found] == [action.name]:
        return
    for part, number in found:
        definition = sites.system.definitions.get(part.name)
        span = part.tree.expr.span if definition is None else definition.body.span
        yield PartCoverage(part.name, span, *pairs[number])


def _places(system: System, group: Iterable[Property]) -> Iterator[tuple[str, Span]]:
    """The definitions of properties, as far as they are definitions."""
    for each in group:
        definition = system.definitions.get(each.name)
        if definition is not None and definition.span is not None:
            yield each.name, definition.span


def _place(site: SiteCoverage) -> tuple[str, int, int]:
    """The order of sites: an outer one comes before those inside it."""
    return site.span.source.name, site.span.start, -site.span.end


def _is_never_evaluated(site: SiteCoverage, sites: Sites) -> bool:
    return not site.evaluated and not any(_is_inside(site.span, span) for span in sites.uncounted)


def _is_never_true(site: SiteCoverage) -> bool:
    return bool(site.evaluated) and site.true == 0 and site.span.text != "FALSE"


def _outermost(sites: list[SiteCoverage]) -> tuple[SiteCoverage, ...]:
    kept: list[SiteCoverage] = []
    for site in sites:
        if not kept or not _is_inside(site.span, kept[-1].span):
            kept.append(site)
    return tuple(kept)


def _innermost(sites: list[SiteCoverage]) -> tuple[SiteCoverage, ...]:
    outer = {id(a) for a, b in pairwise(sites) if _is_inside(b.span, a.span)}
    return tuple(site for site in sites if id(site) not in outer)


def _is_inside(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


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
        parts=_merged((*a.parts, *b.parts)),
    )


def _merged(parts: Iterable[PartCoverage]) -> tuple[PartCoverage, ...]:
    """One row for each definition."""
    rows: dict[tuple[str, Span | None], PartCoverage] = {}
    for part in parts:
        key = part.name, part.span
        known = rows.get(key, replace(part, evaluated=0, generated=0))
        evaluated, generated = known.evaluated + part.evaluated, known.generated + part.generated
        rows[key] = replace(part, evaluated=evaluated, generated=generated)
    return tuple(rows.values())
