"""`holdfast check`: explore all reachable states of a model and judge them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli import exits
from holdfast.cli.answer import (
    Answer,
    Request,
    complaint,
    describe_failure,
    json_option,
    look_of,
    write_file,
    written,
)
from holdfast.cli.check_options import Flags, check_options, options_of, split_constants
from holdfast.cli.progress import ProgressLine
from holdfast.report.diagnostics import show_diagnostics
from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.report.layout import Look
    from holdfast.workbench import CheckResult, Specification, Sweep


@click.command(short_help="Explore all reachable states and judge them.")
@check_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Explore every reachable state of the spec in FILE and check what its model asks for.

    The model is the configuration given with --config, or Spec.cfg beside Spec.tla, or MCSpec.tla
    with MCSpec.cfg, or a block `---- CONFIG Spec ----` in the file. Without any, Spec or Init and
    Next and the usual names of invariants are found, and the answer says which. PlusCal is
    translated in memory.

    Options replace what the configuration says. `--const N=2..5` checks once for each number and
    prints a table; for the set, write `--const 'N=(2..5)'`. The trace is kept in .holdfast/, where
    `holdfast why` finds it.

    \b
    Exit codes: 0 everything holds; 10 an assumption or postcondition is false; 11 deadlock;
    12 an invariant is violated; 13 an action or temporal property is; 14 an assertion fails;
    20 not everything was established; 75 to 77 an expression has no value; 150 errors in
    the spec; 151 errors in the model; 153 a file or the system.

    \b
    Examples:
      holdfast check Spec.tla
      holdfast check Spec.tla --config Small.cfg --const N=3 --no-deadlock
      holdfast check Spec.tla --const N=1..4
      holdfast check Spec.tla --invariant TypeOK --depth 10 --time 60
      holdfast check Spec.tla --json --trace bug.itf.json
    """
    from holdfast.workbench import load

    file = flags["file"]
    constants, swept = split_constants(flags["const"])
    options = options_of(flags)
    line = ProgressLine(sys.stderr)
    if not request.json and flags["detail"] != "quiet":
        options["progress"] = line
    try:
        spec = load(
            file,
            flags["search_path"],
            config=flags["config"],
            constants=constants,
            translate=flags["translate"],
        )
        if swept:
            return _swept_answer(spec, spec.sweep(options, **swept), _look(flags))
        result = spec.check(**options)
    except SpecError as error:
        return _refusal(error, file)
    except (OSError, MemoryError) as error:
        return _failure(describe_failure(error), file)
    finally:
        line.clear()
    return _answer(result, flags)


def _look(flags: Flags) -> Look:
    return look_of(flags["detail"], "changed" if flags["difftrace"] else None)


def _answer(result: CheckResult, flags: Flags) -> Answer:
    from holdfast.report.check_json import check_envelope

    envelope = check_envelope(result.answer, result.question)
    envelope, files = written(envelope, lambda: _written(result, flags))
    look = _look(flags)
    text = result.show(look)
    if not look.quiet:
        if flags["detail"] == "verbose" and result.question.diagnostics:
            shown = show_diagnostics(result.question.diagnostics, look.color)
            text = f"{shown}\n\n{text}"
        text = "\n".join([text, *files, *_hint(result)])
    return Answer(envelope, text)


def _hint(result: CheckResult) -> list[str]:
    """What to ask next, when a trace leads to a violation."""
    if not result.trace or result.violated is None:
        return []
    at = len(result.trace)
    return [f"next: `holdfast why ACTION --at {at}` says why an action cannot happen in state {at}"]


def _swept_answer(spec: Specification, sweep: Sweep, look: Look) -> Answer:
    from holdfast.report.check_json import check_envelope
    from holdfast.report.sweep import show_sweep, sweep_json

    runs = [(row.constants, row.result.answer) for row in sweep]
    # The run that went worst stands for all of them: the first one that is not fine.
    worst = next((row.result for row in sweep if not row.result.ok), sweep[0].result)
    envelope = check_envelope(worst.answer, worst.question)
    own = {**envelope.own, "sweep": sweep_json(runs)}
    head = f"{spec.path}  for {', '.join(f'{n} = {_range(sweep, n)}' for n in sweep.names)}"
    table = show_sweep(sweep.names, runs, look)
    return Answer(replace(envelope, own=own), f"{look.paint('strong', head)}\n\n{table}")


def _range(sweep: Sweep, name: str) -> str:
    values = list(dict.fromkeys(row.constants[name] for row in sweep))
    return values[0] if len(values) == 1 else f"{values[0]}..{values[-1]}"


def _refusal(error: SpecError, file: Path) -> Answer:
    """The answer when there is nothing to explore, because of mistakes in the text."""
    from holdfast.report.answer import Question
    from holdfast.report.check_json import check_envelope
    from holdfast.verdict import Answer as Outcome
    from holdfast.verdict import Failed

    kinds = {exits.CONFIG: "config", exits.EVALUATION: "evaluation"}
    kind = kinds.get(exits.exit_for(error.diagnostics), "parse")
    failed = Failed(kind, error.diagnostics)  # type: ignore[arg-type]  # one of the kinds
    envelope = check_envelope(Outcome(failed, complete=False), Question(str(file)))
    return Answer(envelope, remarks=complaint(error))


def _failure(message: str, file: Path) -> Answer:
    """The answer when a file cannot be read, or the memory is used up."""
    from holdfast.report.answer import Question
    from holdfast.report.check_json import check_envelope
    from holdfast.verdict import Answer as Outcome
    from holdfast.verdict import Failed

    envelope = check_envelope(Outcome(Failed("system", ()), complete=False), Question(str(file)))
    return Answer(replace(envelope, reason=message), remarks=f"holdfast: {message}")


# ---- files ----


def _written(result: CheckResult, flags: Flags) -> list[str]:
    """Write what the options ask for, and keep the trace; tells what was written."""
    from holdfast.workbench import keep_trace

    spec = result.question.spec
    said = []
    if flags["trace"] is not None:
        said.append(_write_trace(result, flags["trace"]))
    if flags["dot"] is not None:
        from holdfast.report.dot import dot_lines

        name = Path(spec).stem
        said.append(_write_lines(flags["dot"], dot_lines(result.graph.kept, name)))
    if flags["graph"] is not None:
        from holdfast.report.graph import graph_lines

        said.append(_write_lines(flags["graph"], graph_lines(result.graph.kept, spec)))
    keep_trace(result)
    return said


def _write_trace(result: CheckResult, path: Path) -> str:
    from holdfast.report.check_json import trace_of
    from holdfast.report.itf import show_itf

    trace = trace_of(result.answer)
    if trace is None:
        return f"{path}: not written, because there is no trace"
    return _write_lines(path, [show_itf(trace, result.question.spec, result.violated)])


def _write_lines(path: Path, lines: Iterable[str]) -> str:
    write_file(path, lines)
    return f"{path}: written"
