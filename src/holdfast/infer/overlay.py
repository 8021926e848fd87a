"""Formulas that a user gives, read as definitions at the end of a spec."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from holdfast.source import Diagnostic, Note, Source, Span, SpecError

T = TypeVar("T")
_MODULE = "HoldfastGiven"
_FIRST = 3
"""The line of the first formula."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Formulas, each with the option that gave it, and the module that they extend."""

    module: str
    formulas: Sequence[tuple[str, str]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the definitions, one for each formula."""
        return tuple(f"{_MODULE}{i}" for i in range(len(self.formulas)))

    def read(self, read: Callable[[Path], T]) -> T:
        """What `read` makes of a file with the definitions; mistakes are shown where they were."""
        rows = [f"---- MODULE {_MODULE} ----", f"EXTENDS {self.module}"]
        pairs = zip(self.names, self.formulas, strict=True)
        rows += [f"{name} == {text}" for name, (_, text) in pairs]
        folder = Path(tempfile.mkdtemp(prefix="holdfast-"))
        path = folder / f"{_MODULE}.tla"
        try:
            path.write_bytes("\n".join([*rows, "====", ""]).encode())
            return read(path)
        except SpecError as error:
            raise SpecError(*(self._relocated(d, path) for d in error.diagnostics)) from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _relocated(self, found: Diagnostic, path: Path) -> Diagnostic:
        notes = tuple(Note(n.message, self._place(n.span, path)) for n in found.notes)
        return replace(found, span=self._place(found.span, path), notes=notes)

    def _place(self, span: Span | None, path: Path) -> Span | None:
        """The place in the formula that was given, for one in the file that was made of it."""
        if span is None or Path(span.source.name) != path:
            return span
        line, column = span.source.position(span.start)
        index = min(max(line - _FIRST, 0), len(self.formulas) - 1)
        option, text = self.formulas[index]
        # The lines before it are empty, so that its number is that of the formula.
        before = sum(o == option for o, _ in self.formulas[:index])
        source = Source(option, "\n" * before + text)
        shift = before + column - 1 - len(f"{self.names[index]} == ")
        if line - _FIRST > index:
            shift = before + len(text)
        start = min(max(shift, before), before + len(text))
        return Span(source, start, min(start + span.end - span.start, before + len(text)))
