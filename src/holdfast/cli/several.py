"""One output for several files: the results one below the other, and one JSON object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from holdfast.cli.answer import Answer
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope, envelope_json


def severity(code: int) -> int:
    """How severe an exit code is: errors, then violations, then inconclusive results."""
    return 0 if code == 0 else 1 if code in (20, 21) else 2 if code < 20 and code != 2 else 3


def combine(files: Sequence[Path], answers: Sequence[Answer], quiet: bool) -> Answer:
    """The output for all files; its keys and exit code are those of the most severe result."""
    envelopes = [
        replace(each.envelope, spec=each.envelope.spec or str(file))
        for file, each in zip(files, answers, strict=False)
    ]
    # Of equally severe results, `max` takes the first.
    decisive = max(envelopes, key=lambda each: severity(each.exit))
    objects = [envelope_json(each) for each in envelopes]
    envelope = replace(decisive, spec=None, own={**decisive.own, "files": objects})
    texts = ["\n".join(filter(None, (each.text, each.remarks))) for each in answers]
    summary = _summary(len(files), envelopes)
    return Answer(envelope, ("\n" if quiet else "\n\n").join([*texts, summary]))


def _summary(files: int, envelopes: Sequence[Envelope]) -> str:
    found = Counter(each.verdict for each in envelopes)
    parts = [f"{number} {verdict}" for verdict, number in found.items()]
    if files > len(envelopes):
        parts.append(f"{files - len(envelopes)} not checked")
    return f"{count_of(files, 'file')}: {', '.join(parts)}"
