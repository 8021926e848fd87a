"""Coverage as a web page: the actions, and every module with its parts coloured by their counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from holdfast.ir.coverage import Coverage, SiteCoverage
from holdfast.report.coverage import (
    Findings,
    action_cells,
    by_source,
    coverage_remarks,
    part_cells,
)
from holdfast.source import Source, Span

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
table { border-collapse: collapse; }
th, td { padding: 0.1em 0.9em; text-align: right; border-bottom: 1px solid #ddd; }
th:last-child, td:last-child { text-align: left; }
pre { line-height: 1.6; overflow-x: auto; }
pre a { color: #999; text-decoration: none; user-select: none; }
.evaluated { background: #e3f4e3; }
.false { background: #ffe3a8; }
.never { background: #ffc9c4; }
tr.none td { color: #b3261e; }
tr.part td:last-child { padding-left: 2.4em; }
"""
_LEGEND = (
    '<span class="evaluated">evaluated</span> <span class="false">never true</span>'
    ' <span class="never">never evaluated</span>; the counts of a part appear when the pointer'
    " rests on it."
)


def coverage_html(coverage: Coverage, title: str) -> str:
    """A page without scripts or other files."""
    return "\n".join(_page(coverage, title)) + "\n"


def _page(coverage: Coverage, title: str) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    yield "<table><tr><th>tried<th>enabled<th>generated<th>distinct<th>time<th>action</tr>"
    for row in (coverage.initial, *coverage.actions):
        yield _row(action_cells(coverage, row), row.name, row.formula or row.span)
        yield from (_row(part_cells(part), part.name, part.span, "part") for part in row.parts)
    yield "</table>"
    remarks = list(coverage_remarks(coverage))
    if remarks:
        yield "<ul>"
        yield from (f"<li>{escape(text)}</li>" for text in remarks)
        yield "</ul>"
    yield f"<p>{_LEGEND}</p>"
    for source, sites in by_source(coverage.sites):
        yield f"<h2>{escape(source.name)}</h2>"
        yield f"<pre>{_module(source, sites, Findings.of(coverage))}</pre>"
    yield "</body></html>"


def _row(cells: Sequence[str], name: str, place: Span | None, kind: str = "") -> str:
    """The counts of an action, or of a part of one; the third is that of generated states."""
    classes = " ".join(filter(None, (kind, "none" if cells[2] == "0" else "")))
    tone = f' class="{classes}"' if classes else ""
    named = escape(name)
    if place is not None:
        line = place.source.position(place.start)[0]
        named = f'<a href="#{_anchor(place.source, line)}">{named}</a>'
    return f"<tr{tone}>{''.join(f'<td>{cell}' for cell in cells)}<td>{named}</tr>"


def _anchor(source: Source, line: int) -> str:
    return escape(f"{source.name}-{line}", quote=True)


def _module(source: Source, sites: Sequence[SiteCoverage], findings: Findings) -> str:
    """The text of a module: numbered lines, with an element for each site."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, int] = {}
    around: list[Span] = []
    for site in sites:
        while around and around[-1].end <= site.span.start:
            around.pop()
        if around and site.span.end > around[-1].end:
            continue  # elements are nested
        around.append(site.span)
        opening.setdefault(site.span.start, []).append(_opened(site, findings))
        closing[site.span.end] = closing.get(site.span.end, 0) + 1
    lines = {start: number for number, start in enumerate(source.line_starts, start=1)}
    digits = len(str(len(lines)))
    edges = sorted({*opening, *closing, *lines, len(source.text)})
    made = []
    for at, until in zip(edges, [*edges[1:], len(source.text)], strict=True):
        made.append("</span>" * closing.get(at, 0))
        if at in lines:
            number = lines[at]
            anchor = _anchor(source, number)
            made.append(f'<a id="{anchor}" href="#{anchor}">{number:{digits}}  </a>')
        made += opening.get(at, [])
        made.append(escape(source.text[at:until]))
    return "".join(made)


def _opened(site: SiteCoverage, findings: Findings) -> str:
    remark = findings.about(site.span)
    tone = {"never evaluated": "never", "never true": "false"}.get(remark or "", "evaluated")
    if not site.evaluated:
        tone = "never"
    counts = f"{site.role}: evaluated {site.evaluated:,}"
    if site.true is not None:
        counts += f", true {site.true:,}"
    return f'<span class="{tone}" title="{counts}">'
