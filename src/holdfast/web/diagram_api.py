"""Drawings: files of diagrams as an editor has them, proofs, mined relations, dragged places.

Nothing here runs an engine: what takes long is a run. A file of diagrams is its text, which the
page sends with every request; so nothing is kept between requests, and two pages do not disagree.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from holdfast.runs.store import HOME
from holdfast.source import SpecError
from holdfast.web.errors import MOST_BYTES, Rejected, body_object, text_of
from holdfast.web.runs_api import stored_run
from holdfast.web.studio import studio_of

_MOST_PLACES = 2000
_LAYOUT = "layout.json"


# ---- diagrams ----


async def open_diagrams(request: Request) -> Response:
    """The diagrams of a text: their parts, and a drawing of each."""
    body = await body_object(request)
    return await _answered(lambda: _opened(body))


async def change_diagram(request: Request) -> Response:
    """The text after a change of a diagram, and what is then in it."""
    body = await body_object(request)
    return await _answered(lambda: _changed(body))


async def draw_diagram(request: Request) -> Response:
    """A diagram as an SVG file, with a counterexample if there is one."""
    body = await body_object(request)
    return await _answered(lambda: {"svg": _drawn(body)})


async def _answered(work: Any) -> Response:
    """The result of some work, or the errors of the text; a drawing may take half a second."""
    try:
        return JSONResponse(await asyncio.to_thread(work))
    except SpecError as error:
        from holdfast.report.envelope import diagnostic_json

        first, *_ = error.diagnostics
        found = [diagnostic_json(each) for each in error.diagnostics]
        raise Rejected(422, first.message, first.help, diagnostics=found) from None


def _opened(body: Mapping[str, Any]) -> dict[str, Any]:
    from holdfast.diagram.reader import read_diagrams
    from holdfast.report.diagram_views import diagrams_view
    from holdfast.source import Source

    text = text_of(dict(body), "text")
    found = read_diagrams(Source(str(body.get("file", "<text>")), text))
    return {"text": text, **diagrams_view(found, body.get("runs") or {}, text)}


def _changed(body: Mapping[str, Any]) -> dict[str, Any]:
    from holdfast.diagram.comments import with_comments
    from holdfast.diagram.diagram import Diagrams
    from holdfast.diagram.edits import edit
    from holdfast.diagram.reader import read_diagrams
    from holdfast.diagram.writer import write_diagrams
    from holdfast.report.diagram_views import diagrams_view
    from holdfast.source import Source

    text, name = text_of(dict(body), "text"), text_of(dict(body), "diagram")
    change = body.get("change")
    if not isinstance(change, dict):
        raise Rejected(400, "`change` is an object")
    # A new file has no diagram yet.
    found = read_diagrams(Source("<text>", text)) if text.strip() else Diagrams()
    changed = edit(found, name, change)
    written = with_comments(text, write_diagrams(changed))
    return {"text": written, **diagrams_view(changed, {}, written)}


def _drawn(body: Mapping[str, Any]) -> str:
    from holdfast.diagram.reader import read_diagrams
    from holdfast.report.diagram_views import picture_of
    from holdfast.report.graph_svg import graph_svg
    from holdfast.source import Source

    text, name = text_of(dict(body), "text"), text_of(dict(body), "diagram")
    found = read_diagrams(Source("<text>", text))
    if all(each.name != name for each in found.diagrams):
        raise Rejected(404, f"there is no diagram {name}")
    return graph_svg(picture_of(found, name, (body.get("runs") or {}).get(name)))


# ---- results ----


async def proof_of_run(request: Request) -> Response:
    """The lemmas of a proof, what they need, a drawing, a counterexample to induction."""
    from holdfast.report.envelope_views import proof_view

    envelope = _envelope(request, ("prove", "infer"))
    return JSONResponse(await asyncio.to_thread(lambda: proof_view(envelope)))


async def relations_of_run(request: Request) -> Response:
    """A drawing of mined relations, all or those with the numbers of `keep`."""
    from holdfast.report.envelope_views import mined_view

    envelope = _envelope(request, ("mine",))
    given = request.query_params.get("keep")
    if given is not None and not all(part.isdecimal() for part in given.split(",") if part):
        raise Rejected(400, "`keep` are numbers of relations")
    keep = None if given is None else [int(part) for part in given.split(",") if part]
    return JSONResponse(await asyncio.to_thread(lambda: mined_view(envelope, keep)))


def _envelope(request: Request, commands: tuple[str, ...]) -> dict[str, Any]:
    run = stored_run(request)
    envelope = run.envelope
    if envelope is None:
        raise Rejected(409, f"run {run.number} has no result yet")
    if envelope.get("command") not in commands:
        raise Rejected(404, f"run {run.number} is not of {' or '.join(commands)}")
    return envelope


# ---- places ----


async def read_layout(request: Request) -> Response:
    """The places of the nodes of a drawing that were dragged."""
    places = _layouts(studio_of(request).folder.root).get(request.query_params.get("of", ""), {})
    return JSONResponse({"places": places})


async def write_layout(request: Request) -> Response:
    """Keep the places of the nodes of a drawing; those of the others stay."""
    body = await body_object(request)
    name, places = text_of(body, "of"), body.get("places")
    if not _are_places(places):
        raise Rejected(400, "`places` are pairs of numbers by name")
    path = studio_of(request).folder.root / HOME / _LAYOUT
    layouts = {n: p for n, p in _layouts(path.parent.parent).items() if n != name}
    if places:
        layouts[name] = places
    text = json.dumps(layouts, ensure_ascii=False)
    if len(text) > MOST_BYTES:
        raise Rejected(413, "there is no room for more places")
    path.parent.mkdir(exist_ok=True)
    draft = path.with_name(f".{_LAYOUT}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
    return JSONResponse({"places": places})


def _layouts(root: Path) -> dict[str, Any]:
    try:
        found = json.loads((root / HOME / _LAYOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _are_places(places: Any) -> bool:
    return (
        isinstance(places, dict)
        and len(places) <= _MOST_PLACES
        and all(
            isinstance(at, list)
            and len(at) == 2
            and all(isinstance(x, int | float) and not isinstance(x, bool) for x in at)
            for at in places.values()
        )
    )


ROUTES = [
    Route("/api/diagram/open", open_diagrams, methods=["POST"]),
    Route("/api/diagram/change", change_diagram, methods=["POST"]),
    Route("/api/diagram/svg", draw_diagram, methods=["POST"]),
    Route("/api/runs/{number}/proof", proof_of_run),
    Route("/api/runs/{number}/relations", relations_of_run),
    Route("/api/layout", read_layout, methods=["GET"]),
    Route("/api/layout", write_layout, methods=["POST"]),
]
