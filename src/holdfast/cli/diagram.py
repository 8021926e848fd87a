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
from holdfast.cli.options import PATH, ModelFlags, load_spec, model_options, whole, with_options
from holdfast.cli.pictures import PictureFlags, picture_options, write_pictures
from holdfast.cli.progress import ProgressLine
from holdfast.cli.recorded import record, record_file

if TYPE_CHECKING:
    from holdfast.report.diagram_result import DiagramResult
    from holdfast.report.quotient_result import QuotientResult
    from holdfast.workbench import CheckOptions, ComputeOptions, DiagramOptions


class Flags(ModelFlags, PictureFlags):
    """The options as click passes them."""

    alone: bool
    predicates: tuple[str, ...]
    property: tuple[str, ...]
    orderings: tuple[str, ...]
    nodes: int
    all_sizes: bool
    lemmas: tuple[str, ...]
    group_by: tuple[str, ...]
    write: Path | None
    strengthen: bool
    certificate: Path | None
    export: Path | None
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    detail: str | None


_COMPUTED = ("predicates", "property", "orderings", "nodes")
"""The options about a computed diagram."""
_COMPARED = ("all_sizes", "lemmas", "strengthen", "certificate", "export")
"""The options about the comparison with specs."""


def _split(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Formulas separated by commas outside brackets, in one option or several."""
    from holdfast.diagram.texts import split

    return tuple(part for text in given for _, part in split(text, ",") if part)


_OPTIONS = (
    *model_options,
    click.option("--alone", is_flag=True, help="Do not compare the diagrams with their specs."),
    click.option(
        "--predicates",
        metavar="P,Q",
        multiple=True,
        callback=_split,
        help="Compute the diagram of a spec from these predicates; mined by default.",
    ),
    click.option(
        "--property",
        metavar="NAME",
        multiple=True,
        help="A temporal property that the computed diagram is to prove; may be repeated.",
    ),
    click.option(
        "--ordering",
        "orderings",
        metavar="TERM",
        multiple=True,
        help="A term that may decrease along edges; mined by default; may be repeated.",
    ),
    click.option(
        "--nodes",
        metavar="N",
        type=whole("nodes"),
        default=12,
        show_default=True,
        help="Merge nodes until there are at most so many, if the properties still hold then.",
    ),
    click.option(
        "--all-sizes",
        is_flag=True,
        help="Prove that diagrams cover their specs by solvers, for all sizes.",
    ),
    click.option(
        "--with",
        "lemmas",
        metavar="LEMMA",
        multiple=True,
        help="With --all-sizes: prove this name or formula first, and use it; may be repeated.",
    ),
    click.option(
        "--group-by",
        metavar="EXPR",
        multiple=True,
        help="Show the states of a spec, those with equal values of this as one; may be repeated.",
    ),
    click.option(
        "--infer",
        "--strengthen",
        "strengthen",
        is_flag=True,
        help="With --all-sizes: look for lemmas that exclude counterexamples.",
    ),
    click.option("--write", metavar="FILE", type=PATH, help="Write the diagrams as text."),
    click.option(
        "--certificate",
        metavar="DIR",
        type=PATH,
        help="With --all-sizes: write the diagram, and every obligation, to DIR.",
    ),
    click.option(
        "--export",
        metavar="MODULE.tla",
        type=PATH,
        help="Write the conditions that the diagram must meet as theorems of a TLA+ module.",
    ),
    *picture_options,
    *limit_options,
    *engine_options,
)


@click.command(short_help="Check or compute predicate diagrams: finite pictures of all behaviours.")
@with_options(*_OPTIONS)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Check everything that the predicate diagrams in FILE claim, or compute the diagram of a spec.

    A diagram is a finite picture of all behaviours of a system. A claim is decided on the
    diagram, with its fairness and orderings; a refinement condition by condition. A diagram
    that names a spec must cover all its behaviours. The format is in docs/diagram.md.

    If FILE is a spec, its diagram is computed from predicates, such that it proves the
    temporal properties, and printed. With --group-by, the reachable states are grouped by the
    values of any expressions instead, and nothing is checked.

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
      holdfast diagram Protocol.diagram --all-sizes --with TypeOK
      holdfast diagram Protocol.diagram --json
      holdfast diagram Protocol.diagram --svg picture.svg --text
      holdfast diagram Spec.tla --property Live --predicates "n = 0,Ready" --write Spec.diagram
      holdfast diagram Spec.tla --property Live --all-sizes --certificate proof
      holdfast diagram Spec.tla --group-by pc --html states.html
    """
    if flags["group_by"]:
        _reject(("alone", "write", *_COMPARED, *_COMPUTED), "diagrams, not for --group-by")
        return _grouped(request, flags)
    for option in ("certificate", "strengthen"):
        if flags[option] and not flags["all_sizes"]:
            name = "infer" if option == "strengthen" else option
            raise click.UsageError(f"--{name} needs --all-sizes")
    look = look_of(flags["detail"])
    compare = _checked if flags["file"].suffix == ".diagram" else _computed
    result = compare(request, flags)
    return answer_of(result, look, lambda: _write(result, flags, look.width))


def _checked(request: Request, flags: Flags) -> DiagramResult:
    """What a file of diagrams claims."""
    from holdfast.workbench import load_diagrams

    _reject((*_COMPUTED, "translate", "automaton", "wide"), "specs; FILE has diagrams already")
    _reject(("depth", "memory", "allow_io", "seed"), "--group-by")
    diagrams, options = load_diagrams(flags["file"]), _comparison(flags)
    record_file(request, flags["file"], flags, {"alone": options["alone"]})
    return diagrams.check(**options)


def _reject(names: Sequence[str], what: str) -> None:
    """Reject options that would have no effect."""
    context = click.get_current_context()
    for option in context.command.params:
        is_given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if option.name in names and is_given:
            raise click.UsageError(f"{option.opts[-1]} is for {what}")


def _computed(request: Request, flags: Flags) -> DiagramResult:
    """The diagram of a spec."""
    _reject(("alone",), "files of diagrams")
    _reject(("depth", "memory", "allow_io", "seed"), "--group-by")
    _reject(("max_states", "engine", "workers"), "files of diagrams and --group-by")
    options: ComputeOptions = {
        "predicates": flags["predicates"],
        "orderings": flags["orderings"],
        "properties": flags["property"],
        "nodes": flags["nodes"],
        "all_sizes": flags["all_sizes"],
        "seconds": flags["seconds"],
    }
    if flags["lemmas"]:
        options["lemmas"] = flags["lemmas"]
    spec = load_spec(flags, single_constants("diagram", flags["const"]))
    record(request, spec, options)
    return spec.diagram(**options)


def _comparison(flags: Flags) -> DiagramOptions:
    """How diagrams are compared with their specs."""
    return {
        "alone": flags["alone"],
        "all_sizes": flags["all_sizes"],
        "lemmas": flags["lemmas"],
        "strengthen": flags["strengthen"],
        "config": flags["config"],
        "constants": single_constants("diagram", flags["const"]),
        "search_path": flags["search_path"],
        "engine": flags["engine"],
        "max_states": flags["max_states"],
        "seconds": flags["seconds"],
        "workers": flags["workers"],
    }


def _write(result: DiagramResult, flags: Flags, width: int) -> list[str]:
    """Write the files that the options name; returns a line for each."""
    said, path = [], flags["write"]
    if path is not None:
        write_file(path, result.text(path.parent).splitlines())
        said.append(f"{path}: written")
    if flags["certificate"] is not None:
        said.append(_certify(result, flags["certificate"]))
    if flags["export"] is not None:
        said += _export(result, flags["export"], _comparison(flags))
    if flags["svg"] or flags["html"] or flags["dot"] or flags["text"]:
        page = result.html() if flags["html"] else ""
        said += write_pictures(result.pictures, page, flags, width)
    return said


def _certify(result: DiagramResult, folder: Path) -> str:
    count = result.write_certificate(folder)
    if not count:
        return f"{folder}: not written, nothing is proved for all sizes"
    return f"{folder}: certificate written, {count} files; `holdfast recheck {folder}` verifies it"


def _export(result: DiagramResult, path: Path, options: DiagramOptions) -> list[str]:
    from holdfast.workbench import export_obligations

    modules = export_obligations(result, path.stem, options)
    if not modules:
        return [f"{path}: not written, no diagram has a spec"]
    written = []
    for name, text in modules.items():
        own = path.with_name(f"{name}.tla")
        write_file(own, text.splitlines())
        written.append(f"{own}: written")
    return written


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
