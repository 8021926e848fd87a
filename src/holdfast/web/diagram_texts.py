"""Texts of diagrams: what is in them, and after a change. A process of an explorer runs this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.source import Diagnostic, Source, SpecError


def opened(body: Mapping[str, Any]) -> dict[str, Any]:
    """The diagrams of a text: their parts, and a drawing of each; raises SpecError."""
    from holdfast.diagram.reader import read_diagrams
    from holdfast.report.diagram_views import diagrams_view

    text = body["text"]
    found = read_diagrams(Source(str(body.get("file", "<text>")), text))
    return {"text": text, **diagrams_view(found, body.get("runs") or {}, text)}


def changed(body: Mapping[str, Any]) -> dict[str, Any]:
    """The text after a change of a diagram, and what is then in it; raises SpecError."""
    from holdfast.diagram.comments import with_comments
    from holdfast.diagram.diagram import Diagrams
    from holdfast.diagram.edits import edit
    from holdfast.diagram.reader import read_diagrams
    from holdfast.diagram.writer import write_diagrams
    from holdfast.report.diagram_views import diagrams_view

    text = body["text"]
    # A new file has no diagram yet.
    found = read_diagrams(Source("<text>", text)) if text.strip() else Diagrams()
    after = edit(found, body["diagram"], body["change"])
    written = with_comments(text, write_diagrams(after))
    return {"text": written, **diagrams_view(after, {}, written)}


def drawn(body: Mapping[str, Any]) -> dict[str, Any]:
    """A diagram as an SVG file, with a counterexample if there is one; raises SpecError."""
    from holdfast.diagram.reader import read_diagrams
    from holdfast.report.diagram_views import picture_of
    from holdfast.report.graph_svg import graph_svg

    name = body["diagram"]
    found = read_diagrams(Source("<text>", body["text"]))
    if all(each.name != name for each in found.diagrams):
        message = f"there is no diagram {name}"
        raise SpecError(Diagnostic("diagram-unknown-name", message, None))
    return {"svg": graph_svg(picture_of(found, name, (body.get("runs") or {}).get(name)))}


ANSWERS = {"open diagrams": opened, "change diagram": changed, "draw diagram": drawn}
