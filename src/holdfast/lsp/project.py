"""The files that the server knows: buffers of the editor, and those on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from lsprotocol import types

from holdfast.front.tla.bundled import bundled_path
from holdfast.lsp.texts import Encoding, Text, path_of

Language: TypeAlias = Literal["tla", "cfg", "promela", "ioa"]

_SUFFIXES: dict[str, Language] = {".tla": "tla", ".cfg": "cfg", ".pml": "promela", ".py": "ioa"}
_EXTENSION: dict[Language, str] = {language: suffix for suffix, language in _SUFFIXES.items()}
_IDS: dict[str, Language] = {
    "tla": "tla",
    "tlaplus": "tla",
    "pluscal": "tla",
    "tla_cfg": "cfg",
    "tlaplus_cfg": "cfg",
    "tlaplus-cfg": "cfg",
    "tlaconfig": "cfg",
    "promela": "promela",
}
_MOST_FILES = 500
_HEADER = re.compile(r"-{4,}[ \t]*MODULE[ \t]+(\w+)")
_AUTOMATA = re.compile(r"^\s*(?:from\s+holdfast\.ioa\b|import\s+holdfast\.ioa\b)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Buffer:
    """A text that is open in the editor; a buffer without a file has a path of its own."""

    uri: str
    path: Path
    language: Language
    version: int
    text: Text = field(repr=False)


@dataclass(slots=True)
class Project:
    """The buffers by address, and the folders of the workspace."""

    encoding: Encoding = "utf-16"
    roots: tuple[Path, ...] = ()
    paths: tuple[Path, ...] = ()
    """Further folders with modules, from the command line."""
    buffers: dict[str, Buffer] = field(default_factory=dict)
    _others: dict[str, types.TextDocumentItem] = field(default_factory=dict)
    _by_path: dict[str, Buffer] = field(default_factory=dict)
    _texts: dict[str, tuple[tuple[int, int], Text]] = field(default_factory=dict)

    # ---- buffers ----

    def open(self, item: types.TextDocumentItem) -> Buffer | None:
        """A buffer was opened; None if it is in no language of ours."""
        text = Text(item.text, self.encoding)
        language = _language(item.uri, item.language_id, item.text)
        if language is None:
            # It may become one of ours: a Python file that does not import `holdfast.ioa` yet.
            self._others[item.uri] = item
            return None
        path = path_of(item.uri) or _made_path(item.uri, language, item.text)
        return self._keep(Buffer(item.uri, path, language, item.version, text))

    def change(
        self, uri: str, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> Buffer | None:
        """A buffer was edited."""
        before = self.buffers.get(uri)
        other = self._others.pop(uri, None)
        if other is not None:
            new = Text(other.text, self.encoding).changed(changes).text
            return self.open(types.TextDocumentItem(uri, other.language_id, version, new))
        if before is None:
            return None
        text = before.text.changed(changes)
        path = before.path
        if path_of(uri) is None:
            del self._by_path[str(path)]
            path = _made_path(uri, before.language, text.text)
        return self._keep(Buffer(uri, path, before.language, version, text))

    def close(self, uri: str) -> Buffer | None:
        """A buffer was closed: its file counts again."""
        buffer = self.buffers.pop(uri, None)
        self._others.pop(uri, None)
        if buffer is not None:
            self._by_path.pop(str(buffer.path), None)
        return buffer

    def _keep(self, buffer: Buffer) -> Buffer:
        self.buffers[buffer.uri] = buffer
        self._by_path[str(buffer.path)] = buffer
        return buffer

    # ---- files ----

    def overlays(self) -> dict[Path, str]:
        """The texts of all buffers by path."""
        # A copy: the thread that reads specs asks for it, too.
        return {buffer.path: buffer.text.text for buffer in list(self.buffers.values())}

    def buffer_of(self, file: str) -> Buffer | None:
        """The buffer of a source, by its name."""
        return self._by_path.get(file)

    def uri_of(self, file: str) -> str:
        """The address of a source, by its name."""
        buffer = self._by_path.get(file)
        return buffer.uri if buffer is not None else file_path(file).absolute().as_uri()

    def text_of(self, file: str) -> Text | None:
        """The text of a source by its name: that of its buffer, or of the file."""
        buffer = self._by_path.get(file)
        if buffer is not None:
            return buffer.text
        path = file_path(file)
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._texts.get(file)
            if known is None or known[0] != stamp:
                text = path.read_bytes().decode("utf-8-sig", errors="replace")
                known = self._texts[file] = (stamp, Text(text, self.encoding))
        except OSError:
            return None
        return known[1]

    def search_path(self, buffer: Buffer) -> tuple[Path, ...]:
        """Further folders with modules: a buffer without a file sees those of the workspace."""
        return (*self.paths, *(self.roots if path_of(buffer.uri) is None else ()))

    def all_files(self, *suffixes: str) -> list[Path]:
        """The files of the workspace, and those of buffers; not too many."""
        found = {b.path for b in self.buffers.values() if path_of(b.uri) is not None}
        for root in self.roots:
            for folder, inner, names in os.walk(root):
                inner[:] = sorted(name for name in inner if not name.startswith("."))
                found |= {Path(folder, name) for name in names if name.endswith(suffixes)}
                if len(found) > _MOST_FILES:
                    break
        return sorted(p for p in found if p.suffix in suffixes)

    def beside(self, path: Path, *suffixes: str) -> list[Path]:
        """The files of the folder of `path`, on disk or in buffers, by name."""
        found = {b.path for b in self.buffers.values() if b.path.parent == path.parent}
        if path.parent.is_dir():
            found |= {p for suffix in suffixes for p in path.parent.glob(f"*{suffix}")}
        return sorted(p for p in found if p.suffix in suffixes)


def file_path(file: str) -> Path:
    """The path of a source by its name; bundled modules are in the folder of the library."""
    return bundled_path(file) or Path(file)


def _language(uri: str, language_id: str, text: str) -> Language | None:
    path = path_of(uri)
    language = _IDS.get(language_id) if path is None else _SUFFIXES.get(path.suffix)
    language = language or _IDS.get(language_id)
    if language == "ioa" and not _AUTOMATA.search(text):
        return None
    if language == "cfg" and path is not None and language_id not in _IDS:
        # Other programs have files of this name, too.
        return language if any(path.parent.glob("*.tla")) else None
    return language


def _made_path(uri: str, language: Language, text: str) -> Path:
    """A path for a buffer without a file, named like the module in it."""
    header = _HEADER.search(text)
    return Path(uri) / f"{header[1] if header else 'Untitled'}{_EXTENSION[language]}"


def stamps(paths: Iterable[Path], overlays: Mapping[Path, str]) -> dict[Path, object]:
    """What each file is now: the text of its buffer, or when it was written; None without one."""
    found: dict[Path, object] = {}
    for path in paths:
        overlay = overlays.get(path)
        if overlay is not None:
            found[path] = overlay
            continue
        try:
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
        except OSError:
            found[path] = None
    return found
