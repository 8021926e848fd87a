"""`holdfast mine`: the relations between terms that hold in all reachable states."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from holdfast.cli.answer import (
    Answer,
    Request,
    answer_of,
    json_option,
    look_of,
    write_file,
)
from holdfast.cli.check_options import engine_options, limit_options, single_constants
from holdfast.cli.options import (
    PATH,
    ModelFlags,
    certificate_option,
    load_spec,
    model_options,
    with_options,
)
from holdfast.cli.progress import ProgressLine
from holdfast.cli.recorded import observer, record

if TYPE_CHECKING:
    from holdfast.report.mined_result import MineResult
    from holdfast.workbench import MineOptions


class Flags(ModelFlags):
    """The options as click passes them."""

    form: tuple[str, ...]
    variables: tuple[str, ...]
    by_type: tuple[str, ...]
    by_name: tuple[str, ...]
    at: tuple[str, ...]
    template: tuple[str, ...]
    all: bool
    prove: bool
    certificate: Path | None
    write: bool
    dot: Path | None
    svg: Path | None
    html: Path | None
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    detail: str | None


_FORMS = (
    "order",
    "bound",
    "difference",
    "sum",
    "congruence",
    "implication",
    "at",
    "quantified",
)
_NAMES: dict[str, Any] = {"metavar": "NAME", "multiple": True}
_OUTPUT: dict[str, Any] = {"metavar": "FILE", "type": PATH}
_CHOICE = (
    click.option(
        "--form",
        type=click.Choice(_FORMS),
        multiple=True,
        help="Look for relations of this form; all but `sum` and `at` by default.",
    ),
    click.option("--vars", "variables", **_NAMES, help="Observe this variable or term only."),
    click.option("--by-type", **_NAMES, help="Show relations between terms of this type."),
    click.option("--by-name", **_NAMES, help="Show relations with this variable or term."),
    click.option(
        "--at",
        metavar="LOCATION",
        multiple=True,
        help="Also look at this location: a label of `pc`, or a variable such as `pc`.",
    ),
    click.option(
        "--template",
        metavar="TEMPLATE",
        multiple=True,
        help="Look for this linear relation, with terms in its holes: `?x + ?y <= ?z`.",
    ),
    click.option("--all", is_flag=True, help="Show relations that others imply, too."),
    click.option("--prove", is_flag=True, help="Prove the relations, for all sizes if possible."),
)
_OUTPUTS = (
    click.option(
        "--write", is_flag=True, help="Write them to FILEMined.tla as a module, or .pml as ltl."
    ),
    click.option("--dot", **_OUTPUT, help="Write the graph of the relations for Graphviz."),
    click.option("--svg", **_OUTPUT, help="Write a drawing of the graph."),
    click.option("--html", **_OUTPUT, help="Write a page with the drawing and the result."),
    certificate_option,
)


@click.command(short_help="Find the relations that hold in all reachable states.")
@with_options(*model_options, *_CHOICE, *_OUTPUTS, *limit_options, *engine_options)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Find the relations between terms that hold in all reachable states of the spec in FILE.

    Terms are the integer-valued parts of a state: variables, fields of records, entries of
    functions, lengths and cardinalities; a Boolean is 0 or 1. The model is that of `holdfast
    check`, whose properties are not checked. Relations that others imply are left out. If the
    search is stopped, the relations that held so far are printed.

    \b
    Forms:
      order        a <= b, with = < > <= >= and #
      bound        a \\in 0..3
      difference   a - b <= 2
      sum          a + b <= c, a + b = 3
      congruence   a % 2 = 1
      implication  a => b, between Booleans
      at           any of these where a control such as `pc` has some value
      quantified   for all keys of a function: \\A i, j : i # j : x[i] < x[j]

    \b
    Exit codes: 0 all states were explored, 20 the search was stopped; others as for `check`.

    \b
    Examples:
      holdfast mine Spec.tla
      holdfast mine Spec.tla --form order --by-name ncrit --dot order.dot
      holdfast mine Spec.tla --at cs --form bound
      holdfast mine Spec.tla --template '?x + ?y <= ?z' --template '2 * ?x = ?y'
      holdfast mine Spec.tla --write
      holdfast mine Spec.tla --at pc --prove --certificate proof
      holdfast mine Spec.tla --form sum --vars queue --vars sent --json
    """
    constants = single_constants("mine", flags["const"])
    options, line = _options_of(flags), ProgressLine(sys.stderr)
    try:
        spec = load_spec(flags, constants)
        run = record(request, spec, options)
        options["progress"] = observer(request, flags["detail"], line, run)
        result = spec.mine(**options)
        run.keep(result)
    finally:
        line.clear()
    return answer_of(result, look_of(flags["detail"]), lambda: _write(result, flags))


def _options_of(flags: Flags) -> MineOptions:
    return {
        "forms": flags["form"],
        "variables": flags["variables"],
        "by_type": flags["by_type"],
        "by_name": flags["by_name"],
        "at": flags["at"],
        "templates": flags["template"],
        "all": flags["all"],
        "prove": flags["prove"],
        "max_states": flags["max_states"],
        "depth": flags["depth"],
        "seconds": flags["seconds"],
        "memory": flags["memory"],
        "allow_io": flags["allow_io"],
        "engine": flags["engine"],
        "workers": flags["workers"],
    }


def _write(result: MineResult, flags: Flags) -> list[str]:
    """Write the graph; returns a line for each file."""
    texts = {"dot": result.dot, "svg": result.svg, "html": result.html}
    written = []
    if flags["write"]:
        written.append(_write_relations(result, flags["file"]))
    for name, text in texts.items():
        path = flags[name]  # type: ignore[literal-required]  # the names are keys
        if path is not None:
            write_file(path, text().splitlines())
            written.append(f"{path}: written")
    folder = flags["certificate"]
    if folder is not None:
        written.append(f"{folder}: {_certificate(result, folder)}")
    return written


def _write_relations(result: MineResult, spec: Path) -> str:
    if spec.suffix not in (".tla", ".pml"):
        return "not written: --write is for TLA+ and Promela"
    path = spec.with_name(f"{spec.stem}Mined{spec.suffix}")
    text = result.tla() if spec.suffix == ".tla" else result.ltl()
    write_file(path, text.splitlines())
    return f"{path}: written"


def _certificate(result: MineResult, folder: Path) -> str:
    count = result.write_certificate(folder)
    if not count:
        return "not written, nothing is proved"
    return f"certificate written, {count} files; `holdfast recheck {folder}` verifies it"
