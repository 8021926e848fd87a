"""`holdfast fmt`: tidy the text of specs."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, json_option
from holdfast.cli.options import SPEC_PATH
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope


@click.command(short_help="Tidy the text of specs.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SPEC_PATH)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Like --check, and print what would change.")
@json_option
def command(files: tuple[Path, ...], check: bool, diff: bool) -> Answer:
    """Tidy TLA+ files in place.

    Tabs become spaces, trailing blanks and surplus empty lines go, `==` and commas get
    their space, the lines around a module are equally wide. Line breaks, alignment and
    comments do not change. A result with another meaning is not written, and a file
    with errors is left alone.

    \b
    Examples:
      holdfast fmt Spec.tla
      holdfast fmt --check *.tla
      holdfast fmt --diff Spec.tla
    """
    from holdfast.workbench import format_file

    dry = check or diff
    formatted = [format_file(file, write=not dry) for file in files]
    changed = [f for f in formatted if f.changed]
    envelope = Envelope(
        command="fmt",
        spec=str(files[0]) if len(files) == 1 else None,
        exit=exits.DIFFERENT if dry and changed else exits.OK,
        own={"changed": [str(f.path) for f in changed], "written": not dry},
    )
    rows = []
    for each in changed:
        if diff:
            rows += _diff(each.path, each.before, each.after)
        else:
            rows.append(f"{each.path}: {'would be formatted' if dry else 'formatted'}\n")
    same = count_of(len(formatted) - len(changed), "file")
    rows += [] if diff else [f"{count_of(len(changed), 'file')} changed, {same} as before\n"]
    return Answer(envelope, "".join(rows))


def _diff(path: Path, before: str, after: str) -> list[str]:
    lines = unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        f"{path} (now)",
        f"{path} (formatted)",
    )
    return [line if line.endswith("\n") else line + "\n" for line in lines]
