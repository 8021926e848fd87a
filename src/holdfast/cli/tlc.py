"""`holdfast tlc`: `check` with TLC's command line and TLC's output."""

from __future__ import annotations

import click

from holdfast.cli.answer import Answer, Request
from holdfast.cli.tlc_flags import WrongCommandLine, read_command_line
from holdfast.report.envelope import Envelope

_HELP = frozenset(("-h", "-help", "--help"))


class _Verbatim(click.Command):
    """A command that reads its words itself: click would take `-depth` for `-d -e -p -t -h`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if _HELP.intersection(args):
            return super().parse_args(ctx, ["--help"])
        ctx.params["words"] = tuple(args)
        return []


@click.command(cls=_Verbatim, short_help="Check with TLC's flags and TLC's output.")
@click.argument("words", nargs=-1, metavar="[FLAGS OF TLC] SPEC")
@click.pass_obj
def command(request: Request, words: tuple[str, ...]) -> Answer:
    """Check a spec like `holdfast check`, with the command line and the output of TLC.

    Scripts and editors that run TLC can run this instead. Flags that have no meaning here, such as
    -fpmem or -XX:+UseParallelGC, are accepted; a flag that is not supported is an
    error. docs/tlc.md lists all flags, and the differences from TLC.

    The exit codes are TLC's, and 20 if the result is inconclusive.

    \b
    Examples:
      holdfast tlc Spec
      holdfast tlc -config Small.cfg -deadlock -workers auto Spec.tla
      holdfast tlc -tool -difftrace Spec.tla
    """
    request.command = "tlc"
    from holdfast.cli.tlc_run import Run, reject_command_line

    try:
        given = read_command_line(words)
    except WrongCommandLine as mistake:
        code = reject_command_line(str(mistake), tool="-tool" in words)
    else:
        code = Run(given).run()
    # Everything has been printed.
    return Answer(Envelope(command="tlc", exit=code))
