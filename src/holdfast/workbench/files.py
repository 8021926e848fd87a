"""Commands on files: translate an algorithm, format a module, write an initial configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.front.files import ON_DISK
from holdfast.source import Diagnostic, SpecError, errors

if TYPE_CHECKING:
    from holdfast.front.tla.modules import Spec


@dataclass(frozen=True, slots=True)
class Translated:
    """The translation of a file's PlusCal algorithm.

    `current` is whether the translation in the file was current when it was read, None if it
    had none. `written` is whether the file was changed.
    """

    path: Path
    text: str = field(repr=False)
    current: bool | None
    diagnostics: tuple[Diagnostic, ...]
    written: bool = False


def translate_file(path: str | PathLike[str], write: bool = False) -> Translated:
    """Translate the PlusCal algorithm of a file, and write the result into it on request.

    A file is written only if it has no errors and its translation is not current.
    """
    from holdfast.front import pluscal

    _require_tla(Path(path), "unsupported", "PlusCal algorithms are in TLA+ modules", {})
    source = ON_DISK.source(Path(path))
    done = pluscal.translate(source)
    if done is None:
        help = "an algorithm is in a comment and begins with `--algorithm Name`"
        message = f"there is no PlusCal algorithm in {source.name}"
        raise SpecError(Diagnostic("no-algorithm", message, None, help))
    wanted = write and done.current is not True and not errors(done.diagnostics)
    if wanted:
        write_text(Path(path), pluscal.write_translation(source))
    return Translated(Path(path), done.text, done.current, done.diagnostics, wanted)


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file's text before and after formatting."""

    path: Path
    before: str = field(repr=False)
    after: str = field(repr=False)

    @property
    def changed(self) -> bool:
        """Whether formatting makes a difference."""
        return self.before != self.after


def format_file(path: str | PathLike[str], write: bool = False) -> Formatted:
    """Format a file, and write the result on request; raises SpecError if it has errors."""
    from holdfast.front.tla.print.format import format_text

    help = {".py": "the syntax is Python's: use a formatter for Python"}
    _require_tla(Path(path), "unsupported", "only TLA+ modules are formatted", help)
    source = ON_DISK.source(Path(path))
    formatted = Formatted(Path(path), source.text, format_text(source))
    if write and formatted.changed:
        write_text(formatted.path, formatted.after)
    return formatted


def starting_config(path: str | PathLike[str], search_path: Sequence[Path] = ()) -> str:
    """The text of a configuration for a spec: definitions found by name, values of constants."""
    from holdfast.front.tla_document import load_tla

    if Path(path).suffix == ".pml":
        help = {".pml": "give macros other texts with --const"}
        _require_tla(Path(path), "promela-config", "it has no configuration file", help)
    help = {
        ".py": "give the parameters values with --const, and name the automaton with --automaton"
    }
    _require_tla(Path(path), "ioa-config", "I/O automata have no configuration file", help)
    document = load_tla(Path(path), tuple(search_path))
    document.require_no_errors()
    return config_text(document.spec)


def config_text(spec: Spec) -> str:
    """The text of a configuration for a spec without errors."""
    from holdfast.check.proposed import satisfying
    from holdfast.front.tla.proposals import propose_constants
    from holdfast.front.tlc.starting_config import starting_config as make_text

    return make_text(spec, satisfying(spec, propose_constants(spec)))


_OTHERS = {".py": "a file of I/O automata", ".pml": "a Promela model"}


def _require_tla(path: Path, code: str, message: str, helps: Mapping[str, str]) -> None:
    """Reject a file in another language, with the help for it."""
    if path.suffix in _OTHERS:
        text = f"{path} is {_OTHERS[path.suffix]}: {message}"
        raise SpecError(Diagnostic(code, text, None, helps.get(path.suffix)))


def write_text(path: Path, text: str) -> None:
    """Write a file with the line ends of the text, on every platform."""
    path.write_bytes(text.encode("utf-8"))
