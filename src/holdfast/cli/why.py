"""`holdfast why`: which guard disables an action in a state of the last trace."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from holdfast.cli.answer import Answer, color_on, json_option


@click.command(short_help="Explain why an action is disabled in a state of the last trace.")
@click.argument("action")
@click.option(
    "--at",
    "number",
    type=click.IntRange(1),
    help="The number of the state; by default the last one.",
)
@json_option
def command(action: str, number: int | None) -> Answer:
    """Show which condition disables ACTION in a state of the last trace.

    `holdfast check` saves the trace that it shows in .holdfast/, below the current folder. An
    action is named as in the trace, with or without its arguments.

    \b
    Examples:
      holdfast why Withdraw
      holdfast why Withdraw --at 3
      holdfast why 'Withdraw(1)' --at 3
    """
    from holdfast.report.layout import Look
    from holdfast.report.why import show_why, why_envelope
    from holdfast.workbench import why

    found = why(action, number, Path())
    return Answer(why_envelope(found), show_why(found, Look(color=color_on(sys.stdout))))
