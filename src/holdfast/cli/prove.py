"""`holdfast prove`: show that an invariant holds in all reachable states, for one size or all."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, Request, color_on, describe_failure, json_option
from holdfast.cli.prove_options import Flags, options_of, prove_options
from holdfast.cli.prove_progress import ProofTable
from holdfast.report.diagnostics import show_diagnostics, summarize
from holdfast.report.envelope import Envelope
from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.report.layout import Look
    from holdfast.workbench import ProofResult


@click.command(short_help="Prove an invariant, for one size of the constants or for all.")
@prove_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Prove that an invariant of the spec in FILE holds in every reachable state.

    By induction: it holds initially, and every action keeps each of its conjuncts. A step that
    leaves the invariant is shown as a counterexample to induction; that is no violation, because
    nobody says that its first state is reachable. With --all-sizes the constant sets may have any
    size; without it, the constants are those of the configuration.

    `--method kinduction` allows a lemma to need several steps, `--method bmc` looks for a
    violation in at most --k steps. Answers of solvers are kept, so that a proof that was stopped
    goes on where it was.

    \b
    Exit codes: 0 proved, or no violation within the depth that was asked for; 12 an invariant is
    violated; 20 not everything was established; 21 a counterexample to induction; 75 and 150 to
    153 as in check.

    \b
    Examples:
      holdfast prove Spec.tla --invariant IndInv --all-sizes
      holdfast prove Spec.tla --invariant Safe --with TypeOK,IndInv
      holdfast prove Spec.tla --invariant Safe --method bmc --k 8
      holdfast prove Spec.tla --invariant IndInv --solver z3,cvc5 --agree --certificate proof
    """
    from holdfast.workbench import load

    options = options_of(flags)
    constants = dict(flags["const"])
    table = ProofTable(sys.stderr)
    if not request.json and flags["detail"] != "quiet":
        options["watcher"] = table
    try:
        spec = load(
            flags["file"], flags["search_path"], config=flags["config"], constants=constants
        )
        result = spec.prove(**options)
    except SpecError as error:
        return _refusal(error, flags["file"])
    finally:
        table.clear()
    return _answer(result, flags)


def _answer(result: ProofResult, flags: Flags) -> Answer:
    from holdfast.report.proof_json import proof_envelope

    envelope = proof_envelope(result.proof, result.question)
    written: list[str] = []
    folder = flags["certificate"]
    if folder is not None:
        try:
            written.append(f"{folder}: {_certificate(result, folder)}")
        except OSError as error:
            # What was found out is not lost because a file cannot be written.
            written.append(f"holdfast: {describe_failure(error)}")
            envelope = replace(envelope, exit=exits.SYSTEM)
    look = _look(flags)
    text = result.show(look)
    return Answer(envelope, text if look.quiet else "\n".join([text, *written]))


def _certificate(result: ProofResult, folder: Path) -> str:
    from holdfast.workbench import write_certificate

    written = write_certificate(result, folder)
    return f"certificate written, {written} files; `holdfast recheck {folder}` verifies it"


def _look(flags: Flags) -> Look:
    from holdfast.report.layout import WIDTH, Look

    return Look(
        max(60, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH,
        color_on(sys.stdout),
        "full" if flags["detail"] == "verbose" else "differences",
        flags["detail"] == "quiet",
    )


def _refusal(error: SpecError, file: Path) -> Answer:
    """The answer when there is nothing to prove, because of mistakes or what is not supported."""
    code = exits.exit_for(error.diagnostics)
    kinds = {exits.PARSE: "parse", exits.CONFIG: "config", exits.EVALUATION: "evaluation"}
    envelope = Envelope(
        command="prove",
        spec=str(file),
        verdict="unknown" if code == exits.OPEN else "error",
        kind=kinds.get(code),
        reason=error.diagnostics[0].message,
        diagnostics=error.diagnostics,
        exit=code,
        own={"method": None, "k": None, "obligations": [], "library_lemmas": [], "cti": None},
    )
    shown = show_diagnostics(error.diagnostics, color_on(sys.stderr))
    return Answer(envelope, remarks=f"{shown}\n\n{summarize(error.diagnostics)}")
