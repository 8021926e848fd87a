"""Diagnostics as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from holdfast.source import Diagnostic, errors


def show_diagnostics(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """The diagnostics one below the other, separated by blank lines."""
    return "\n\n".join(d.render(color) for d in diagnostics)


def summarize(diagnostics: Sequence[Diagnostic]) -> str:
    """How many of each there are: `2 errors, 1 warning`, or nothing when there are none."""
    wrong = len(errors(diagnostics))
    doubtful = len(diagnostics) - wrong
    parts = ((wrong, "error"), (doubtful, "warning"))
    return ", ".join(count_of(number, noun) for number, noun in parts if number)


def count_of(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 error`, `2 errors`, `3,000 states`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
