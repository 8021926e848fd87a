"""`holdfast simulate`: random behaviours of a model, and how often something occurs in them."""

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
from holdfast.cli.check_options import (
    engine_options,
    property_options,
    single_constants,
    time_option,
)
from holdfast.cli.options import PATH, ModelFlags, load_spec, model_options, whole, with_options
from holdfast.cli.recorded import next_step, observer, record
from holdfast.cli.status_line import StatusLine
from holdfast.report.progress import simulation_text

if TYPE_CHECKING:
    from holdfast.check.simulation import SimulationProgress
    from holdfast.workbench import SimulateOptions, SimulateResult

_MOST_FILES = 100
"""How many behaviours are written to a folder."""


class Flags(ModelFlags):
    """The options as click passes them."""

    invariant: tuple[str, ...]
    properties: tuple[str, ...]
    alias: str | None
    no_deadlock: bool
    traces: int | None
    depth: int
    seconds: float | None
    count: tuple[str, ...]
    itf: Path | None
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    detail: str | None


_POSITIVE: dict[str, Any] = {"metavar": "N", "type": whole("traces")}
_SAMPLE = (
    click.option(
        "--traces",
        **_POSITIVE,
        help="Simulate this many behaviours; 10,000, or without end if --time is given.",
    ),
    click.option(
        "--depth",
        **_POSITIVE,
        default=100,
        show_default=True,
        help="End a behaviour after this many steps.",
    ),
    time_option,
    click.option(
        "--count",
        metavar="FORMULA",
        multiple=True,
        help="Estimate how often this state predicate or action is true; may be repeated.",
    ),
    click.option(
        "--itf",
        metavar="PATH",
        type=PATH,
        help=f"Write the first {_MOST_FILES} behaviours to a folder, or one trace to FILE.json.",
    ),
)


@click.command(short_help="Simulate random behaviours and check properties.")
@with_options(*model_options, *property_options, *_SAMPLE, *engine_options)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Simulate random behaviours of the spec in FILE and check the properties of its model.

    A behaviour begins in a random initial state, and goes on to a successor by a random action
    until it has --depth steps or there is none. The model is that of `holdfast check`. The first
    violation ends the simulation. Without one, nothing is said about other behaviours. Temporal
    properties are not checked. The same seed gives the same behaviours, on any number of
    processors.

    \b
    Exit codes: those of `holdfast check`; 0 if there is no violation in what was simulated, 20 if
    it was interrupted.

    \b
    Examples:
      holdfast simulate Spec.tla
      holdfast simulate Spec.tla --time 600 --depth 200
      holdfast simulate Spec.tla --traces 1000 --seed 7 --itf behaviours
      holdfast simulate Spec.tla --count 'queue = <<>>' --count "n' > n"
    """
    constants = single_constants("simulate", flags["const"])
    options, line = _options_of(flags), ProgressLine(StatusLine(sys.stderr))
    try:
        spec = load_spec(flags, constants)
        run = record(request, spec, {**options, "traces": flags["traces"]})
        options["progress"] = observer(request, flags["detail"], line, run)
        result = spec.simulate(flags["traces"], **options)
    finally:
        line.clear()
    noted = next_step(run, result)
    return answer_of(result, look_of(flags["detail"]), lambda: _write(result, flags), *noted)


class ProgressLine:
    """Prints the progress of a simulation."""

    def __init__(self, line: StatusLine) -> None:
        self.line = line
        self.clear = line.clear

    def __call__(self, progress: SimulationProgress) -> None:
        """Print the progress, if the interval has passed."""
        self.line.tell(simulation_text(progress))


def _options_of(flags: Flags) -> SimulateOptions:
    options: SimulateOptions = {
        "invariants": flags["invariant"],
        "properties": flags["properties"],
        "alias": flags["alias"],
        "depth": flags["depth"],
        "seconds": flags["seconds"],
        "count": flags["count"],
        "allow_io": flags["allow_io"],
        "seed": flags["seed"],
        "engine": flags["engine"],
        "workers": flags["workers"],
    }
    if flags["no_deadlock"]:
        options["deadlock"] = False
    return options


def _write(result: SimulateResult, flags: Flags) -> list[str]:
    """Write the behaviours; returns a line for each file or folder."""
    return [] if flags["itf"] is None else _write_itf(result, flags["itf"])


def _write_itf(result: SimulateResult, path: Path) -> list[str]:
    from holdfast.report.itf import show_itf
    from holdfast.report.trace import trace_of

    spec, found = result.question.spec, trace_of(result.verdict)
    if path.suffix == ".json":
        trace = next(result.simulate_again(1), None) if found is None else found
        if trace is None:
            return [f"{path}: not written, because there is no behaviour"]
        write_file(path, [show_itf(trace, spec, result.violated)])
        return [f"{path}: written"]
    path.mkdir(parents=True, exist_ok=True)
    number = 0
    for number, trace in enumerate(result.simulate_again(_MOST_FILES), 1):
        write_file(path / f"{number:03}.itf.json", [show_itf(trace, spec)])
    if found is not None:
        write_file(path / "violation.itf.json", [show_itf(found, spec, result.violated)])
        return [f"{path}: {number} behaviours and the trace written"]
    return [f"{path}: {number} behaviours written"]
