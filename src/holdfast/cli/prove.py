"""`holdfast prove`: prove that an invariant holds in all reachable states."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli.answer import Answer, Request, answer_of, json_option, look_of
from holdfast.cli.options import load_spec
from holdfast.cli.prove_options import Flags, options_of, prove_options
from holdfast.cli.prove_progress import ProofTable
from holdfast.cli.recorded import observer, record

if TYPE_CHECKING:
    from holdfast.workbench import ProofResult


@click.command(short_help="Prove an invariant, for one size of the constants or for all.")
@prove_options
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Prove that an invariant of the spec in FILE holds in every reachable state.

    By induction: it holds initially, and every action preserves each of its conjuncts. A step that
    leaves the invariant is shown as a counterexample to induction; that is not a violation,
    because its first state may be unreachable. With --all-sizes the constant sets may have any
    size; without it, the constants are those of the configuration.

    `--method kinduction` assumes the invariant in --k consecutive states, `--method bmc` searches
    for a violation within --k steps. Solver results are cached, so that a proof that was stopped
    continues where it was.

    \b
    Exit codes: 0 proved, or no violation within the requested depth; 12 an invariant is
    violated; 20 inconclusive; 21 a counterexample to induction; 75 and 150 to
    153 as in check.

    \b
    Examples:
      holdfast prove Spec.tla --invariant IndInv --all-sizes
      holdfast prove Spec.tla --invariant Safe --with TypeOK,IndInv
      holdfast prove Spec.tla --invariant Safe --method bmc --k 8
      holdfast prove Spec.tla --invariant IndInv --solver z3,cvc5 --agree --certificate proof
    """
    options, table = options_of(flags), ProofTable(sys.stderr)
    try:
        spec = load_spec(flags)
        run = record(request, spec, options)
        options["progress"] = observer(request, flags["detail"], table, run)
        result = spec.prove(**options)
        run.keep(result)
    finally:
        table.clear()
    return answer_of(
        result, look_of(flags["detail"]), lambda: _certificate(result, flags["certificate"])
    )


def _certificate(result: ProofResult, folder: Path | None) -> list[str]:
    if folder is None:
        return []
    from holdfast.workbench import write_certificate

    count = write_certificate(result, folder)
    note = f"certificate written, {count} files; `holdfast recheck {folder}` verifies it"
    return [f"{folder}: {note}"]
