"""Suites: run all models that declare their results, and start a suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import TypeAlias, TypedDict, Unpack

from holdfast.front.files import ON_DISK
from holdfast.front.keywords import read_keywords
from holdfast.report.suite import SuiteResult
from holdfast.source import SpecError
from holdfast.suite.discover import EXPECTATIONS, bare_specs, find_models
from holdfast.suite.expectation import Expectation
from holdfast.suite.model import SuiteModel
from holdfast.suite.result import ModelResult, judged
from holdfast.suite.workflow import WORKFLOW, WORKFLOW_TEXT
from holdfast.suite.write_toml import (
    is_conclusive,
    observed_counts,
    show_expectations,
    with_counts,
)
from holdfast.workbench.files import write_text
from holdfast.workbench.suite_run import RunOptions, SuiteProgress, run_suite

AnyPath: TypeAlias = str | PathLike[str]


class TestOptions(TypedDict, total=False):
    """The options of `test`.

    `patterns` select models by their names. `jobs` models run at a time, as many as there are
    processors by default. `seconds` and `memory` (bytes) limit each model; `allow_io` lets the
    specs use files and run commands. With `update` the observed counts are written into
    `expect.toml`. `progress` is called for each model.
    """

    patterns: Sequence[str]
    jobs: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    update: bool
    progress: SuiteProgress | None


def test(
    paths: AnyPath | Sequence[AnyPath] = ".",  # noqa: PT028  # this is not a test of pytest
    **options: Unpack[TestOptions],
) -> SuiteResult:
    """Run every model in these folders and files that declares its result, and compare.

    Ctrl-C ends the run with a partial result. Raises OSError if a path does not exist.
    """
    started = perf_counter()
    options = read_keywords("test", options, TestOptions, {})
    given = [paths] if isinstance(paths, str | PathLike) else paths
    found = find_models([Path(path) for path in given])
    models = [model for model in found if _is_selected(model, options.get("patterns", ()))]
    results, interrupted = run_suite(
        models,
        options.get("jobs"),
        RunOptions(options.get("seconds"), options.get("memory"), options.get("allow_io", False)),
        options.get("progress"),
    )
    updated: list[str] = []
    if options.get("update") and not interrupted:
        results, updated = _update(results)
    return SuiteResult(tuple(results), interrupted, perf_counter() - started, tuple(updated))


test.__test__ = False  # type: ignore[attr-defined]  # pytest collects functions of this name


def _is_selected(model: SuiteModel, patterns: Sequence[str]) -> bool:
    """Whether a pattern is part of the model's name, or matches it if it has wildcards."""
    name = model.name.casefold()
    return not patterns or any(
        fnmatch(name, f"*{p.casefold()}*") if any(c in p for c in "*?[") else p.casefold() in name
        for p in patterns
    )


def _update(results: Sequence[ModelResult]) -> tuple[list[ModelResult], list[str]]:
    """Write the counts of results whose verdict is the expected one, and compare again."""
    new = list(results)
    counts: dict[str, dict[int, dict[str, int]]] = {}
    for index, tested in enumerate(results):
        model, observed = tested.model, tested.observed
        if model.entry is None or model.declared is None or model.expected is None:
            continue
        free = replace(model, expected=_without_counts(model.expected))
        if observed is None or judged(free, observed).status != "ok":
            continue
        found = observed_counts(tested)
        # The keys are the same in both: `trace` and the counts.
        expected = replace(model.expected, **found)  # type: ignore[arg-type]
        if expected != model.expected:
            counts.setdefault(model.declared.source.name, {})[model.entry] = found
            new[index] = judged(replace(model, expected=expected), observed)
    updated = []
    for name, entries in counts.items():
        try:
            write_text(Path(name), with_counts(ON_DISK.source(Path(name)), entries))
            updated.append(name)
        except SpecError as error:
            new = [_not_updated(each, name, error) for each in new]
    return new, updated


def _not_updated(tested: ModelResult, name: str, error: SpecError) -> ModelResult:
    """The result of a model in a file that cannot be updated."""
    declared = tested.model.declared
    if declared is None or declared.source.name != name:
        return tested
    return replace(tested, status="error", diagnostics=tuple(error.diagnostics))


def _without_counts(expected: Expectation) -> Expectation:
    return replace(expected, trace=None, generated=None, distinct=None, depth=None)


@dataclass(frozen=True, slots=True)
class StartedSuite:
    """The files of a new suite: those that were written, and those that were there already."""

    written: tuple[Path, ...]
    kept: tuple[Path, ...]
    models: tuple[ModelResult, ...]
    interrupted: bool = False


def start_suite(
    folder: AnyPath = ".",
    *,
    force: bool = False,
    jobs: int | None = None,
    seconds: float | None = None,
    progress: SuiteProgress | None = None,
) -> StartedSuite:
    """Write `expect.toml` with the results of the models in a folder, and a workflow file.

    Models that are declared elsewhere are left out. A file that exists is kept unless `force`.
    """
    folder = Path(folder)
    target, workflow = folder / EXPECTATIONS, folder / WORKFLOW
    kept = [path for path in (target, workflow) if path.exists() and not force]
    tested: list[ModelResult] = []
    interrupted = False
    if target not in kept:
        found = find_models([folder])
        models = [_undeclared(m) for m in found if _is_open(m, target)] + bare_specs(folder, found)
        tested, interrupted = run_suite(models, jobs, RunOptions(seconds), progress)
        tested = [each for each in tested if each.model.config or _is_a_model(each)]
    if interrupted:
        return StartedSuite((), (), tuple(tested), interrupted)
    texts = {target: show_expectations(tested, folder), workflow: WORKFLOW_TEXT}
    written = [path for path in texts if path not in kept and (path != target or tested)]
    for path in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, texts[path])
    return StartedSuite(tuple(written), tuple(kept), tuple(tested))


def _is_open(model: SuiteModel, target: Path) -> bool:
    """Whether a model is undeclared, or declared in the file that will be replaced."""
    if model.status is not None or model.declared is None:
        return model.status == "undeclared"
    return Path(model.declared.source.name).resolve() == target.resolve()


def _is_a_model(tested: ModelResult) -> bool:
    """Whether a spec without a configuration can be checked: a library module has no state."""
    observed = tested.observed
    return observed is not None and is_conclusive(tested) and observed.distinct > 0


def _undeclared(model: SuiteModel) -> SuiteModel:
    """The model as it is run without an expectation."""
    return replace(model, status=None, expected=None, declared=None)
