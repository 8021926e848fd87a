"""From holdfast's locations and diagnostics to those of the protocol."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from holdfast.lsp.project import Project
from holdfast.lsp.texts import Text
from holdfast.source import Diagnostic, Span

SOURCE = "holdfast"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def location(project: Project, span: Span) -> types.Location:
    """The location of a span."""
    file = span.source.name
    return types.Location(project.uri_of(file), range_of(project, span))


def range_of(project: Project, span: Span) -> types.Range:
    """The range of a span, in the text that it was read from."""
    text = project.text_of(span.source.name)
    # The text without the translation of its algorithm has the same offsets.
    if text is None or len(text.text) != len(span.source.text):
        text = Text(span.source.text, project.encoding)
    return text.of(span)


def by_file(
    project: Project, diagnostics: Iterable[Diagnostic], root: str
) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics by the file that they are about; those without a span are the root's."""
    found: dict[str, list[types.Diagnostic]] = {root: []}
    for each in diagnostics:
        file = root if each.span is None else each.span.source.name
        found.setdefault(file, []).append(diagnostic(project, each))
    return found


def diagnostic(project: Project, found: Diagnostic) -> types.Diagnostic:
    """A diagnostic, with its notes as related information and its help in `data`."""
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    related = [
        types.DiagnosticRelatedInformation(location(project, note.span), note.message)
        for note in found.notes
        if note.span is not None
    ]
    remarks = [note.message for note in found.notes if note.span is None]
    helps = [f"help: {found.help}"] if found.help else []
    return types.Diagnostic(
        range=nowhere if found.span is None else range_of(project, found.span),
        message="\n".join([found.message, *remarks, *helps]),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if found.code in _UNNECESSARY else None,
        data={"help": found.help} if found.help else None,
    )


_UNNECESSARY = frozenset(("unused-definition",))


def text_edit(text: Text, start: int, end: int, new: str) -> types.TextEdit:
    """The replacement of the text between two offsets."""
    return types.TextEdit(text.range(start, end), new)
