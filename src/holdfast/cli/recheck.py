"""`holdfast recheck`: verify a certificate from its files alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, color_on, json_option
from holdfast.cli.prove_options import read_solvers
from holdfast.report.envelope import Envelope

if TYPE_CHECKING:
    from holdfast.prove.recheck import Rechecked


@click.command(short_help="Verify a certificate of `prove` from its files alone.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--solver",
    "solvers",
    metavar="z3,cvc5",
    default="z3,cvc5",
    show_default=True,
    callback=read_solvers,
    help="The solvers; later ones are asked where the first gives up.",
)
@json_option
def command(folder: Path, solvers: tuple[str, ...]) -> Answer:
    """Verify the certificate in DIR: its files are unchanged, complete, and hold.

    Every question is asked again, and nothing but the files is used: not the spec, nor earlier
    answers. The certificate names what it rests on besides: hypotheses that were assumed, and
    lemmas of the library about sizes.

    \b
    Examples:
      holdfast prove Spec.tla --invariant IndInv --all-sizes --certificate proof
      holdfast recheck proof
      holdfast recheck proof --solver cvc5
    """
    from holdfast.report.layout import Look
    from holdfast.report.recheck import recheck_json, show_recheck
    from holdfast.workbench import recheck

    found = recheck(folder, solvers)
    return Answer(
        _envelope(found, recheck_json(found)), show_recheck(found, Look(color=color_on(sys.stdout)))
    )


def _envelope(found: Rechecked, own: dict[str, Any]) -> Envelope:
    return Envelope(
        command="recheck",
        spec=found.spec,
        verdict="proved" if found.ok else "unknown",
        scope=found.scope if found.ok else None,
        checked=found.invariants if found.ok else (),
        not_checked=() if found.ok else found.invariants,
        assumed=found.assumed,
        reason=found.problems[0] if found.problems else None,
        exit=exits.OK if found.ok else exits.OPEN,
        own=own,
    )
