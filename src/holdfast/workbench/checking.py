"""Checking all reachable states, for one model or for several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import get_args

from holdfast.check.options import CheckOptions, EngineName, explore_options
from holdfast.front.document import Asked
from holdfast.front.keywords import read_keywords
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.report.check_result import CheckResult, Sweep, SweepRow
from holdfast.source import Source
from holdfast.verdict import Unknown, Violated
from holdfast.workbench.axioms import require_composable
from holdfast.workbench.grouping import group_by
from holdfast.workbench.prepared import (
    LoadedModel,
    Prepared,
    asked_of,
    constant_texts,
    prepare_asked,
    with_constants,
)
from holdfast.workbench.room import first_room, keep_room, more_room


def check(specification: LoadedModel, options: CheckOptions) -> CheckResult:
    """The implementation of `Specification.check`."""
    from holdfast.check.check import check as run

    options = read_keywords("check", options, CheckOptions, {"engine": get_args(EngineName)})
    query = replace(asked_of(specification, options), explored=True)
    asked = first_room(specification.path, query)
    prepared = _prepare(specification, asked, options)
    chosen = replace(explore_options(options), guessed=prepared.guessed)
    notes = require_composable(specification, prepared.constants, options.get("cancellation"))
    found = run(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
    while (larger := more_room(asked, prepared.room, found)) is not None:
        asked, before = larger, found.seconds
        prepared = _prepare(specification, asked, options)
        chosen = replace(chosen, limits=_left(chosen.limits, before))
        found = run(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
        found = replace(found, seconds=before + found.seconds)
    keep_room(specification.path, asked, prepared.room)
    if isinstance(found.verdict, Violated):
        from holdfast.check.refinement import with_abstract_views

        found = with_abstract_views(found, prepared.source, options.get("cancellation"))
    answer = replace(found, constants=prepared.constants, warnings=(*notes, *found.warnings))
    keeping = replace(chosen, keep_graph=True)
    return CheckResult(
        answer,
        prepared.question,
        prepared.files,
        lambda: run(prepared.system, keeping),
        lambda by: group_by(specification, by, _of_search(options)),
        loaded=with_constants(specification, options.get("constants", {})),
    )


def _of_search(options: CheckOptions) -> CheckOptions:
    """The options that say which states are explored; who observes a search may be gone."""
    later = ("progress", "cancellation", "more_invariants")
    found: CheckOptions = {**options}
    for name in later:
        found.pop(name, None)  # type: ignore[misc]  # they are keys
    return found


def _left(limits: Limits, used: float) -> Limits:
    """The limits of a search that is repeated."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(limits.seconds - used, 0.0))


def _prepare(specification: LoadedModel, asked: Asked, options: CheckOptions) -> Prepared:
    """The system to check, whose invariants include the formulas that the options add."""
    texts = options.get("more_invariants", ())
    prepared = prepare_asked(specification, asked, [Source("invariant", text) for text in texts])
    pairs = zip(texts, prepared.formulas, strict=True)
    more = tuple(Property(text, formula, span=formula.span) for text, formula in pairs)
    system = prepared.system
    return replace(prepared, system=replace(system, invariants=(*system.invariants, *more)))


def _values_of(name: str, values: object) -> Iterable[object]:
    """The values of a constant; a string is one value, not a sequence of characters."""
    if isinstance(values, str):
        return (values,)
    if not isinstance(values, Iterable) or isinstance(values, Mapping | bytes):
        raise TypeError(f"sweep(): `{name}` is a list of values, not {values!r}")
    return values


def sweep(
    specification: LoadedModel, options: CheckOptions, values: Mapping[str, Iterable[object]]
) -> Sweep:
    """The implementation of `Specification.sweep`."""
    options = read_keywords("sweep", options, CheckOptions, {"engine": get_args(EngineName)})
    names, rows = tuple(values), list[SweepRow]()
    if not names:
        raise ValueError("sweep(): there is no constant; `check` checks one instance")
    declared = specification.document.names
    for name in names:
        if name in CheckOptions.__annotations__ and name not in declared:
            raise TypeError(
                f"sweep() takes options first: sweep({{{name!r}: ...}}, CONSTANT=[...])"
            )
    for chosen in product(*(_values_of(name, values[name]) for name in names)):
        constants = dict(zip(names, chosen, strict=True))
        given = options.get("constants", {})
        all_options: CheckOptions = {**options, "constants": {**given, **constants}}
        found = check(specification, all_options)
        rows.append(SweepRow(constant_texts(specification.document, constants), found))
        if isinstance(found.verdict, Unknown) and found.verdict.cause == "cancelled":
            break
    return Sweep(names, tuple(rows))
