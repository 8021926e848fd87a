"""`holdfast pluscal`: translate the PlusCal algorithm of a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, color_on, json_option
from holdfast.cli.options import SPEC_PATH
from holdfast.report.diagnostics import show_diagnostics, summarize
from holdfast.report.envelope import Envelope
from holdfast.source import errors


@click.command(short_help="Translate a PlusCal algorithm to TLA+.")
@click.argument("file", type=SPEC_PATH)
@click.option("--print", "mode", flag_value="print", default=True, help="Print the translation.")
@click.option("--write", "mode", flag_value="write", help="Write the translation into the file.")
@click.option(
    "--check", "mode", flag_value="check", help="Report whether the file's translation is current."
)
@json_option
def command(file: Path, mode: str) -> Answer:
    """Translate the PlusCal algorithm of FILE to TLA+.

    Without an option the translation is printed and the file is not changed. With
    --write it is inserted between the lines BEGIN TRANSLATION and END TRANSLATION, after the
    algorithm, with the checksums that the TLA+ tools write. With --check the exit code is
    0 if the translation in the file is current, 1 if it is stale or missing.

    \b
    Examples:
      holdfast pluscal Spec.tla
      holdfast pluscal Spec.tla --write
      holdfast pluscal Spec.tla --check
    """
    from holdfast.workbench import translate_file

    done = translate_file(file, write=mode == "write")
    wrong = bool(errors(done.diagnostics))
    different = mode == "check" and not done.current
    envelope = Envelope(
        command="pluscal",
        spec=str(file),
        verdict="error" if wrong else None,
        diagnostics=done.diagnostics,
        exit=exits.PARSE if wrong else exits.DIFFERENT if different else exits.OK,
        own={
            "mode": mode,
            "current": done.current,
            "written": done.written,
            "translation": done.text,
        },
    )
    remarks = show_diagnostics(done.diagnostics, color_on(sys.stderr))
    if remarks:
        remarks += f"\n\n{summarize(done.diagnostics)}"
    if wrong:
        return Answer(envelope, remarks=remarks)
    state = {True: "current", False: "stale", None: "missing"}[done.current]
    text = {
        "print": done.text,
        "write": f"{file}: translation {'written' if done.written else 'already current'}",
        "check": f"{file}: translation {state}",
    }[mode]
    return Answer(envelope, text, remarks)
