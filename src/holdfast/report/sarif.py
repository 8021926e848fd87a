"""Diagnostics as SARIF 2.1.0, the format that code hosts and editors import.

Field names and their meaning: OASIS, "Static Analysis Results Interchange Format (SARIF)
Version 2.1.0". The rules are the codes of `holdfast.codes`, all of them and in their
order, so that a rule's index does not depend on what was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import quote

from holdfast.codes import CODES
from holdfast.report.envelope import Json
from holdfast.source import Diagnostic, Note, Span
from holdfast.version import VERSION

_INDEX = {code: index for index, code in enumerate(CODES)}


def show_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """The SARIF log as JSON text."""
    return json.dumps(sarif_json(diagnostics), indent=2, ensure_ascii=False)


def sarif_json(diagnostics: Iterable[Diagnostic]) -> dict[str, Json]:
    """A SARIF log with one run."""
    driver: dict[str, Json] = {
        "name": "holdfast",
        "version": VERSION,
        "semanticVersion": VERSION,
        "rules": [_rule(code) for code in CODES],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d) for d in diagnostics],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _rule(code: str) -> dict[str, Json]:
    rule: dict[str, Json] = {"id": code, "shortDescription": {"text": CODES[code].meaning}}
    if CODES[code].sany is not None:
        rule["properties"] = {"sany": CODES[code].sany}
    return rule


def _result(diagnostic: Diagnostic) -> dict[str, Json]:
    text = diagnostic.message
    if diagnostic.help:
        text += f"\nhelp: {diagnostic.help}"
    result: dict[str, Json] = {
        "ruleId": diagnostic.code,
        "ruleIndex": _INDEX[diagnostic.code],
        "level": diagnostic.severity,
        "message": {"text": text},
    }
    if diagnostic.span is not None:
        result["locations"] = [_location(diagnostic.span)]
    if diagnostic.notes:
        result["relatedLocations"] = [_related(note) for note in diagnostic.notes]
    return result


def _related(note: Note) -> dict[str, Json]:
    place = _location(note.span) if note.span is not None else {}
    return {**place, "message": {"text": note.message}}


def _location(span: Span) -> dict[str, Json]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(max(span.end, span.start))
    region: dict[str, Json] = {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    artifact: dict[str, Json] = {"uri": _uri(span.source.name)}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
