"""Runs: begin, list, cancel, pin; their results, events and texts."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from holdfast.runs.store import StoredRun
from holdfast.web.errors import Rejected, body_object
from holdfast.web.project import changed_since, run_json, run_row
from holdfast.web.studio import Studio, studio_of

_MOST_RUNS = 40
"""How many runs go on or wait: fewer than are stored."""


async def begin_run(request: Request) -> Response:
    """Begin a run; it may have to wait for others."""
    from holdfast.web.commands import read_request

    studio = studio_of(request)
    try:
        asked = read_request(await body_object(request))
    except (TypeError, ValueError) as error:
        raise Rejected(400, str(error)) from None
    if asked.command == "recheck":
        _require_certificate(studio, str(asked.options["run"]))
    else:
        studio.folder.require(asked.spec)
    if asked.config is not None:
        studio.folder.require(asked.config)
    if len(studio.jobs.jobs) >= _MOST_RUNS:
        raise Rejected(429, "too many runs are waiting", "stop some of them")
    run = studio.jobs.submit(replace(asked, search_path=studio.search_path))
    return JSONResponse({"run": run.number}, 201)


def _require_certificate(studio: Studio, number: str) -> None:
    run = studio.store.run(number)
    if run is None or not (run.folder / "certificate").is_dir():
        raise Rejected(404, f"run {number} has no certificate")


async def list_runs(request: Request) -> Response:
    """All runs, the newest first."""
    studio = studio_of(request)
    runs, active = reversed(studio.store.runs()), tuple(studio.jobs.jobs)
    rows = await asyncio.to_thread(lambda: [run_row(run, active) for run in runs])
    return JSONResponse({"runs": [row for row in rows if row is not None]})


def stored_run(request: Request) -> StoredRun:
    """The run of a request; raises Rejected if there is none."""
    number = request.path_params["number"]
    run = studio_of(request).store.run(number)
    if run is None:
        raise Rejected(404, f"there is no run {number}")
    return run


async def one_run(request: Request) -> Response:
    """A run and its result."""
    run, active = stored_run(request), tuple(studio_of(request).jobs.jobs)
    found = await asyncio.to_thread(run_json, run, active)
    if found is None:
        raise Rejected(404, "the run was removed")
    changed = await asyncio.to_thread(changed_since, studio_of(request).folder, run)
    return JSONResponse({**found, "changed_since": changed})


async def cancel_run(request: Request) -> Response:
    """Ask a run to end; what it has found is its result."""
    jobs = studio_of(request).jobs
    # Of a run that goes on, somebody may have deleted the folder.
    if request.path_params["number"] in jobs.jobs:
        jobs.cancel(request.path_params["number"])
        return Response(status_code=202)
    run = stored_run(request)
    if not jobs.cancel(run.number) and run.status != "ended":
        raise Rejected(409, f"run {run.number} cannot be stopped from here")
    return Response(status_code=202)


async def pin_run(request: Request) -> Response:
    """Keep a run although others are newer, or not."""
    pinned = (await body_object(request)).get("pinned")
    if not isinstance(pinned, bool):
        raise Rejected(400, "`pinned` is true or false")
    run = stored_run(request)
    run.pin(pinned)
    return JSONResponse({"run": run.number, "pinned": run.pinned})


async def run_events(request: Request) -> Response:
    """The events of a run so far."""
    return JSONResponse({"events": stored_run(request).events})


async def run_texts(request: Request) -> Response:
    """The files that the spec of a run was read from, as they were."""
    return JSONResponse({"texts": dict(stored_run(request).texts)})


async def run_itf(request: Request) -> Response:
    """The trace of a run in the Informal Trace Format, to be saved."""
    run = stored_run(request)
    text = run.itf
    if text is None:
        raise Rejected(404, f"run {run.number} has no trace")
    name = f'attachment; filename="run-{run.number}.itf.json"'
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


ROUTES = [
    Route("/api/runs", list_runs, methods=["GET"]),
    Route("/api/runs", begin_run, methods=["POST"]),
    Route("/api/runs/{number}", one_run, methods=["GET"]),
    Route("/api/runs/{number}", cancel_run, methods=["DELETE"]),
    Route("/api/runs/{number}/pin", pin_run, methods=["POST"]),
    Route("/api/runs/{number}/events", run_events),
    Route("/api/runs/{number}/texts", run_texts),
    Route("/api/runs/{number}/trace.itf.json", run_itf),
]
