"""`holdfast axioms`: prove that a spec is a system of I/O automata."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli.answer import Answer, Request, answer_of, json_option, look_of, reports_progress
from holdfast.cli.options import (
    SECONDS,
    ModelFlags,
    detail_options,
    load_spec,
    model_options,
    solving_options,
    with_options,
)
from holdfast.cli.status_line import StatusLine
from holdfast.report.progress import axioms_text

if TYPE_CHECKING:
    from holdfast.prove.axiom_answer import AxiomProgress


class Flags(ModelFlags):
    """The options as click passes them."""

    seconds: float | None
    workers: int | None
    no_cache: bool
    detail: str | None


_TIME = click.option(
    "--time",
    "seconds",
    type=SECONDS,
    help="Stop after this many seconds.",
)


@click.command(short_help="Prove the axioms of I/O automata, for all parameters.")
@with_options(*model_options, _TIME, *solving_options, *detail_options)
@json_option
@click.pass_obj
def command(request: Request, /, **flags: Unpack[Flags]) -> Answer:
    """Prove the axioms of the I/O automata in FILE, for all parameters, or show what violates one.

    \b
    signature       an action is an input, an output or internal, never two of these
    input-enabled   an automaton accepts its inputs in every state
    compatibility   components have no common outputs; internal actions are private
    where           the arguments of a component satisfy the where-clause of its automaton
    defined         indices are in range, divisors positive, values in their types

    The axioms are those of the automaton named like the file, or --automaton, and of all its
    components. A violated axiom is shown with values: an action with its arguments, and a state.
    Parameters need no values. `check` and `prove` depend on these axioms.

    Exit codes: 0 all axioms hold; 12 an axiom is violated; 20 inconclusive; 150 to 153 as in check.

    \b
    Examples:
      holdfast axioms ring.py
      holdfast axioms ring.py --automaton Process
      holdfast axioms ring.py --json
    """
    line = StatusLine(sys.stderr)

    def tell(progress: AxiomProgress) -> None:
        line.tell(axioms_text(progress))

    try:
        result = load_spec(flags).axioms(
            seconds=flags["seconds"],
            workers=flags["workers"],
            remember=not flags["no_cache"],
            progress=tell if reports_progress(request, flags["detail"]) else None,
        )
    finally:
        line.clear()
    return answer_of(result, look_of(flags["detail"]))
