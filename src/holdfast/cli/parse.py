"""`holdfast parse`: read specs, resolve every name, report every error."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.cli.answer import Answer, color_on, json_option, write_file
from holdfast.cli.options import SPEC_PATH
from holdfast.report.diagnostics import count_of, show_diagnostics, summarize
from holdfast.source import errors

if TYPE_CHECKING:
    from holdfast.workbench import Specification


@click.command(short_help="Read specs and report every error in them.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SPEC_PATH)
@click.option(
    "--path",
    "search_path",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Search this folder for modules, after the spec's own; may be repeated.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the diagnostics to FILE as SARIF 2.1.0.",
)
@click.option("--warnings-as-errors", is_flag=True, help="Fail if there is any warning.")
@click.option("-q", "--quiet", "detail", flag_value="quiet", help="Print diagnostics only.")
@click.option("-v", "--verbose", "detail", flag_value="verbose", help="Also list the modules read.")
@json_option
def command(
    files: tuple[Path, ...],
    search_path: tuple[Path, ...],
    sarif: Path | None,
    warnings_as_errors: bool,
    detail: str | None,
) -> Answer:
    """Read specs (TLA+ modules, with the PlusCal in them; I/O automata; Promela), and resolve every
    name.

    Modules are searched beside the file, then in each --path, then in the library of
    holdfast. A PlusCal algorithm that is not translated, or has changed since, is
    translated in memory; no file is changed. Each file has its own result; the exit code is 153
    if a file cannot be read, or else 150 if there are errors in any.

    \b
    Examples:
      holdfast parse Spec.tla
      holdfast parse *.tla --path ../lib --warnings-as-errors
      holdfast parse Spec.tla --json
      holdfast parse Spec.tla --sarif findings.sarif
    """
    from holdfast.report.loaded import describe_loaded, list_modules, parse_envelope, unrepeated

    loaded, unread = _load_all(files, search_path)
    found = unrepeated(d for each in loaded for d in each.diagnostics)
    if sarif is not None:
        from holdfast.report.sarif import show_sarif

        write_file(sarif, [show_sarif(found)])
    wrong = bool(errors(found)) or (warnings_as_errors and bool(found))
    rows = [] if detail == "quiet" else [row for each in loaded for row in describe_loaded(each)]
    if detail == "verbose":
        rows += [row for each in loaded for row in list_modules(each)]
    if found and (detail == "quiet" or len(files) > 1):
        rows.append(f"{count_of(len(files), 'file')}: {summarize(found)}")
    parts = (show_diagnostics(found, color_on(sys.stdout)), "\n".join(rows))
    text = "\n\n".join(part for part in parts if part)
    remarks = "\n".join(f"holdfast: {reason}" for reason in unread.values())
    return Answer(parse_envelope(loaded, found, wrong, unread), text, remarks)


def _load_all(
    files: tuple[Path, ...], search_path: tuple[Path, ...]
) -> tuple[list[Specification], dict[str, str]]:
    """The files that can be read, and why each of the others cannot."""
    from holdfast.report.rejection import describe_failure
    from holdfast.workbench import load

    loaded, unread = [], {}
    for file in files:
        try:
            loaded.append(load(file, search_path))
        except OSError as error:
            if len(files) == 1:
                raise
            unread[str(file)] = describe_failure(error)
    return loaded, unread
