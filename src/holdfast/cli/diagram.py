"""`holdfast diagram`: predicate diagrams, their claims and refinements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from holdfast.cli.answer import Answer, answer_of, json_option, look_of, write_file
from holdfast.cli.options import PATH, note_spec, with_options

if TYPE_CHECKING:
    from holdfast.workbench import DiagramFile


class Flags(TypedDict):
    """The options as click passes them."""

    file: Path
    alone: bool
    write: Path | None
    detail: str | None


_OPTIONS = (
    click.argument("file", type=PATH, callback=note_spec),
    click.option("--alone", is_flag=True, help="Do not compare the diagrams with their specs."),
    click.option("--write", metavar="FILE", type=PATH, help="Write the diagrams as text."),
    click.option("--quiet", "detail", flag_value="quiet", help="Print only the verdict."),
    click.option("--verbose", "detail", flag_value="verbose", help="Print all details."),
)


@click.command(short_help="Check predicate diagrams: claims, refinements, coverage of specs.")
@with_options(*_OPTIONS)
@json_option
def command(**flags: Unpack[Flags]) -> Answer:
    """Check everything that the predicate diagrams in FILE claim.

    A diagram is a finite picture of all behaviours of a system. A claim is decided on the
    diagram, with its fairness and orderings; a refinement condition by condition. A diagram
    that names a spec must cover all its behaviours. The format is in docs/diagram.md.

    \b
    Exit codes:
      0   all of it is so
      13  a claim about a diagram without a spec, or with --alone, is violated; a
          refinement fails; a diagram does not cover its spec
      20  inconclusive; also a claim that is violated on a diagram with a spec, because
          the diagram may have more runs than the spec

    \b
    Examples:
      holdfast diagram Protocol.diagram
      holdfast diagram Protocol.diagram --alone
      holdfast diagram Protocol.diagram --json
    """
    from holdfast.workbench import load_diagrams

    file = load_diagrams(flags["file"])
    result = file.check(alone=flags["alone"])
    return answer_of(result, look_of(flags["detail"]), lambda: _write(file, flags["write"]))


def _write(file: DiagramFile, path: Path | None) -> list[str]:
    """Write the files that the options name; returns a line for each."""
    if path is None:
        return []
    write_file(path, file.text().splitlines())
    return [f"{path}: written"]
