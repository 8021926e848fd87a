"""From a file to a document: the one entry to the front ends, which picks by extension."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from holdfast.front.document import Document
from holdfast.front.files import Files, Overlays
from holdfast.front.tla_document import load_tla

_FRONT_ENDS = {".tla": load_tla}


def load(
    path: str | PathLike[str],
    search_path: Sequence[str | PathLike[str]] = (),
    translate: bool = False,
    overlays: Overlays | None = None,
) -> Document:
    """Read, parse and resolve a spec with all files that it needs.

    Mistakes in the text are diagnostics of the result. A file that cannot be read raises
    OSError. With `translate`, an algorithm counts more than a translation that somebody has
    edited. `overlays` are texts to use instead of files.
    """
    # Other extensions are read as TLA+, which reports that a module must be in a `.tla` file.
    front_end = _FRONT_ENDS.get(Path(path).suffix, load_tla)
    folders = tuple(map(Path, search_path))
    return front_end(Path(path), folders, translate, Files.over(overlays))
