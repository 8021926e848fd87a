"""`holdfast trace`: is a trace, or a log, a behaviour of a spec?"""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from holdfast.cli.answer import Answer, json_option, look_of
from holdfast.cli.complete import complete_definitions
from holdfast.cli.options import (
    PATH,
    SPEC_PATH,
    ConfigFlags,
    config_options,
    detail_options,
    load_file,
    note_spec,
    whole,
    with_options,
)


class Flags(ConfigFlags):
    """The options as click passes them."""

    trace: Path
    spec: Path
    partial: bool
    between: int
    ignore: tuple[str, ...]
    invariant: tuple[str, ...]
    expr: tuple[str, ...]
    detail: str | None


_OPTIONS = (
    click.argument("trace", metavar="TRACE", type=PATH),
    click.option(
        "--spec",
        required=True,
        type=SPEC_PATH,
        callback=note_spec,
        help="The spec to validate for.",
    ),
    click.option(
        "--partial", is_flag=True, help="TRACE is a log: each line describes a part of a state."
    ),
    click.option(
        "--between",
        type=whole("between"),
        default=0,
        metavar="N",
        help="Up to N steps before each line of a log are not logged.",
    ),
    click.option(
        "--ignore", metavar="KEY", multiple=True, help="A key of a log that is not about the state."
    ),
    click.option(
        "--invariant",
        metavar="NAME|EXPR",
        multiple=True,
        shell_complete=complete_definitions,
        help="Check this in all its states.",
    ),
    click.option("--expr", metavar="EXPR", multiple=True, help="Show the value in each state."),
    *config_options,
    *detail_options,
)


@click.command(short_help="Validate a trace or a log against a spec.")
@with_options(*_OPTIONS)
@json_option
def command(**flags: Unpack[Flags]) -> Answer:
    """Decide whether TRACE is a behaviour of the spec: its first state is an initial state, and
    each step is a step of the spec or changes nothing.

    TRACE is a file in ITF, as `holdfast check --trace` and Apalache write it, or the JSON of
    TLC's -dumpTrace. A file with the extension .ndjson or .jsonl, or any file with --partial, is
    a log: lines of JSON, each of which describes a part of a state (see docs/trace.md).

    Exit codes: 0 it is a behaviour; 13 it is not; 12 an invariant of --invariant is violated.

    \b
    Examples:
      holdfast check Spec.tla --trace bug.itf.json
      holdfast trace bug.itf.json --spec Spec.tla
      holdfast trace bug.itf.json --spec Spec.tla --expr 'Cardinality(msgs)' --invariant TypeOK
      holdfast trace server.ndjson --spec Spec.tla --between 2
    """
    from holdfast.check.trace_file import LOG_EXTENSIONS
    from holdfast.report.validated import show_validated, validated_envelope

    partial = flags["partial"] or flags["trace"].name.endswith(LOG_EXTENSIONS)
    if not partial and (flags["between"] or flags["ignore"]):
        raise click.UsageError("--between and --ignore are for logs (--partial)")
    result = load_file(flags["spec"], flags).validate(
        flags["trace"],
        partial=partial,
        between=flags["between"],
        ignore=flags["ignore"],
        invariants=flags["invariant"],
        expressions=flags["expr"],
    )
    return Answer(validated_envelope(result), show_validated(result, look_of(flags["detail"])))
