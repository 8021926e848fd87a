"""Diagnostics as workflow commands of GitHub, which shows them beside the source lines."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.source import Diagnostic


def show_annotations(diagnostics: Iterable[Diagnostic]) -> str:
    """A line `::error file=...,line=...,title=...::message` for each diagnostic."""
    return "\n".join(map(_annotation, diagnostics))


def _annotation(diagnostic: Diagnostic) -> str:
    properties = {"title": f"holdfast {diagnostic.code}"}
    if diagnostic.span is not None:
        line, column = diagnostic.span.source.position(diagnostic.span.start)
        place = {"file": diagnostic.span.source.name, "line": str(line), "col": str(column)}
        properties = {**place, **properties}
    shown = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    text = "\n".join([diagnostic.message, *(note.message for note in diagnostic.notes)])
    return f"::{diagnostic.severity} {shown}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    """The text with the characters escaped that end a command or a property."""
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
