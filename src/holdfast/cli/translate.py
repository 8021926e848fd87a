"""`holdfast translate`: a spec and its model in another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, Unpack

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, json_option, write_file
from holdfast.cli.check_options import single_constants
from holdfast.cli.options import PATH, ModelFlags, load_spec, model_options, with_options
from holdfast.report.envelope import Envelope

if TYPE_CHECKING:
    from holdfast.ir.tla_module import TlaModule


class Flags(ModelFlags):
    """What click passes to the command."""

    to: Literal["tla"]
    out: Path | None
    force: bool


@click.command(short_help="Translate a spec and its model to TLA+.")
@with_options(*model_options)
@click.option(
    "--to", type=click.Choice(["tla"]), default="tla", help="The language to translate to."
)
@click.option("--out", metavar="DIR", type=PATH, help="Write NAME.tla and NAME.cfg to this folder.")
@click.option("--force", is_flag=True, help="With --out: replace files that exist.")
@json_option
def command(**flags: Unpack[Flags]) -> Answer:
    """Translate the spec in FILE and its model to one TLA+ module with a configuration.

    TLC and holdfast read the result with the same meaning. Every definition that the model needs
    is there once, below a comment with its location in FILE; instances are substituted, PlusCal is
    translated, and names that TLA+ does not allow are changed, such as `P0.q` to `P0_q`.

    Without --out the module is printed, and after it the configuration, as a CONFIG block of the
    same file. With --out both are written to files; if one exists, nothing is written and the exit
    code is 1, unless --force is given.

    \b
    Examples:
      holdfast translate Spec.tla
      holdfast translate Spec.tla --to tla --out translated
      holdfast translate Spec.tla --const N=3 --out translated --force
      holdfast check translated/Spec.tla
    """
    from holdfast.workbench import translate

    constants = single_constants("translate", flags["const"])
    module = translate(load_spec(flags, constants), flags["to"])
    out = flags["out"]
    if out is None:
        return Answer(_envelope(flags, module, []), _one_file(module))
    files = {out / f"{module.name}.tla": module.text, out / f"{module.name}.cfg": module.config}
    there = [str(path) for path in files if path.exists()]
    if there and not flags["force"]:
        reason = f"{' and '.join(there)} already exist{'' if there[1:] else 's'}"
        envelope = _envelope(flags, module, [], reason)
        return Answer(envelope, remarks=f"{reason}; --force replaces files")
    out.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_file(path, text.splitlines())
    written = [str(path) for path in files]
    rows = [f"{path}: written" for path in written]
    return Answer(_envelope(flags, module, written), "\n".join(rows))


def _one_file(module: TlaModule) -> str:
    rule = "-" * 10
    return f"{module.text}\n{rule} CONFIG {module.name} {rule}\n{module.config}{'=' * 30}\n"


def _envelope(
    flags: Flags, module: TlaModule, written: list[str], refused: str | None = None
) -> Envelope:
    return Envelope(
        command="translate",
        spec=str(flags["file"]),
        verdict=None if refused is None else "error",
        reason=refused,
        exit=exits.OK if refused is None else exits.DIFFERENT,
        own={
            "to": flags["to"],
            "name": module.name,
            "module": module.text,
            "configuration": module.config,
            "written": written,
        },
    )
