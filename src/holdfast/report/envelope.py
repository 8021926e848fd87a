"""The one JSON object that every command's `--json` prints.

The keys are the same for all commands and always present; what a command has to say
beyond them is in one object under the command's own name. `docs/json.md` is the
description for users.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.source import Diagnostic, Note, Span
from holdfast.version import VERSION

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """The output of a command; a field that does not apply keeps its default."""

    command: str
    spec: str | None = None
    config: str | None = None
    constants: Mapping[str, str] = field(default_factory=dict)
    engine: str | None = None
    verdict: str | None = None
    scope: str | None = None
    kind: str | None = None
    property: str | None = None
    checked: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    reductions: tuple[str, ...] = ()
    vacuous: tuple[str, ...] = ()
    never_enabled: tuple[str, ...] = ()
    collision_probability: float | None = None
    cause: str | None = None
    reason: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    exit: int = 0
    own: Mapping[str, Json] = field(default_factory=dict)


def envelope_json(envelope: Envelope) -> dict[str, Json]:
    """The envelope as the object that is printed, keys in their documented order."""
    return {
        "holdfast": VERSION,
        "command": envelope.command,
        "spec": envelope.spec,
        "config": envelope.config,
        "constants": envelope.constants,
        "engine": envelope.engine,
        "verdict": envelope.verdict,
        "scope": envelope.scope,
        "kind": envelope.kind,
        "property": envelope.property,
        "checked": envelope.checked,
        "not_checked": envelope.not_checked,
        "assumed": envelope.assumed,
        "reductions": envelope.reductions,
        "vacuous": envelope.vacuous,
        "never_enabled": envelope.never_enabled,
        "collision_probability": envelope.collision_probability,
        "cause": envelope.cause,
        "reason": envelope.reason,
        "warnings": [diagnostic_json(d) for d in envelope.diagnostics if d.severity == "warning"],
        "diagnostics": [diagnostic_json(d) for d in envelope.diagnostics if d.severity == "error"],
        "seconds": round(envelope.seconds, 3),
        "exit": envelope.exit,
        envelope.command: envelope.own,
    }


def show_envelope(envelope: Envelope) -> str:
    """The envelope as JSON text."""
    return json.dumps(envelope_json(envelope), indent=2, ensure_ascii=False)


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Json]:
    """One diagnostic; `start` and `end` count lines and columns from 1, offsets from 0."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **place_json(diagnostic.span),
        "help": diagnostic.help,
        "notes": [_note_json(note) for note in diagnostic.notes],
        "sany": diagnostic.sany,
    }


def _note_json(note: Note) -> dict[str, Json]:
    return {"message": note.message, **place_json(note.span)}


def place_json(span: Span | None) -> dict[str, Json]:
    """A range of source text: its file, its start and its end."""
    if span is None:
        return {"file": None, "start": None, "end": None}
    return {
        "file": span.source.name,
        "start": _position(span, span.start),
        "end": _position(span, span.end),
    }


def _position(span: Span, offset: int) -> dict[str, Json]:
    line, column = span.source.position(offset)
    return {"line": line, "column": column, "offset": offset}
