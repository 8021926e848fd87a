"""Reading files: from disk, or from overlays such as unsaved editor buffers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from errno import EACCES, ENOENT
from os import strerror
from pathlib import Path
from typing import TypeAlias

from holdfast.source import Diagnostic, Source, Span, SpecError

Overlays: TypeAlias = Mapping[str, str] | Mapping[Path, str]
"""Texts to use instead of files, by path."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a front end reads: those on disk, with overlays for some of them.

    An overlay takes precedence over the file, which need not exist. `texts` collects what was
    read, by path as it was given, and `missing` what was looked for and is not there. If they
    are `sealed`, there are only overlays.
    """

    overlays: Mapping[Path, str] = field(default_factory=dict)
    texts: dict[str, str] | None = field(default=None, repr=False, compare=False)
    sealed: bool = False
    missing: set[str] = field(default_factory=set, repr=False, compare=False)

    @staticmethod
    def over(overlays: Overlays | None, sealed: bool = False) -> Files:
        """The files on disk with overlays; relative paths start at the working directory."""
        texts = {Path(path).resolve(): text for path, text in (overlays or {}).items()}
        return Files(texts, {}, sealed)

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file."""
        found = self._overlay(path) is not None or (not self.sealed and path.is_file())
        if not found:
            self._miss(path)
        return found

    def read(self, path: Path) -> tuple[Source, list[Diagnostic]]:
        """The text of a file, and a diagnostic if it is not UTF-8; raises OSError."""
        text = self._overlay(path)
        if text is None and self.sealed:
            raise FileNotFoundError(ENOENT, strerror(ENOENT), str(path))
        try:
            source, complaints = (
                _read_from_disk(path) if text is None else (Source(str(path), text), [])
            )
        except OSError:
            self._miss(path)
            raise
        if self.texts is not None:
            self.texts[str(path)] = source.text
        return source, complaints

    def source(self, path: Path) -> Source:
        """The text of a file; raises SpecError if it is not UTF-8, OSError if there is none."""
        source, complaints = self.read(path)
        if complaints:
            raise SpecError(*complaints)
        return source

    def _miss(self, path: Path) -> None:
        if self.texts is not None:
            self.missing.add(str(path))

    def _overlay(self, path: Path) -> str | None:
        return self.overlays.get(path.resolve()) if self.overlays else None


ON_DISK = Files()
"""The files on disk, without overlays."""


_allowed: list[Path] = []


def confine(*folders: Path) -> None:
    """From now on, this process reads files below these folders only, and those of holdfast."""
    _allowed[:] = [*(f.resolve() for f in folders), Path(__file__).resolve().parents[1]]


def _read_from_disk(path: Path) -> tuple[Source, list[Diagnostic]]:
    if _allowed and not any(path.resolve().is_relative_to(folder) for folder in _allowed):
        raise PermissionError(EACCES, "it is outside the folder of the project", str(path))
    data = path.read_bytes()
    try:
        return Source(str(path), data.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        source = Source(str(path), data.decode("utf-8", errors="replace"))
        at = len(data[: error.start].decode("utf-8"))
        message = f"the byte {data[error.start]:#04x} is not UTF-8 text"
        span = Span(source, at, at + 1)
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        help = "this looks like UTF-16; save it as UTF-8" if wide else "save the file as UTF-8"
        return source, [Diagnostic("bad-encoding", message, span, help)]
