"""`holdfast parse`: read specs, resolve every name, report every mistake."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, color_on, json_option, write_file
from holdfast.cli.options import SPEC_PATH
from holdfast.report.diagnostics import count_of, show_diagnostics, summarize
from holdfast.report.envelope import Envelope, Json
from holdfast.source import Diagnostic, errors

if TYPE_CHECKING:
    from holdfast.workbench import Loaded


@click.command(short_help="Read specs and report every mistake in them.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SPEC_PATH)
@click.option(
    "--path",
    "search_path",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Look for modules here too, after the spec's own folder; may be repeated.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the findings to FILE as SARIF 2.1.0.",
)
@click.option("--warnings-as-errors", is_flag=True, help="Fail if there is any warning.")
@click.option("-q", "--quiet", "detail", flag_value="quiet", help="Print findings only.")
@click.option("-v", "--verbose", "detail", flag_value="verbose", help="Also list what was read.")
@json_option
def command(
    files: tuple[Path, ...],
    search_path: tuple[Path, ...],
    sarif: Path | None,
    warnings_as_errors: bool,
    detail: str | None,
) -> Answer:
    """Read TLA+ modules, with the PlusCal in them, and resolve every name.

    Modules are looked for beside the file, then in each --path, then among those that
    come with holdfast. A PlusCal algorithm that is not translated, or has changed since, is
    translated in memory; no file is changed.

    \b
    Examples:
      holdfast parse Spec.tla
      holdfast parse *.tla --path ../lib --warnings-as-errors
      holdfast parse Spec.tla --json
      holdfast parse Spec.tla --sarif findings.sarif
    """
    from holdfast.workbench import load

    loaded = [load(file, search_path) for file in files]
    found = unrepeated(d for each in loaded for d in each.diagnostics)
    if sarif is not None:
        from holdfast.report.sarif import show_sarif

        write_file(sarif, [show_sarif(found)])
    wrong = bool(errors(found)) or (warnings_as_errors and bool(found))
    envelope = Envelope(
        command="parse",
        spec=str(files[0]) if len(files) == 1 else None,
        verdict="error" if wrong else None,
        diagnostics=found,
        exit=exits.PARSE if wrong else exits.OK,
        own={"files": [_file_json(each) for each in loaded]},
    )
    rows = [] if detail == "quiet" else [row for each in loaded for row in describe(each)]
    if detail == "verbose":
        rows += [row for each in loaded for row in _modules(each)]
    if found and (detail == "quiet" or len(files) > 1):
        rows.append(f"{count_of(len(files), 'file')}: {summarize(found)}")
    parts = (show_diagnostics(found, color_on(sys.stdout)), "\n".join(rows))
    return Answer(envelope, "\n\n".join(part for part in parts if part))


def unrepeated(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once, although several files may extend the module it is in."""
    places = {(d.code, d.message, d.span and d.span.location()): d for d in diagnostics}
    return tuple(places.values())


def describe(loaded: Loaded) -> list[str]:
    """A line about what was read, with the notices below it."""
    from holdfast.front.tla.names.symbols import Constant, Instance, Operator, Variable

    def count(noun: str, *kinds: type) -> str:
        number = sum(isinstance(symbol, kinds) for symbol in module.own)
        return count_of(number, noun) if number else ""

    module = loaded.spec.module
    counts = (
        count("constant", Constant),
        count("variable", Variable),
        count("definition", Operator, Instance),
    )
    has = ", ".join(filter(None, counts)) or "empty"
    row = f"{loaded.path}: {summarize(loaded.diagnostics) or 'ok'}"
    if loaded.ok:
        row += f" (module {module.name}: {has})"
    return [row, *(f"  {notice}" for notice in loaded.notices)]


def _modules(loaded: Loaded) -> list[str]:
    modules = loaded.spec.modules.items()
    width = max(len(name) for name, _ in modules)
    return [f"  {name:{width}}  {module.source.name}" for name, module in modules]


def _file_json(loaded: Loaded) -> dict[str, Json]:
    module = loaded.spec.module
    return {
        "file": str(loaded.path),
        "ok": loaded.ok,
        "module": module.name,
        "extends": [each.name for each in module.extends],
        "constants": [each.name for each in module.constants],
        "variables": [each.name for each in module.variables],
        "modules": {name: each.source.name for name, each in loaded.spec.modules.items()},
        "notices": loaded.notices,
    }
