"""Simulating random behaviours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from holdfast.check.options import CheckOptions, EngineName
from holdfast.check.simulate_options import SimulateOptions
from holdfast.check.simulation import (
    DEPTH,
    TRACES,
    Counted,
    Simulated,
    SimulationOptions,
)
from holdfast.front.keywords import read_keywords, require_known, require_whole
from holdfast.report.simulation_result import SimulateResult
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.verdict import Failed, Violated
from holdfast.workbench.prepared import (
    LoadedModel,
    Prepared,
    asked_of,
    prepare_asked,
    with_constants,
)

if TYPE_CHECKING:
    from holdfast.verdict import Trace


def simulate(
    specification: LoadedModel, traces: int | None, options: SimulateOptions
) -> SimulateResult:
    """The implementation of `Specification.simulate`."""
    choices = {"engine": get_args(EngineName)}
    for name in options:
        require_known("simulate", name, ("traces", *SimulateOptions.__annotations__))
    options = read_keywords("simulate", options, SimulateOptions, choices)
    require_whole("simulate", "traces", traces)
    texts = tuple(options.get("count", ()))
    prepared = _prepared(specification, options, texts)
    chosen = _chosen(prepared, traces, options, texts)
    answer = _run(prepared, chosen, options)
    # The same behaviours again, for a formula that was not counted or for their states.
    again = replace(chosen, traces=answer.statistics.behaviours, seconds=None)

    def count(text: str) -> Simulated:
        with_formula = _prepared(specification, options, (text,))
        counted = _counted(with_formula, (text,))
        return _run(with_formula, replace(again, counted=counted), {})

    def behaviours(number: int) -> Iterator[Trace]:
        from holdfast.check.simulate_interp import behaviour_traces

        # The last one is the trace of the violation, if there is one.
        most = answer.statistics.behaviours - isinstance(answer.verdict, Violated | Failed)
        return behaviour_traces(prepared.system, again, max(0, min(number, most)))

    loaded = with_constants(specification, options.get("constants", {}))
    return SimulateResult(
        answer, prepared.question, prepared.files, count, behaviours, loaded=loaded
    )


def _prepared(
    specification: LoadedModel, options: SimulateOptions, texts: tuple[str, ...]
) -> Prepared:
    asked: CheckOptions = {
        "constants": options.get("constants", {}),
        "invariants": options.get("invariants", ()),
        "properties": options.get("properties", ()),
    }
    if "alias" in options:
        asked["alias"] = options["alias"]
    if "deadlock" in options:
        asked["deadlock"] = options["deadlock"]
    sources = [Source("--count", "\n" * i + text) for i, text in enumerate(texts)]
    more = options.get("more_invariants", ())
    sources += [Source("invariant", text) for text in more]
    query = replace(asked_of(specification, asked), actions=True)
    return _with_invariants(prepare_asked(specification, query, sources), more)


def _with_invariants(prepared: Prepared, more: Sequence[str]) -> Prepared:
    """The last formulas become invariants; raises SpecError if one is an action."""
    from holdfast.ir.levels import Level, Levels
    from holdfast.ir.system import Property

    system, first = prepared.system, len(prepared.formulas) - len(more)
    counted, added = prepared.formulas[:first], prepared.formulas[first:]
    level = Levels.of_system(system).of
    for e in added:
        if level(e) > Level.STATE:
            message = "this formula is an action, but a state predicate is required"
            raise SpecError(Diagnostic("model-property-form", message, e.span))
    properties = (Property(text, e, span=e.span) for text, e in zip(more, added, strict=True))
    system = replace(system, invariants=(*system.invariants, *properties))
    return replace(prepared, system=system, formulas=counted)


def _counted(prepared: Prepared, texts: tuple[str, ...]) -> tuple[Counted, ...]:
    from holdfast.ir.levels import Level, Levels

    level = Levels.of_system(prepared.system).of
    rows = zip(texts, prepared.formulas, strict=True)
    return tuple(Counted(text, e, level(e) == Level.ACTION) for text, e in rows)


def _chosen(
    prepared: Prepared, traces: int | None, options: SimulateOptions, texts: tuple[str, ...]
) -> SimulationOptions:
    seconds = options.get("seconds")
    return SimulationOptions(
        traces if traces is not None or seconds is not None else TRACES,
        options.get("depth", DEPTH),
        seconds,
        options.get("seed", 0),
        _counted(prepared, texts),
        options.get("allow_io", False),
        options.get("engine", "auto"),
        options.get("workers"),
    )


def _run(prepared: Prepared, chosen: SimulationOptions, options: SimulateOptions) -> Simulated:
    from holdfast.check.simulate import simulate as run

    found = run(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
    return replace(found, constants=prepared.constants)
