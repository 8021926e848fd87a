"""`holdfast check`: explore all reachable states of a model and check its properties."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli.answer import (
    Answer,
    Request,
    answer_of,
    answer_to_error,
    json_option,
    look_of,
)
from holdfast.cli.check_files import write_files
from holdfast.cli.check_options import Flags, check_options, options_of, split_constants
from holdfast.cli.options import load_spec
from holdfast.cli.progress import ProgressLine
from holdfast.cli.recorded import next_step, observer, record
from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.report.check_result import CheckResult
    from holdfast.report.envelope import Json


class _Check(click.Command):
    """A command that recognises TLC's flags, and names our own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Our options have two dashes, or one letter.
        if any(len(arg) > 2 and arg[0] == "-" != arg[1] for arg in args):
            self._answer_tlc(ctx, args)
        return super().parse_args(ctx, args)

    def _answer_tlc(self, ctx: click.Context, args: list[str]) -> None:
        """Say what a flag of TLC is called here."""
        from holdfast.cli.tlc_flags import hint

        advice = hint(args)
        if advice is not None:
            ctx.fail(advice)


@click.command(cls=_Check, short_help="Explore all reachable states and check properties.")
@check_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Explore every reachable state of the spec in each FILE and check the properties of its model.

    The model is the configuration given with --config, or Spec.cfg beside Spec.tla, or MCSpec.tla
    with MCSpec.cfg, or a block `---- CONFIG Spec ----` in the file. Without any, Spec or Init and
    Next and the usual names of invariants are used, and the output lists them. PlusCal is
    translated in memory.

    Options override the configuration. `--const N=2..5` checks once for each number and
    prints a table; for the set, write `--const 'N=(2..5)'`. The run is stored in .holdfast/,
    where `holdfast why` and `holdfast studio` find it. Of several files, each has its own result;
    the exit code is that of the first with an error, else a violation, else no conclusion.

    \b
    Exit codes: 0 everything holds; 10 an assumption or postcondition is false; 11 deadlock;
    12 an invariant is violated; 13 an action or temporal property is; 14 an assertion fails;
    20 inconclusive; 75 to 77 an expression cannot be evaluated; 150 errors in the spec;
    151 errors in the model; 153 an error of a file or the system.

    \b
    Examples:
      holdfast check Spec.tla
      holdfast check Spec.tla --config Small.cfg --const N=3 --no-deadlock
      holdfast check Spec.tla --const N=1..4
      holdfast check Automata.py --automaton Ring --const N=3
      holdfast check *.tla --no-deadlock
      holdfast check Spec.tla --invariant TypeOK --invariant 'x <= 6' --depth 10 --time 60
      holdfast check Spec.tla --json --trace bug.itf.json
      holdfast check model.pml --chart - --trail model.pml.trail
      holdfast check model.pml --count-like-spin --json
    """
    files = flags["files"]
    if flags["events"] == "-" and request.json:
        raise click.UsageError("--json prints one object: write the events to a file")
    if len(files) == 1:
        answer = _check(request, {**flags, "file": files[0]})
        return _beside(answer) if flags["events"] == "-" else answer
    _require_no_outputs(flags)
    answers = []
    for file in files:
        try:
            answers.append(_check(request, {**flags, "file": file}, save=False))
        except (SpecError, OSError, MemoryError, RecursionError) as error:
            answers.append(answer_to_error(request, error))
        if answers[-1].envelope.cause == "cancelled":
            break
    from holdfast.cli.several import combine

    return combine(files, answers, flags["detail"] == "quiet")


def _beside(answer: Answer) -> Answer:
    """The same on standard error: standard output has the events."""
    return replace(answer, text="", remarks="\n".join(filter(None, (answer.text, answer.remarks))))


def _require_no_outputs(flags: Flags) -> None:
    outputs = {
        name: flags[name]
        for name in ("trace", "chart", "trail", "dot", "graph", "coverage", "events")
    }
    for name, path in outputs.items():
        if path is not None:
            raise click.UsageError(f"--{name} is for one FILE: check the others separately")


def _check(request: Request, flags: Flags, save: bool = True) -> Answer:
    """Check one file; without `save`, the run is not stored."""
    request.spec = str(flags["file"])
    constants, swept = split_constants(flags["const"])
    if swept and flags["coverage"] is not None:
        raise click.UsageError("--coverage is for one value of each constant")
    options, line = options_of(flags), ProgressLine(sys.stderr)
    look = look_of(flags["detail"], "changed" if flags["difftrace"] else None)
    try:
        spec = load_spec(flags, constants)
        run = record(request, spec, options, swept, flags["events"]) if save else None
        options["progress"] = observer(request, flags["detail"], line, run)
        if swept:
            rows = spec.sweep(options, **swept)
            return answer_of(rows, look, lambda: [] if run is None else next_step(run, rows))
        result = spec.check(**options)
    finally:
        line.clear()
    written = [] if run is None else next_step(run, result)
    answer = answer_of(result, look, lambda: [*write_files(result, flags), *written])
    return _with_counts(answer, result) if flags["count_like_spin"] else answer


def _with_counts(answer: Answer, result: CheckResult) -> Answer:
    """The same with Spin's counts: stored states, transitions, errors."""
    counts = result.answer.counts
    # Spin's search without claims checks no formulas.
    formulas = result.question.kinds
    found = result.answer.violations.items()
    spin: dict[str, Json] = {
        "stored": counts.distinct,
        "transitions": counts.generated,
        "errors": sum(count for name, count in found if name not in formulas),
    }
    line = ", ".join(f"{number} {name}" for name, number in spin.items())
    envelope = replace(answer.envelope, own={**answer.envelope.own, "spin": spin})
    return replace(answer, envelope=envelope, text=f"{answer.text}\n{line}")
