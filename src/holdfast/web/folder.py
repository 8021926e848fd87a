"""The files of the project: below one folder, with a few extensions, and nothing else."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from holdfast.web.errors import MOST_BYTES, Rejected

WRITABLE = (".tla", ".cfg", ".pml", ".diagram", ".diagram.json")
READABLE = (*WRITABLE, ".py")
_AUTOMATA = re.compile(rb"^\s*(from|import)\s+holdfast\.ioa\b", re.MULTILINE)
_NOT_SEARCHED = ("node_modules", "__pycache__")
_MOST_FILES = 5000
_MOST_SEEN = 100_000
"""A folder with more files than this is no project: its first ones are listed."""


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file, and the tag of its contents."""

    text: str
    tag: str


def tag_of(data: bytes) -> str:
    """The tag of a file's contents, for ETag and If-Match."""
    return f'"{hashlib.sha256(data).hexdigest()}"'


class Folder:
    """The folder of a project. Every path is resolved, and must then be below it."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def files(self) -> list[str]:
        """The files of the project that can be read, as paths relative to the folder."""
        found = []
        for path in self._walk():
            if path.name.endswith(READABLE) and self._is_inside(path):
                found.append(path.relative_to(self.root).as_posix())
            if len(found) == _MOST_FILES:
                break
        return found

    def _walk(self) -> Iterator[Path]:
        seen = 0
        for at, folders, files in os.walk(self.root):
            seen += len(files) + len(folders)
            if seen > _MOST_SEEN:
                return
            folders[:] = sorted(f for f in folders if f[0] != "." and f not in _NOT_SEARCHED)
            # Of a virtual environment nothing is the user's.
            folders[:] = [f for f in folders if not os.path.exists(Path(at, f, "pyvenv.cfg"))]
            yield from (Path(at, name) for name in sorted(files) if name[0] != ".")

    def _is_inside(self, path: Path) -> bool:
        """Whether a file of the folder is readable here: regular, not elsewhere, of a spec."""
        try:
            real = path.resolve()
            if not real.is_relative_to(self.root) or not stat.S_ISREG(real.stat().st_mode):
                return False
            return path.suffix != ".py" or self._has_automata(real)
        except (OSError, RuntimeError):  # a link to itself is a RuntimeError
            return False

    def _has_automata(self, path: Path) -> bool:
        """Whether a file in Python is a file of I/O automata."""
        with path.open("rb") as file:
            return _AUTOMATA.search(file.read(1 << 16)) is not None

    def path(self, given: str, endings: tuple[str, ...] = READABLE) -> Path:
        """The real path of a file, which need not exist; raises Rejected."""
        parts = given.split("/")
        wrong = "\0" in given or "\\" in given or any(not p or p.startswith(".") for p in parts)
        if wrong or len(given) > 1000 or not given.endswith(endings):
            raise Rejected(403, "this is not a file of the project that the studio may use")
        try:
            real = (self.root / given).resolve()
        except (OSError, RuntimeError, ValueError):
            raise Rejected(404, "there is no such file") from None
        inside = real.is_relative_to(self.root) and real.name.endswith(endings)
        hidden = inside and any(p.startswith(".") for p in real.relative_to(self.root).parts)
        if not inside or hidden:
            raise Rejected(403, "the file is outside the folder of the project")
        return real

    def require(self, given: str) -> None:
        """Reject what is not a file that may be read; raises Rejected."""
        if not self._is_inside(self.path(given)):
            raise Rejected(404, f"there is no file {given}")

    def read(self, given: str) -> Text:
        """The text of a file; raises Rejected."""
        data = self._bytes(self.path(given))
        if data is None:
            raise Rejected(404, f"there is no file {given}")
        try:
            return Text(data.decode("utf-8"), tag_of(data))
        except UnicodeDecodeError:
            raise Rejected(415, f"{given} is not UTF-8 text", "save it as UTF-8") from None

    def write(self, given: str, data: bytes, expected: str | None) -> str:
        """Write a file whose contents are those expected, None for a new one; the new tag."""
        path = self.path(given, WRITABLE)
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            raise Rejected(415, "the text is not UTF-8") from None
        before = self._bytes(path)
        found = None if before is None else tag_of(before)
        if found != expected:
            now = None if before is None else before.decode("utf-8", "replace")
            raise Rejected(412, f"{given} has changed since it was read", None, text=now, tag=found)
        if not path.parent.is_dir():
            raise Rejected(404, f"there is no folder for {given}")
        try:
            _replace(path, data)
        except OSError as error:
            raise Rejected(500, f"{given}: {error.strerror or error}") from None
        return tag_of(data)

    def _bytes(self, path: Path) -> bytes | None:
        """The contents of a file; None if there is none."""
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise Rejected(403, "this is not a file")
            if status.st_size > MOST_BYTES:
                raise Rejected(413, "the file is too large")
            if path.suffix == ".py" and not self._has_automata(path):
                raise Rejected(403, "this is not a file of I/O automata")
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Rejected(404, error.strerror or "the file cannot be read") from None


def _replace(path: Path, data: bytes) -> None:
    """Write a file at once, with the permissions that it had; raises OSError."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    number, draft = tempfile.mkstemp(prefix=".", suffix=".draft", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        os.chmod(draft, mode)
        os.replace(draft, path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
