"""Drawings: files of diagrams as an editor has them, proofs, mined relations, dragged places.

Nothing here runs an engine: what takes long is a run. A file of diagrams is its text, which the
page sends with every request; so nothing is kept between requests, and two pages do not disagree.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from holdfast.runs.reading import read_object
from holdfast.runs.store import HOME
from holdfast.web.errors import MOST_BYTES, Rejected, body_object, text_of
from holdfast.web.runs_api import stored_run
from holdfast.web.studio import studio_of

_MOST_PLACES = 2000
_LAYOUT = "layout.json"


# ---- diagrams ----


async def open_diagrams(request: Request) -> Response:
    """The diagrams of a text: their parts, and a drawing of each."""
    return await _answered(request, "open diagrams")


async def change_diagram(request: Request) -> Response:
    """The text after a change of a diagram, and what is then in it."""
    return await _answered(request, "change diagram", "diagram", "change")


async def draw_diagram(request: Request) -> Response:
    """A diagram as an SVG file, with a counterexample if there is one."""
    return await _answered(request, "draw diagram", "diagram")


async def _answered(request: Request, what: str, *needed: str) -> Response:
    """The result of another process: a text may be of any size, and a drawing takes its time."""
    body = await body_object(request)
    for name in ("text", *needed):
        if name == "change":
            if not isinstance(body.get("change"), dict):
                raise Rejected(400, "`change` is an object")
        else:
            text_of(body, name)
    if not isinstance(body.get("runs") or {}, dict):
        raise Rejected(400, "`runs` are results by name")
    asked = {"what": what, "body": body}
    return JSONResponse(await studio_of(request).explorers.ask("diagrams", asked))


# ---- results ----


async def proof_of_run(request: Request) -> Response:
    """The lemmas of a proof, what they need, a drawing, a counterexample to induction."""
    from holdfast.report.envelope_views import proof_view

    envelope = _envelope(request, ("prove", "infer"))
    return await _viewed(lambda: proof_view(envelope))


async def relations_of_run(request: Request) -> Response:
    """A drawing of mined relations, all or those with the numbers of `keep`."""
    from holdfast.report.envelope_views import mined_view

    envelope = _envelope(request, ("mine",))
    given = request.query_params.get("keep")
    if given is not None and not all(part.isdecimal() for part in given.split(",") if part):
        raise Rejected(400, "`keep` are numbers of relations")
    keep = None if given is None else [int(part) for part in given.split(",") if part]
    return await _viewed(lambda: mined_view(envelope, keep))


async def _viewed(view: Callable[[], Any]) -> Response:
    """What a view makes of a result, which others may have written."""
    try:
        return JSONResponse(await asyncio.to_thread(view))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Rejected(422, "the stored result cannot be read") from None


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
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    return JSONResponse({"places": places})


def _layouts(root: Path) -> dict[str, Any]:
    try:
        found = read_object((root / HOME / _LAYOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: places for name, places in (found or {}).items() if _are_places(places)}


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
