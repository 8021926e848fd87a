"""What notebooks show: texts, tables and drawings as HTML that is static, escaped and complete."""

from __future__ import annotations

import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

MOST_DRAWN = 150
"""A graph with more nodes is not drawn in a notebook."""
MOST_ROWS = 20
"""A table in a notebook has at most so many rows."""
EVERY = 0.5
"""Seconds between two updates of a line."""

# Colours are those of the notebook, light or dark; a drawing has a background of its own.
_TEXT = "overflow-x: auto; font-family: monospace; margin: 0.5em 0"
_CELL = (
    "padding: 0.1em 0.8em; text-align: left; font-family: monospace;"
    " vertical-align: top; white-space: pre-wrap; border-bottom: 1px solid rgba(128, 128, 128, 0.4)"
)


def bundle(plain: str, parts: Iterable[str], drawings: Sequence[str] = ()) -> dict[str, str]:
    """The representations of an object by media type; a single drawing is one of them."""
    found = {"text/plain": plain, "text/html": "".join(parts)}
    return {**found, "image/svg+xml": drawings[0]} if len(drawings) == 1 else found


def text_html(text: str) -> str:
    """A text with its line ends and blanks."""
    return f'<pre style="{_TEXT}">{escape(text)}</pre>'


def drawing_html(svg: str, name: str) -> str:
    """A drawing as an image: its style and its identifiers stay inside."""
    data = b64encode(svg.encode("utf-8", "replace")).decode("ascii")
    source = f"data:image/svg+xml;base64,{data}"
    return f'<p><img alt="{escape(name)}" style="max-width: 100%" src="{source}"></p>'


def table_html(rows: Sequence[Mapping[str, object]], total: int | None = None) -> str:
    """The first rows as a table, with the columns of the first row; `total` is their number."""
    if not rows:
        return ""
    names, total = list(rows[0]), len(rows) if total is None else total
    more = f"<p>{total - MOST_ROWS:,} more rows</p>" if total > MOST_ROWS else ""
    return grid_html(names, [[row[name] for name in names] for row in rows[:MOST_ROWS]]) + more


def grid_html(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a line of heads; a cell may have several lines."""
    return "".join(_grid(heads, rows))


def _grid(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield '<div style="overflow-x: auto"><table style="border-collapse: collapse"><thead><tr>'
    yield from (f'<th style="{_CELL}">{escape(name)}</th>' for name in heads)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = ("" if cell is None else escape(str(cell)) for cell in row)
        yield "<tr>"
        yield from (f'<td style="{_CELL}">{cell}</td>' for cell in cells)
        yield "</tr>"
    yield "</tbody></table></div>"


def text_with_tables(text: str, tables: Mapping[str, str]) -> list[str]:
    """A text as HTML, in which some of its paragraphs are replaced by tables."""
    parts = [text]
    for paragraph, table in tables.items():
        if paragraph and table:
            parts = [piece for part in parts for piece in _replaced(part, paragraph, table)]
    return [part if part in tables.values() else text_html(part) for part in parts]


def _replaced(text: str, paragraph: str, table: str) -> list[str]:
    before, found, after = text.partition(paragraph)
    return (
        [each for each in (before.strip("\n"), table, after.strip("\n")) if each]
        if found
        else [text]
    )


class LiveLine:
    """A line below the cell that runs, which the next line replaces."""

    def __init__(self, display: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self.display = display
        self.clock = clock
        self.told = clock()
        self.handle: Any = None

    def tell(self, text: str) -> None:
        """Show the text, if the interval has passed."""
        if self.clock() - self.told >= EVERY:
            self.told = self.clock()
            self._show(text)

    def clear(self) -> None:
        """Remove the line."""
        if self.handle is not None:
            self._show("")

    def _show(self, text: str) -> None:
        data = {"text/plain": text, "text/html": text_html(text) if text else ""}
        if self.handle is None:
            self.handle = self.display(data, raw=True, display_id=True)
        else:
            self.handle.update(data, raw=True)


def live_line() -> LiveLine | None:
    """A line below the cell that runs; None if this process is not the kernel of a notebook."""
    # IPython is not imported for this: what runs in a kernel has it already.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if getattr(shell, "kernel", None) is None:
        return None
    return LiveLine(sys.modules["IPython.display"].display)
