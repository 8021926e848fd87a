"""`holdfast test`: run all models that declare their expected results."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from holdfast.cli.answer import (
    Answer,
    Request,
    answer_of,
    json_option,
    look_of,
    reports_progress,
    write_file,
)
from holdfast.cli.options import PATH, SECONDS, read_memory, whole, with_options
from holdfast.cli.status_line import StatusLine

if TYPE_CHECKING:
    from holdfast.suite.result import ModelResult
    from holdfast.workbench import SuiteResult


class Flags(TypedDict):
    """The options as click passes them."""

    paths: tuple[Path, ...]
    patterns: tuple[str, ...]
    jobs: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    update: bool
    junit: Path | None
    sarif: Path | None
    detail: str | None


jobs_option = click.option("--jobs", type=whole("jobs"), help="How many models run in parallel.")

test_options = with_options(
    click.argument("paths", metavar="[DIR|FILE]...", nargs=-1, type=PATH),
    click.option(
        "-k",
        "patterns",
        metavar="PATTERN",
        multiple=True,
        help="Only models with this in their name; may be repeated, and have * and ?.",
    ),
    jobs_option,
    click.option(
        "--time",
        "seconds",
        type=SECONDS,
        help="Stop each model after this many seconds, unless it declares a limit.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        callback=read_memory,
        help="Stop a model that uses more memory than this, such as 2G.",
    ),
    click.option("--allow-io", is_flag=True, help="Let the specs use files and run commands."),
    click.option("--update", is_flag=True, help="Write the observed counts into expect.toml."),
    click.option("--junit", metavar="FILE", type=PATH, help="Also write the results as JUnit XML."),
    click.option(
        "--sarif", metavar="FILE", type=PATH, help="Also write what differs as SARIF 2.1.0."
    ),
    click.option("-q", "--quiet", "detail", flag_value="quiet", help="Print what differs only."),
)


class SuiteLine:
    """The progress of a suite on standard error."""

    def __init__(self) -> None:
        self.line = StatusLine(sys.stderr)
        self.clear = self.line.clear

    def __call__(self, tested: ModelResult, done: int, total: int) -> None:
        """Print which model is done."""
        self.line.tell(f"{done} of {total} models, last {tested.model.name}: {tested.status}")


@click.command(short_help="Run all models that declare their results.")
@test_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Run every model that declares its expected result, and compare.

    Models are searched in the given folders and files, by default in the current folder. A result
    is declared in a file expect.toml, in a configuration (`EXPECT SafetyFailure`, or the comment
    `\\* EXPECT: SafetyFailure`, which TLC ignores), or in a manifest.json of the TLA+ examples; see
    docs/test.md. A model that declares nothing is listed, not run, and not counted as passed.

    Each model runs in a process of its own. Ctrl-C prints a partial table.

    \b
    Exit codes: 0 all results are the expected ones; 1 a result differs, or a model or its
    declaration has an error; 20 a result is inconclusive, or there is no model; 23 an expected
    violation is no longer found; 130 interrupted.

    \b
    Examples:
      holdfast test
      holdfast test specs/ -k Paxos --jobs 2 --time 60
      holdfast test --junit results.xml --sarif results.sarif
      holdfast test specs/ --update
    """
    from holdfast.workbench import test

    line = SuiteLine()
    try:
        result = test(
            flags["paths"] or ".",
            patterns=flags["patterns"],
            jobs=flags["jobs"],
            seconds=flags["seconds"],
            memory=flags["memory"],
            allow_io=flags["allow_io"],
            update=flags["update"],
            progress=line if reports_progress(request, flags["detail"]) else None,
        )
    finally:
        line.clear()
    return answer_of(
        result, look_of(flags["detail"]), lambda: _write(result, flags), *_notes(result)
    )


def _write(result: SuiteResult, flags: Flags) -> list[str]:
    """Write the files of the options; returns a line for each file."""
    said = []
    if flags["junit"] is not None:
        from holdfast.report.junit import show_junit

        write_file(flags["junit"], [show_junit(result)])
        said.append(f"{flags['junit']}: written")
    if flags["sarif"] is not None:
        from holdfast.report.sarif import show_sarif

        write_file(flags["sarif"], [show_sarif(result.diagnostics)])
        said.append(f"{flags['sarif']}: written")
    return said


def _notes(result: SuiteResult) -> list[str]:
    """The annotations of GitHub, if this runs there."""
    if os.environ.get("GITHUB_ACTIONS") != "true" or not result.diagnostics:
        return []
    from holdfast.report.annotations import show_annotations

    return [show_annotations(result.diagnostics)]
