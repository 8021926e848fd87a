"""`holdfast diagram`: predicate diagrams, their claims and refinements."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click
from click.core import ParameterSource

from holdfast.cli.answer import (
    Answer,
    Request,
    answer_of,
    json_option,
    look_of,
    reports_progress,
    write_file,
)
from holdfast.cli.check_options import engine_options, limit_options, single_constants
from holdfast.cli.options import PATH, ModelFlags, load_spec, model_options, with_options
from holdfast.cli.pictures import PictureFlags, picture_options, write_pictures
from holdfast.cli.progress import ProgressLine

if TYPE_CHECKING:
    from holdfast.report.diagram_result import DiagramResult
    from holdfast.report.quotient_result import QuotientResult
    from holdfast.workbench import CheckOptions, DiagramFile


class Flags(ModelFlags, PictureFlags):
    """The options as click passes them."""

    alone: bool
    group_by: tuple[str, ...]
    write: Path | None
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    detail: str | None


_OF_SPECS = (
    "config const search_path translate automaton wide max_states depth seconds memory allow_io"
    " seed engine workers"
).split()
_OPTIONS = (
    *model_options,
    click.option("--alone", is_flag=True, help="Do not compare the diagrams with their specs."),
    click.option(
        "--group-by",
        metavar="EXPR",
        multiple=True,
        help="Show the states of a spec, those with equal values of this as one; may be repeated.",
    ),
    click.option("--write", metavar="FILE", type=PATH, help="Write the diagrams as text."),
    *picture_options,
    *limit_options,
    *engine_options,
)


@click.command(short_help="Check predicate diagrams: claims, refinements, coverage of specs.")
@with_options(*_OPTIONS)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Check everything that the predicate diagrams in FILE claim.

    A diagram is a finite picture of all behaviours of a system. A claim is decided on the
    diagram, with its fairness and orderings; a refinement condition by condition. A diagram
    that names a spec must cover all its behaviours. The format is in docs/diagram.md.

    If FILE is a spec, --group-by shows its reachable states, grouped by the values of any
    expressions, and the steps between the groups. Nothing is checked.

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
      holdfast diagram Protocol.diagram --svg picture.svg --text
      holdfast diagram Spec.tla --group-by pc --html states.html
    """
    if flags["group_by"]:
        _reject(("alone", "write"), "a file of diagrams")
        return _grouped(request, flags)
    _reject(_OF_SPECS, "a spec with --group-by")
    from holdfast.workbench import load_diagrams

    file, look = load_diagrams(flags["file"]), look_of(flags["detail"])
    result = file.check(alone=flags["alone"])
    return answer_of(result, look, lambda: _write(file, result, flags, look.width))


def _reject(names: Sequence[str], what: str) -> None:
    """Reject options that would have no effect."""
    context = click.get_current_context()
    for option in context.command.params:
        is_given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if option.name in names and is_given:
            raise click.UsageError(f"{option.opts[-1]} is for {what}")


def _write(file: DiagramFile, result: DiagramResult, flags: Flags, width: int) -> list[str]:
    """Write the files that the options name; returns a line for each."""
    said, path = [], flags["write"]
    if path is not None:
        write_file(path, file.text().splitlines())
        said.append(f"{path}: written")
    if flags["svg"] or flags["html"] or flags["dot"] or flags["text"]:
        page = result.html() if flags["html"] else ""
        said += write_pictures(result.pictures, page, flags, width)
    return said


# ---- quotients ----


def _grouped(request: Request, flags: Flags) -> Answer:
    """The states of a spec, grouped."""
    constants = single_constants("diagram", flags["const"])
    line, look = ProgressLine(sys.stderr), look_of(flags["detail"])
    options: CheckOptions = {
        "max_states": flags["max_states"],
        "depth": flags["depth"],
        "seconds": flags["seconds"],
        "memory": flags["memory"],
        "allow_io": flags["allow_io"],
        "seed": flags["seed"],
        "engine": flags["engine"],
        "workers": flags["workers"],
    }
    if reports_progress(request, flags["detail"]):
        options["progress"] = line
    try:
        result = load_spec(flags, constants).group_by(flags["group_by"], **options)
    finally:
        line.clear()
    return answer_of(result, look, lambda: _write_groups(result, flags, look.width))


def _write_groups(result: QuotientResult, flags: Flags, width: int) -> list[str]:
    if not result.is_drawn:
        count = len(result.quotient.classes)
        paths = [p for p in (flags["svg"], flags["html"], flags["dot"]) if p is not None]
        return [f"{p}: not written, because there are {count:,} classes" for p in paths]
    page = result.html() if flags["html"] else ""
    # The result has the drawing in characters, with or without --text.
    own = PictureFlags(svg=flags["svg"], html=flags["html"], dot=flags["dot"], text=False)
    return write_pictures({"": result.picture}, page, own, width)
