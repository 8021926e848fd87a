"""From a file to a document: the one entry to the front ends, which picks by extension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from holdfast.front.document import Document
from holdfast.front.files import ON_DISK, Files
from holdfast.source import Diagnostic, Span, errors

if TYPE_CHECKING:
    from holdfast.front.tla.modules import Spec


def _load_tla(path: Path, folders: tuple[Path, ...], translate: bool, files: Files) -> Document:
    from holdfast.front.tla_document import load_tla

    return load_tla(path, folders, translate, files)


def _load_ioa(path: Path, folders: tuple[Path, ...], translate: bool, files: Files) -> Document:
    from holdfast.front.ioa_document import load_ioa

    return load_ioa(path, folders, translate, files)


def _load_promela(path: Path, folders: tuple[Path, ...], translate: bool, files: Files) -> Document:
    from holdfast.front.promela_document import load_promela

    return load_promela(path, folders, translate, files)


_FrontEnd: TypeAlias = Callable[[Path, tuple[Path, ...], bool, Files], Document]

_FRONT_ENDS: dict[str, _FrontEnd] = {".tla": _load_tla, ".py": _load_ioa, ".pml": _load_promela}


@dataclass(frozen=True, slots=True, repr=False)
class Loaded:
    """A spec that has been read, with the diagnostics of its text."""

    document: Document

    @property
    def path(self) -> Path:
        """The file that was read."""
        return self.document.path

    @property
    def spec(self) -> Spec:
        """The modules of a TLA+ spec."""
        from holdfast.front.tla_document import TlaDocument

        assert isinstance(self.document, TlaDocument)
        return self.document.spec

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The errors and warnings of the text."""
        return self.document.diagnostics

    @property
    def notices(self) -> tuple[str, ...]:
        """How the spec was read."""
        return self.document.notices

    @property
    def ok(self) -> bool:
        """Whether there are no errors, so that the spec has a meaning."""
        return self.document.ok

    def __repr__(self) -> str:
        found = len(errors(self.diagnostics))
        state = "ok" if self.ok else f"{found} error{'s' if found > 1 else ''}"
        return f"<{type(self).__name__} {self.path.name}: {state}>"


def load(
    path: str | PathLike[str],
    search_path: Sequence[str | PathLike[str]] = (),
    translate: bool = False,
    files: Files = ON_DISK,
) -> Document:
    """Read, parse and resolve a spec with all files that it needs.

    Errors in the text are diagnostics of the result. A file that cannot be read raises
    OSError. With `translate`, an algorithm takes precedence over a translation that was
    edited by hand.
    """
    # Other extensions are read as TLA+, which reports that a module must be in a `.tla` file.
    front_end = _FRONT_ENDS.get(Path(path).suffix, _load_tla)
    folders = tuple(map(Path, search_path))
    return front_end(Path(path), folders, translate, files)


def declared_expectations(path: Path) -> tuple[Span, ...] | None:
    """Where a configuration, or the CONFIG block of a spec, declares its expected result.

    None if a spec has no such block. Raises SpecError for an error that hides a declaration.
    """
    from holdfast.front.tlc.config import config_in_module
    from holdfast.front.tlc.expectation import declarations_in

    source = ON_DISK.source(path)
    block = config_in_module(source) if path.suffix == ".tla" else source
    return None if block is None else declarations_in(block)


def configured_constants(path: Path) -> dict[str, str]:
    """The constants in a configuration, or in the CONFIG block of a spec, and their texts.

    Raises SpecError if there are errors in it, OSError if it cannot be read.
    """
    from holdfast.front.tlc.config import config_in_module, read_config

    source = ON_DISK.source(path)
    block = config_in_module(source) if path.suffix == ".tla" else source
    if block is None:
        return {}
    found = [each for each in read_config(block).constants if not each.args]
    return {each.name.name: each.value.span.text for each in found}
