"""From a finished search to the verdict, and to warnings about the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.check.conclusion import aliased, explained, postconditions
from holdfast.check.engine import Exploration, Search
from holdfast.interp.vacuity import tautologies
from holdfast.ir.body import assigned_in, store_sites
from holdfast.ir.levels import Level, Levels
from holdfast.ir.system import StoreSite, System
from holdfast.ir.values import Value
from holdfast.verdict import (
    Bounded,
    Exhausted,
    Failed,
    Reason,
    Trace,
    Unknown,
    Verdict,
    Violated,
)


def judge(search: Search, exploration: Exploration) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict, and warnings about the postconditions."""
    found, depth = search.verdict, exploration.options.limits.depth
    assert search.complete or found is not None, "a search that ends early has a verdict"
    if isinstance(found, Violated):
        found, notes = aliased(explained(found, exploration), exploration)
        return found, (*notes, *_false_besides(exploration, found.trace))
    if isinstance(found, Unknown) and found.cause == "depth" and depth is not None:
        found = Bounded(depth)
    elif found is not None:
        return found, ()
    wrong = next(postconditions(exploration), None)
    return wrong or _impossible(exploration, found) or found or _established(
        search, exploration
    ), ()


def _false_besides(exploration: Exploration, trace: Trace | None) -> Iterator[str]:
    """Warnings about false postconditions after a violation, which is the verdict."""
    for wrong in postconditions(exploration, trace):
        match wrong:
            case Violated(_, name):
                yield f"the postcondition {name} is false"
            case Failed(_, diagnostics):
                for d in diagnostics:
                    place = "" if d.span is None else f" ({d.span.location()})"
                    yield f"a postcondition cannot be evaluated: {d.message}{place}"
            case _:
                pass


def _impossible(exploration: Exploration, found: Bounded | None) -> Verdict | None:
    """The verdict for the formulas of `_POSSIBLE`; None if all have been true."""
    missing = exploration.possible.never_seen()
    if not missing:
        return None
    if found is not None:
        names = ", ".join(p.name for p in missing)
        reason = f"up to depth {found.depth} nothing satisfies {names}"
        return Unknown(cause="depth", reason=reason)
    why = Reason("no reachable state and no step satisfies it", missing[0].span)
    return Violated("postcondition", missing[0].name, None, why)


def _established(search: Search, exploration: Exploration) -> Verdict:
    system = exploration.system
    if system.init is not None and not search.initial:
        reason = "there is no initial state: nothing was explored or checked"
        return Unknown(cause="no-initial-state", reason=reason)
    unchecked = (*exploration.unchecked, *search.unchecked)
    pending = [each.name for each in unchecked if not each.excused]
    if pending:
        names = ", ".join(pending)
        return Unknown(cause="not-checked", reason=f"not everything was checked: {names}")
    return Exhausted()


def remarks(exploration: Exploration, search: Search, verdict: Verdict) -> Iterator[str]:
    """Warnings about the model."""
    system = exploration.system
    yield from (f"{each} is always true" for each in tautologies(system))
    yield from _cut_off(exploration, search)
    truncated = exploration.machine.context.truncated
    yield from _truncations(system, truncated)
    if truncated and isinstance(verdict, Violated):
        yield "`--wide` checks whether it is also violated if no value is truncated"
    levels = Levels.of_system(system)
    idle = dict.fromkeys(
        a.name
        for a in system.actions
        if next(assigned_in(a.body), None) is None and levels.of(a.body.expr) == Level.STATE
    )
    for name in idle:
        yield f"action `{name}` primes no variable: it says nothing about the next state"
    if isinstance(verdict, Violated) and verdict.kind == "deadlock" and verdict.reason is not None:
        yield from _bounds(verdict.reason, system)
    if isinstance(verdict, Violated) and verdict.trace is None and verdict.kind != "postcondition":
        yield "there is no trace: the search had to stop before it could be computed"


def _truncations(system: System, truncated: Mapping[StoreSite, int]) -> Iterator[str]:
    """A warning for each store that truncated a number."""
    for site in store_sites(system):
        if site not in truncated:
            continue
        text, type_, low, high, span = site
        number = truncated[site]
        kept = (number - low) % (high - low + 1) + low
        at = "" if span is None else f" ({span.location()})"
        yield f"a value was truncated: `{text}` stored {number} in {type_} as {kept}{at}"


def _cut_off(exploration: Exploration, search: Search) -> Iterator[str]:
    """A warning if a temporal property holds within constraints only."""
    system, liveness = exploration.system, exploration.liveness
    by = [p.name for p in (*system.constraints, *system.action_constraints)]
    if not by or liveness is None or not search.complete:
        return
    violated = {v.property for v in (search.verdict, *search.more) if isinstance(v, Violated)}
    names = [q.property.name for q in liveness.questions if q.property.name not in violated]
    if names:
        yield (
            f"{', '.join(names)} may be violated by a behaviour that leaves the constraint"
            f" {', '.join(by)}: such behaviours are cut off and were not checked"
        )


def tally(search: Search) -> Iterator[str]:
    """How often each property was violated, if the engine counts that."""
    found = [v for v in (search.verdict, *search.more) if isinstance(v, Violated)]
    steps = {v.property for v in found if v.kind in ("action", "assert")}
    for name, count in search.violations.items():
        what = "step" if name in steps else "state"
        yield f"{name}: {count:,} {what}{'' if count == 1 else 's'} in violation of it"


def _bounds(stuck: Reason, system: System) -> Iterator[str]:
    """Warnings about constants of the model that may cause a deadlock by disabling an action."""
    found = (
        f"the bound {name} = {value} of the model holds back {action.name}: the deadlock may be an"
        " effect of it"
        for action, reason in zip(system.actions, stuck.because, strict=True)
        for name, value in _values(reason)
        if name in system.constants and type(value) is int
    )
    yield from dict.fromkeys(found)


def _values(reason: Reason) -> Iterator[tuple[str, Value]]:
    yield from reason.values
    for part in reason.because:
        yield from _values(part)
