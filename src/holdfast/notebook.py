"""What notebooks show: texts, tables and drawings as HTML that is static, escaped and complete."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

MOST_DRAWN = 150
"""A graph with more nodes is not drawn in a notebook."""
MOST_ROWS = 20
"""A table in a notebook has at most so many rows."""

# Colours are those of the notebook, light or dark; a drawing has a background of its own.
_CELL = "padding: 0.1em 0.8em; text-align: left; border-bottom: 1px solid rgba(128, 128, 128, 0.4)"


def bundle(plain: str, parts: Iterable[str], drawings: Sequence[str] = ()) -> dict[str, str]:
    """The representations of an object by media type; a single drawing is one of them."""
    found = {"text/plain": plain, "text/html": "".join(parts)}
    return {**found, "image/svg+xml": drawings[0]} if len(drawings) == 1 else found


def text_html(text: str) -> str:
    """A text with its line ends and blanks."""
    return f'<pre style="overflow-x: auto">{escape(text)}</pre>'


def drawing_html(svg: str, name: str) -> str:
    """A drawing as an image: its style and its identifiers stay inside."""
    data = b64encode(svg.encode("utf-8", "replace")).decode("ascii")
    source = f"data:image/svg+xml;base64,{data}"
    return f'<p><img alt="{escape(name)}" style="max-width: 100%" src="{source}"></p>'


def table_html(rows: Sequence[Mapping[str, object]], total: int | None = None) -> str:
    """The first rows as a table, with the columns of the first row; `total` is their number."""
    return "".join(_table(rows, len(rows) if total is None else total)) if rows else ""


def _table(rows: Sequence[Mapping[str, object]], total: int) -> Iterator[str]:
    yield '<table style="border-collapse: collapse"><thead><tr>'
    yield from (f'<th style="{_CELL}">{escape(name)}</th>' for name in rows[0])
    yield "</tr></thead><tbody>"
    for row in rows[:MOST_ROWS]:
        cells = ("" if row[name] is None else escape(str(row[name])) for name in rows[0])
        yield "<tr>"
        yield from (f'<td style="{_CELL}">{cell}</td>' for cell in cells)
        yield "</tr>"
    yield "</tbody></table>"
    if total > MOST_ROWS:
        yield f"<p>{total - MOST_ROWS:,} more rows</p>"
