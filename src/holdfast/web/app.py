"""The application: every route, and what all of them share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from holdfast.web.errors import Rejected, body_object, rejection, text_of
from holdfast.web.guard import Guard
from holdfast.web.page import page, static
from holdfast.web.project import project_json
from holdfast.web.studio import Studio, studio_of
from holdfast.web.watch import Watch


def create_app(studio: Studio, hosts: Iterable[str]) -> ASGIApp:
    """The application for a studio that answers to these names."""
    from holdfast.web import diagram_api, explore_api, files_api, runs_api

    routes = [
        Route("/", page),
        Route("/static/{path:path}", static),
        Route("/api/enter", enter, methods=["POST"]),
        Route("/api/events", events),
        Route("/api/lsp", language_server, methods=["POST"]),
        *files_api.ROUTES,
        *runs_api.ROUTES,
        *diagram_api.ROUTES,
        *explore_api.ROUTES,
    ]
    app = Starlette(
        routes=routes,
        lifespan=_lifespan,
        exception_handlers={
            Rejected: _rejected,
            HTTPException: _wrong_address,
            OSError: _failed,
            Exception: _bug,
        },
    )
    app.state.studio = studio
    return Guard(app, studio.keys, hosts)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Watch the folder while the server runs; end all processes before it ends."""
    studio: Studio = app.state.studio
    loop = asyncio.get_running_loop()
    watch = loop.create_task(Watch(studio.folder, studio.jobs).run())
    first = loop.create_task(_read_project(studio)) if studio.is_warm else None
    try:
        yield
    finally:
        watch.cancel()
        if first is not None:
            await first
        await studio.explorers.close()
        await studio.servers.close()
        await studio.jobs.close()
        studio.events.close()


async def _read_project(studio: Studio) -> None:
    """Read the project while the browser starts: imports and configurations take a moment."""
    with contextlib.suppress(OSError):
        await asyncio.to_thread(project_json, studio.folder, studio.store)


async def _rejected(_: Request, error: Exception) -> Response:
    assert isinstance(error, Rejected)
    return JSONResponse({"error": error.error}, error.status)


async def _wrong_address(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return rejection(error.status_code, error.detail)


async def _failed(_: Request, error: Exception) -> Response:
    assert isinstance(error, OSError)
    return rejection(500, f"{error.filename or 'the system'}: {error.strerror or error}")


async def _bug(_: Request, error: Exception) -> Response:
    return rejection(500, f"this is a bug in holdfast: {type(error).__name__}: {error}")


async def enter(request: Request) -> Response:
    """Change a one-time key for the token."""
    studio = studio_of(request)
    token = studio.keys.enter(text_of(await body_object(request), "key"))
    if token is None:
        help = "press Enter in the terminal of `holdfast studio` for a new address"
        raise Rejected(401, "this address was used before, or is too old", help)
    if studio.is_warm:
        studio.prepare()
    return JSONResponse({"token": token})


async def events(request: Request) -> Response:
    """The stream of events; it does not end."""
    studio = studio_of(request)
    since = request.query_params.get("since")
    if since is not None and not (since.isascii() and since.isdigit()):
        raise Rejected(400, "`since` is the number of an event")
    lines = studio.events.stream(None if since is None else int(since))
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def language_server(request: Request) -> Response:
    """A message for the language server of a page; its messages are events."""
    body = await body_object(request)
    await studio_of(request).servers.send(body.get("session"), body.get("message"))
    return Response(status_code=202)
