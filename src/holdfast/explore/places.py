"""Places in the files of a model, and diagnostics, as JSON."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import cast

from holdfast.explore.wire import Failure, Place
from holdfast.report.envelope import diagnostic_json, place_json
from holdfast.source import Diagnostic, Span
from holdfast.workbench.evaluating import EXPRESSION


def place_of(span: Span | None, folder: Path | None) -> Place | None:
    """A range of a file, whose path is relative to the folder if it is below that.

    A range of an expression that a user gives is in no file.
    """
    if span is None or span.start == span.end or span.source.name == EXPRESSION:
        return None
    place = cast(Place, place_json(span))
    place["file"] = relative(place["file"], folder)
    return place


def failure(diagnostic: Diagnostic, folder: Path | None) -> Failure:
    """A diagnostic with such a path."""
    found = diagnostic_json(diagnostic)
    if diagnostic.span is not None:
        found["file"] = relative(diagnostic.span.source.name, folder)
    return found


def relative(name: str, folder: Path | None) -> str:
    """The path relative to the folder, if it is below that."""
    if folder is None:
        return name
    path = PurePath(name)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else name
