"""The statements of a spec that a complete search never executed, by what they are part of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from holdfast.ir.system import Part
from holdfast.report.envelope import Json
from holdfast.source import Span


def unreached_lines(parts: Sequence[Part]) -> Iterator[str]:
    """A line for each group, with all its statements."""
    for group, found in _groups(parts):
        said = [f"line {line} `{text}`" for line, text in found]
        yield f"never executed in {group}: {', '.join(said)}"


def unreached_json(parts: Sequence[Part]) -> list[Json]:
    """The same as data."""
    return [
        {"in": group, "statements": [{"line": line, "text": text} for line, text in found]}
        for group, found in _groups(parts)
    ]


def _groups(parts: Sequence[Part]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    for group, found in groupby(parts, lambda part: part.group):
        rows = sorted((_line(part.span), part.text) for part in found)
        yield group, list(dict.fromkeys(rows))


def _line(span: Span | None) -> int:
    return 0 if span is None else span.source.position(span.start)[0]
