"""The files that `holdfast check` writes: traces, charts, graphs, coverage."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.cli.answer import write_file
from holdfast.cli.check_options import Flags

if TYPE_CHECKING:
    from holdfast.ir.coverage import Coverage
    from holdfast.report.check_result import ChartForm
    from holdfast.workbench import CheckResult


def write_files(result: CheckResult, flags: Flags) -> list[str]:
    """Write the files of the options; returns a line for each file."""
    spec = result.question.spec
    said = []
    if flags["trace"] is not None:
        said.append(_write_trace(result, flags["trace"]))
    if flags["chart"] is not None:
        said.append(_write_chart(result, flags["chart"]))
    if flags["trail"] is not None:
        said.append(_write_trail(result, flags["trail"]))
    if flags["dot"] is not None:
        from holdfast.report.dot import dot_lines

        name = Path(spec).stem
        said.append(
            _write_lines(flags["dot"], dot_lines(result.graph.kept, name, result.question.notation))
        )
    if flags["graph"] is not None:
        from holdfast.report.graph import graph_lines

        said.append(_write_lines(flags["graph"], graph_lines(result.graph.kept, spec)))
    if flags["coverage"] is not None and result.coverage is not None:
        said.append(_write_coverage(result.coverage, flags["coverage"], spec))
    return said


def _write_coverage(coverage: Coverage, place: str, spec: str) -> str:
    """Write the coverage to a file; or the text of it, for the output."""
    from holdfast.report.coverage import coverage_json, show_coverage

    if place == "-":
        return "\n" + show_coverage(coverage)
    match Path(place).suffix:
        case ".html":
            from holdfast.report.coverage_html import coverage_html

            text = coverage_html(coverage, f"Coverage of {spec}")
        case ".json":
            text = json.dumps(coverage_json(coverage), indent=2, ensure_ascii=False)
        case _:
            text = show_coverage(coverage)
    return _write_lines(Path(place), [text.removesuffix("\n")])


def _write_trace(result: CheckResult, path: Path) -> str:
    from holdfast.report.itf import show_itf
    from holdfast.report.trace import trace_of

    trace = trace_of(result.verdict)
    if trace is None:
        return f"{path}: not written, because there is no trace"
    return _write_lines(path, [show_itf(trace, result.question.spec, result.violated)])


def _write_chart(result: CheckResult, place: str) -> str:
    """Write the chart of the trace to a file; or the text of it, for the output."""
    form: ChartForm = "svg" if place.endswith(".svg") else "text"
    if place == "-" and not _prints_unicode():
        form = "ascii"
    chart = result.chart(form)
    if chart is None:
        missing = "there is no trace"
        if result.trace:
            missing = "the steps of this spec do not tell who acts"
        return f"{place}: no chart, because {missing}"
    return f"\n{chart}" if place == "-" else _write_lines(Path(place), [chart.removesuffix("\n")])


def _prints_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().startswith("utf")


def _write_trail(result: CheckResult, path: Path) -> str:
    trail = result.trail()
    if trail is None:
        missing = "there is no trace"
        if result.trace:
            missing = "this spec has no trails"
        return f"{path}: not written, because {missing}"
    return _write_lines(path, [trail.removesuffix("\n")])


def _write_lines(path: Path, lines: Iterable[str]) -> str:
    write_file(path, lines)
    return f"{path}: written"
