"""`holdfast translate`: a spec and its model in another language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    from holdfast.workbench.translating import DafnyText


class Flags(ModelFlags):
    """What click passes to the command."""

    to: Literal["tla", "dafny"]
    k: int | None
    out: Path | None
    force: bool


@click.command(short_help="Translate a spec and its model to TLA+, or I/O automata to Dafny.")
@with_options(*model_options)
@click.option(
    "--to",
    type=click.Choice(["tla", "dafny"]),
    default="tla",
    help="The language to translate to.",
)
@click.option(
    "--k",
    metavar="N",
    type=click.IntRange(0, 100),
    help="With --to dafny: the number of steps in the lemmas about runs; 0 if it is not given.",
)
@click.option("--out", metavar="DIR", type=PATH, help="Write the files to this folder.")
@click.option("--force", is_flag=True, help="With --out: replace files that exist.")
@json_option
def command(**flags: Unpack[Flags]) -> Answer:
    """Translate the spec in FILE and its model to another language.

    To TLA+: one module with a configuration, which TLC and holdfast read with the same meaning.
    Every definition that the model needs is there once, below a comment with its location in FILE;
    instances are substituted, PlusCal is translated, and names that TLA+ does not allow are
    changed, such as `P0.q` to `P0_q`.

    To Dafny: I/O automata, for all values of their parameters, one module for each automaton. The
    lemmas `..._proof?` are the axioms of I/O automata, bounded model checking up to N steps (--k)
    and induction over N + 1 steps; Dafny also verifies that all operations are defined.

    Without --out the text is printed; a TLA+ module is followed by the configuration, as a CONFIG
    block of the same file. With --out NAME.tla and NAME.cfg, or NAME.dfy, are written to files; if
    one exists, nothing is written and the exit code is 1, unless --force is given.

    \b
    Examples:
      holdfast translate Spec.tla
      holdfast translate Spec.tla --to tla --out translated
      holdfast translate Spec.tla --const N=3 --out translated --force
      holdfast check translated/Spec.tla
      holdfast translate Automata.py --to dafny --k 2 > Automata.dfy
    """
    from holdfast.workbench import translate

    specification = load_spec(flags, single_constants("translate", flags["const"]))
    if flags["to"] == "dafny":
        return _answer(flags, _dafny(translate(specification, "dafny", flags["k"] or 0)))
    if flags["k"] is not None:
        raise click.UsageError("--k is for --to dafny")
    return _answer(flags, _tla(translate(specification, "tla")))


@dataclass(frozen=True, slots=True)
class _Translated:
    """What is printed, what is written with --out, and what JSON says."""

    text: str
    files: Mapping[str, str]
    own: Mapping[str, str]


def _tla(module: TlaModule) -> _Translated:
    rule = "-" * 10
    text = f"{module.text}\n{rule} CONFIG {module.name} {rule}\n{module.config}{'=' * 30}\n"
    files = {f"{module.name}.tla": module.text, f"{module.name}.cfg": module.config}
    own = {"name": module.name, "module": module.text, "configuration": module.config}
    return _Translated(text, files, own)


def _dafny(module: DafnyText) -> _Translated:
    own = {"name": module.name, "module": module.text}
    return _Translated(module.text, {f"{module.name}.dfy": module.text}, own)


def _answer(flags: Flags, translated: _Translated) -> Answer:
    out = flags["out"]
    if out is None:
        return Answer(_envelope(flags, translated, []), translated.text)
    files = {out / name: text for name, text in translated.files.items()}
    there = [str(path) for path in files if path.exists()]
    if there and not flags["force"]:
        reason = f"{' and '.join(there)} already exist{'' if there[1:] else 's'}"
        envelope = _envelope(flags, translated, [], reason)
        return Answer(envelope, remarks=f"{reason}; --force replaces files")
    out.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_file(path, text.splitlines())
    written = [str(path) for path in files]
    rows = [f"{path}: written" for path in written]
    return Answer(_envelope(flags, translated, written), "\n".join(rows))


def _envelope(
    flags: Flags, translated: _Translated, written: list[str], refused: str | None = None
) -> Envelope:
    return Envelope(
        command="translate",
        spec=str(flags["file"]),
        verdict=None if refused is None else "error",
        reason=refused,
        exit=exits.OK if refused is None else exits.DIFFERENT,
        own={"to": flags["to"], **translated.own, "written": written},
    )
