"""The project and its files."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from holdfast.web.errors import Rejected
from holdfast.web.project import project_json
from holdfast.web.studio import studio_of


async def project(request: Request) -> Response:
    """Specs, models, last verdicts, runs."""
    studio = studio_of(request)
    active = tuple(studio.jobs.jobs)
    found = await asyncio.to_thread(project_json, studio.folder, studio.store, active)
    return JSONResponse(found)


async def read_file(request: Request) -> Response:
    """The text of a file, with its tag."""
    found = studio_of(request).folder.read(request.path_params["path"])
    return PlainTextResponse(found.text, headers={"ETag": found.tag})


async def write_file(request: Request) -> Response:
    """Write a file that is as the page has read it, or a new one."""
    folder, path = studio_of(request).folder, request.path_params["path"]
    expected = request.headers.get("if-match")
    if expected is None and request.headers.get("if-none-match") != "*":
        folder.path(path)
        raise Rejected(428, "say which text is replaced, with If-Match, or If-None-Match: *")
    tag = folder.write(path, await request.body(), expected)
    return Response(status_code=204, headers={"ETag": tag})


ROUTES = [
    Route("/api/project", project),
    Route("/api/files/{path:path}", read_file, methods=["GET"]),
    Route("/api/files/{path:path}", write_file, methods=["PUT"]),
]
