"""Coverage of a search in generated code, from the counters of its workers."""

from __future__ import annotations

from holdfast.check.coverage import ActionCounts, coverage_of
from holdfast.ir.coverage import Coverage
from holdfast.ir.sites import Sites
from holdfast.native.emit.counts import PER_ACTION, PER_SITE, initial_counter
from holdfast.native.run.engine import Engine


def native_coverage(sites: Sites, engine: Engine) -> Coverage:
    """The coverage of a search in generated code."""
    system, first = sites.system, PER_SITE * len(sites)
    last = initial_counter(len(sites), len(system.actions))
    counts = engine.counts(last + 1)
    pairs = list(zip(counts[:first:2], counts[1:first:2], strict=True))
    actions = []
    for i, distinct in enumerate(engine.found()):
        at = first + PER_ACTION * i
        tried, enabled, ticks = counts[at : at + PER_ACTION]
        actions.append(ActionCounts(tried, enabled, engine.fired(i), distinct, ticks))
    initial = ActionCounts(generated=counts[last], distinct=engine.figures().initial)
    return coverage_of(sites, pairs, initial, actions)
