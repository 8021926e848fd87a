"""`holdfast ci init`: declare the results of the models at hand, and test them in CI."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, Request, json_option
from holdfast.cli.options import PATH, SECONDS
from holdfast.cli.test import SuiteLine, jobs_option
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope

if TYPE_CHECKING:
    from holdfast.suite.result import ModelResult
    from holdfast.workbench import StartedSuite


class Flags(TypedDict):
    """The options as click passes them."""

    action: str
    folder: Path
    force: bool
    jobs: int | None
    seconds: float


@click.command(short_help="Write expect.toml and a workflow file for CI.")
@click.argument("action", type=click.Choice(("init",)))
@click.argument("folder", metavar="[DIR]", default=".", type=PATH)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@jobs_option
@click.option(
    "--time",
    "seconds",
    type=SECONDS,
    default=60.0,
    show_default=True,
    help="Stop each model after this many seconds.",
)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Check the models in DIR, declare their results in DIR/expect.toml, and write
    DIR/.github/workflows/holdfast.yml, which runs `holdfast test` on GitHub.

    DIR is the root of a repository. Models whose results are declared elsewhere are left out, and
    a model without a conclusive result is a comment in expect.toml. Review that file: it declares
    what was observed. A file that exists is kept, unless --force is given.

    \b
    Examples:
      holdfast ci init
      holdfast ci init --time 300 --force
    """
    from holdfast.workbench import start_suite

    line = None if request.json else SuiteLine()
    try:
        suite = start_suite(
            flags["folder"],
            force=flags["force"],
            jobs=flags["jobs"],
            seconds=flags["seconds"],
            progress=line,
        )
    finally:
        if line is not None:
            line.clear()
    return _answer(suite)


def _answer(suite: StartedSuite) -> Answer:
    rows = [f"{path}: written" for path in suite.written]
    rows += [f"{path}: already exists; --force replaces it" for path in suite.kept]
    if suite.models:
        found = Counter(_verdict(each) for each in suite.models)
        verdicts = ", ".join(f"{number} {verdict}" for verdict, number in found.items())
        rows.append(f"{count_of(len(suite.models), 'model')}: {verdicts}")
        rows.append("next: review the declared results, then run `holdfast test`")
    elif not suite.kept:
        rows.append("there is no model without a declared result, so expect.toml is not written")
    code = exits.INTERRUPTED if suite.interrupted else exits.DIFFERENT if suite.kept else exits.OK
    reason = "interrupted; nothing was written" if suite.interrupted else rows[-1]
    envelope = Envelope(
        command="ci",
        verdict="error" if code else None,
        reason=reason if code else None,
        exit=code,
        own={
            "written": [str(path) for path in suite.written],
            "kept": [str(path) for path in suite.kept],
            "models": {each.model.name: _verdict(each) for each in suite.models},
        },
    )
    if suite.interrupted:
        return Answer(envelope, remarks=f"holdfast: {reason}")
    return Answer(envelope, "\n".join(rows))


def _verdict(tested: ModelResult) -> str:
    return "crash" if tested.observed is None else tested.observed.verdict
