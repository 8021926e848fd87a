"""`holdfast infer`: find the inductive invariant behind a property, and prove it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from holdfast.cli.answer import Answer, Request, json_option, look_of, refusal, written
from holdfast.cli.infer_progress import InferLine
from holdfast.cli.options import (
    certificate_option,
    detail_options,
    model_options,
    solving_options,
    with_options,
)
from holdfast.report.envelope import Envelope
from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.workbench import InferOptions, InferResult


_NOTHING: dict[str, Any] = {"invariant": [], "proof": None}
"""What stands in the answer if the inference cannot begin."""


class Flags(TypedDict):
    """The options as click passes them."""

    file: Path
    config: Path | None
    const: tuple[tuple[str, str], ...]
    search_path: tuple[Path, ...]
    translate: bool
    property: str | None
    lemmas: Path | None
    grammar: Path | None
    show_grammar: bool
    selection: str
    algorithm: str
    n_lemmas: int
    n_ctis: int
    seconds: float
    seed: int
    workers: int | None
    no_cache: bool
    write: bool
    graph: Path | None
    certificate: Path | None
    detail: str | None


_OPTIONS = (
    *model_options,
    click.option(
        "--property",
        metavar="NAME",
        help="The invariant to prove; the model's last one, if left out.",
    ),
    click.option(
        "--lemmas",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Formulas that may be used as lemmas, one on a line.",
    ),
    click.option(
        "--grammar",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="More atoms, one on a line: `n, m \\in Node : f(n) = g(m)`.",
    ),
    click.option("--show-grammar", is_flag=True, help="Print the grammar that was mined and stop."),
    click.option(
        "--selection",
        type=click.Choice(("cheapest", "greedy")),
        default="cheapest",
        show_default=True,
        help="How lemmas are chosen in the end.",
    ),
    click.option(
        "--algorithm",
        type=click.Choice(("holdfast", "endive")),
        default="holdfast",
        show_default=True,
        help="How to search; endive samples candidates and states, as published.",
    ),
    click.option(
        "--n-lemmas",
        type=click.IntRange(1),
        default=15_000,
        show_default=True,
        help="For endive: how many candidates a round samples.",
    ),
    click.option(
        "--n-ctis",
        type=click.IntRange(1),
        default=50_000,
        show_default=True,
        help="For endive: how many states a round samples.",
    ),
    click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0, min_open=True),
        default=300.0,
        show_default=True,
        help="Stop after so many seconds.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="For random choices."),
    *solving_options,
    click.option("--write", is_flag=True, help="Write NAMEIndInv.tla beside the spec NAME.tla."),
    click.option(
        "--graph",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write the proof graph: FILE.svg, FILE.html, or FILE.dot for Graphviz.",
    ),
    certificate_option,
    *detail_options,
)


@click.command(short_help="Find an inductive invariant for a property, and prove it.")
@with_options(*_OPTIONS)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Find lemmas that make a property of the spec in FILE inductive, and prove it.

    Atoms are mined from the spec, states of several sizes are sampled, and lemmas are chosen by
    counterexamples to induction. What is found is proved for all sizes of the constant sets where
    that is possible, and for the model's constants otherwise; the answer says which. If the
    property is violated, the answer is the trace.

    \b
    Exit codes: 0 proved; 12 the property is violated; 20 not proved, with the lemmas found so far
    and the step that is open; 75 and 150 to 153 as in check.

    \b
    Examples:
      holdfast infer Spec.tla
      holdfast infer Spec.tla --property Safety --write
      holdfast infer Spec.tla --show-grammar
      holdfast infer Spec.tla --lemmas mine.txt --time 60 --json
      holdfast infer Spec.tla --graph why.svg --certificate proof
    """
    from holdfast.workbench import load

    line = InferLine(sys.stderr)
    try:
        options = _options(flags)
        if not request.json and flags["detail"] != "quiet":
            options["progress"] = line
        constants = dict(flags["const"])
        spec = load(
            flags["file"],
            flags["search_path"],
            config=flags["config"],
            constants=constants,
            translate=flags["translate"],
        )
        if flags["show_grammar"]:
            text = spec.grammar(**options)
            own = {"grammar": text.splitlines()}
            return Answer(Envelope(command="infer", spec=str(flags["file"]), own=own), text)
        result = spec.infer(**options)
    except SpecError as error:
        return refusal("infer", error, flags["file"], _NOTHING)
    finally:
        line.clear()
    return _answer(result, flags)


def _options(flags: Flags) -> InferOptions:
    options: InferOptions = {
        "selection": flags["selection"],
        "algorithm": flags["algorithm"],
        "n_lemmas": flags["n_lemmas"],
        "n_ctis": flags["n_ctis"],
        "seconds": flags["seconds"],
        "seed": flags["seed"],
        "workers": flags["workers"],
        "remember": not flags["no_cache"],
    }
    if flags["property"] is not None:
        options["property"] = flags["property"]
    if flags["lemmas"] is not None:
        options["lemmas"] = _lines(flags["lemmas"])
    if flags["grammar"] is not None:
        options["grammar"] = _lines(flags["grammar"])
    return options


def _lines(path: Path) -> tuple[str, ...]:
    """The formulas of a file: one on a line, without comments."""
    rows = [row.split("\\*")[0].strip() for row in path.read_text(encoding="utf-8").splitlines()]
    return tuple(row for row in rows if row)


def _answer(result: InferResult, flags: Flags) -> Answer:
    from holdfast.report.inferred_json import inferred_envelope

    envelope = inferred_envelope(result.inferred, result.question)
    envelope, files = written(envelope, lambda: _written(result, flags))
    look = look_of(flags["detail"])
    text = result.show(look)
    if result.outcome == "unknown" and len(result.invariant) > 1 and not flags["no_cache"]:
        files = [*files, "The next run begins with these lemmas, unless it is given --no-cache."]
    return Answer(envelope, text if look.quiet else "\n".join([text, *files]))


def _written(result: InferResult, flags: Flags) -> list[str]:
    """Write the files that are asked for; tells what was written, and what was not and why."""
    found = []
    graph, folder = flags["graph"], flags["certificate"]
    if flags["write"]:
        path = flags["file"].with_name(f"{result.module}IndInv.tla")
        if result.invariant:
            path.write_bytes(result.tla.encode())
        what = f"{result.invariant_name} written" if result.invariant else "not written"
        found.append(f"{path}: {what}")
    if graph is not None:
        text = {".svg": result.svg, ".html": result.html}.get(graph.suffix.lower(), result.dot)
        if text:
            graph.write_bytes(text.encode())
        found.append(f"{graph}: {'the proof graph' if text else 'not written, there is no graph'}")
    if folder is not None:
        found.append(f"{folder}: {_certificate(result, folder)}")
    return found


def _certificate(result: InferResult, folder: Path) -> str:
    from holdfast.prove.certificate import write_certificate

    proof = result.inferred.proof
    if not result.ok or proof is None:
        return "not written, nothing is proved"
    count = write_certificate(proof, result.question.spec, folder)
    return f"certificate written, {count} files; `holdfast recheck {folder}` verifies it"
