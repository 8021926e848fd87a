"""`holdfast recheck`: verify a certificate from its files alone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from holdfast.cli.answer import Answer, answer_of, color_on, json_option
from holdfast.cli.prove_options import read_solvers


@click.command(short_help="Verify a certificate from its files alone.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--solver",
    "solvers",
    metavar="z3,cvc5",
    default="z3,cvc5",
    show_default=True,
    callback=read_solvers,
    help="The solvers; later ones are used where the first gives up.",
)
@json_option
def command(folder: Path, solvers: tuple[str, ...]) -> Answer:
    """Verify the certificate in DIR: its files are unchanged, complete, and hold.

    Every query is solved again, and only the files are used: not the spec, nor cached
    results. The certificate names its other premises: hypotheses that were assumed, and
    lemmas of the library about sizes.

    \b
    Examples:
      holdfast prove Spec.tla --invariant IndInv --all-sizes --certificate proof
      holdfast recheck proof
      holdfast recheck proof --solver cvc5
    """
    from holdfast.report.layout import Look
    from holdfast.workbench import recheck

    return answer_of(recheck(folder, solvers), Look(color=color_on(sys.stdout)))
