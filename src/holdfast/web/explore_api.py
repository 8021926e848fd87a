"""What a page asks about models and traces; other processes evaluate it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from holdfast.runs.store import StoredRun
from holdfast.web.commands import LOADING, read_loading
from holdfast.web.errors import Rejected, body_object, text_of
from holdfast.web.explorers import GRAPH_SECONDS, SECONDS
from holdfast.web.runs_api import stored_run
from holdfast.web.studio import Studio, studio_of

_MOST = 1000
"""The longest list of texts in a request."""


async def model(request: Request) -> Response:
    """The constants and properties of a model, and what could be checked."""
    query = request.query_params
    key = {
        "spec": query.get("spec"),
        "config": query.get("config"),
        "options": {"automaton": query.get("automaton")},
        "constants": {n[6:]: v for n, v in query.items() if n.startswith("const.")},
    }
    about, asked = _of_files(studio_of(request), key)
    return await _answer(request, about, {"what": "model", **asked})


# ---- walks and states ----


async def walk(request: Request) -> Response:
    """The steps of a path and what is possible after it."""
    body = await body_object(request)
    lists = {"watch": _texts(body, "watch"), "truth": _texts(body, "truth")}
    return await _at_state(request, body, {"what": "walk", **lists})


async def evaluate(request: Request) -> Response:
    """The value of an expression."""
    body = await body_object(request)
    return await _at_state(request, body, {"what": "eval", "expr": text_of(body, "expr")})


async def why(request: Request) -> Response:
    """Why an action is disabled."""
    body = await body_object(request)
    return await _at_state(request, body, {"what": "why", "action": text_of(body, "action")})


async def explain(request: Request) -> Response:
    """Why a formula has its value."""
    body = await body_object(request)
    asked = {"what": "explain", "formula": text_of(body, "formula")}
    return await _at_state(request, body, asked)


async def animate(request: Request) -> Response:
    """The picture of a state."""
    return await _at_state(request, await body_object(request), {"what": "animate"})


async def lanes_of_walk(request: Request) -> Response:
    """A walk as lanes and messages."""
    body = await body_object(request)
    by = None if body.get("by") is None else text_of(body, "by")
    about, key = _model_of(studio_of(request), body)
    asked = {"what": "lanes", "by": by, "path": _texts(body, "path")}
    return await _answer(request, about, {**asked, **key})


async def _at_state(request: Request, body: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Ask about a state: the last one of a path, or one of the trace of a run."""
    studio = studio_of(request)
    state = body.get("state") if isinstance(body.get("state"), dict) else body
    assert isinstance(state, dict)
    number = state.get("number")
    if number is None:
        about, key = _model_of(studio, body)
        return await _answer(request, about, {**asked, **key, "path": _texts(body, "path")})
    named = state.get("run") or (body.get("model") or {}).get("run")
    run = _required(studio, named)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise Rejected(400, "`number` is the number of a state, from 1")
    about, key = _of_trace(run)
    return await _answer(request, about, {**asked, **key, "number": number})


# ---- traces ----


async def trace(request: Request) -> Response:
    """Steps of the trace of a run."""
    query = request.query_params
    lists = {"watch": query.getlist("watch"), "truth": query.getlist("truth")}
    first, last = _number(query.get("from"), 1), _number(query.get("to"), None)
    asked = {"what": "trace", "from": first, "to": last, **lists}
    return await _about_trace(request, asked)


async def lanes(request: Request) -> Response:
    """The trace of a run as lanes and messages."""
    return await _about_trace(request, {"what": "lanes", "by": request.query_params.get("by")})


async def bundle(request: Request) -> Response:
    """All that a page without a server needs to show a run."""
    return await _about_trace(request, {"what": "bundle"})


async def export(request: Request) -> Response:
    """A run as one HTML file with its viewer, to be saved; `at` and `view` are what it shows."""
    from holdfast.web.export import export_html

    run, query = stored_run(request), request.query_params
    about, key = _of_trace(run)
    found = await studio_of(request).explorers.ask(about, {"what": "bundle", **key}, SECONDS)
    at = _number(query.get("at"), None)
    view = query.get("view")
    look = {"at": at, "view": view if view in ("lanes", "state") else "table"}
    shown = {name: value for name, value in look.items() if value is not None}
    name = f'attachment; filename="run-{run.number}.html"'
    text = export_html(found, run.request or {}, shown)
    return Response(text, media_type="text/html", headers={"Content-Disposition": name})


async def compare(request: Request) -> Response:
    """The trace of a run beside that of another."""
    other = _required(studio_of(request), request.query_params.get("vs"))
    _of_trace(other)
    return await _about_trace(request, {"what": "compare", "other": other.number})


async def _about_trace(request: Request, asked: dict[str, Any]) -> Response:
    about, key = _of_trace(stored_run(request))
    return await _answer(request, about, {**asked, **key})


# ---- graphs ----


async def graph_of_run(request: Request) -> Response:
    """The state graph of the model of a run, in classes."""
    about, key = _of_run(stored_run(request))
    return await _answer(request, f"graph {about}", {"what": "graph", **key, **_grouping(request)})


async def class_of_run(request: Request) -> Response:
    """A class of that graph in detail."""
    about, key = _of_run(stored_run(request))
    at = _number(request.query_params.get("at"), 0)
    asked = {"what": "class", "at": at, **key, **_grouping(request)}
    return await _answer(request, f"graph {about}", asked)


def _grouping(request: Request) -> dict[str, Any]:
    query = request.query_params
    opened = [_number(text, 0) for text in query.getlist("open")]
    return {"by": query.getlist("by"), "open": opened}


async def graph(request: Request) -> Response:
    """The state graph of a model, in classes; with `at`, one class in detail."""
    body = await body_object(request)
    about, key = _model_of(studio_of(request), body)
    opened = body.get("open") or []
    if not isinstance(opened, list) or not all(type(n) is int for n in opened):
        raise Rejected(400, "`open` is a list of numbers")
    asked = {"what": "graph", **key, "by": _texts(body, "by"), "open": opened}
    if "at" in body:
        if type(body["at"]) is not int:
            raise Rejected(400, "`at` is the number of a class")
        asked |= {"what": "class", "at": body["at"]}
    return await _answer(request, f"graph {about}", asked)


# ---- models ----


async def _answer(request: Request, about: str, asked: dict[str, Any]) -> Response:
    seconds = GRAPH_SECONDS if about.startswith("graph ") else SECONDS
    return JSONResponse(await studio_of(request).explorers.ask(about, asked, seconds))


def _model_of(studio: Studio, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The model that a request is about: that of files, or that of a run."""
    key = body.get("model")
    if not isinstance(key, dict):
        raise Rejected(400, "`model` has a `spec`, or a `run`")
    if key.get("run") is None:
        return _of_files(studio, key)
    about, model = _of_run(_required(studio, key["run"]))
    if key.get("from") is None:
        return about, model
    if key["from"] != "cti":
        raise Rejected(400, "`from` is `cti`: the counterexample to induction of the run")
    return f"{about} from cti", {"model": {**model["model"], "from": "cti"}}


def _of_files(studio: Studio, key: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    spec, config = key.get("spec"), key.get("config")
    constants, options = key.get("constants") or {}, key.get("options") or {}
    if not isinstance(spec, str) or not isinstance(config, str | None):
        raise Rejected(400, "`spec` and `config` are paths below the folder of the project")
    for path in (spec, config):
        if path is not None:
            studio.folder.require(path)
    named = isinstance(constants, dict) and all(isinstance(v, str) for v in constants.values())
    if not named or not isinstance(options, dict) or not set(options) <= set(LOADING):
        raise Rejected(400, f"`constants` are texts by name; `options` are {', '.join(LOADING)}")
    try:
        read_loading(options)
    except TypeError as error:
        raise Rejected(400, str(error).removeprefix("load(): ")) from None
    model = {"spec": spec, "config": config, "constants": constants, "options": options}
    return spec, {"model": model}


def _of_run(run: StoredRun) -> tuple[str, dict[str, Any]]:
    """The model of a run, with the texts as they were then; raises Rejected if there are none."""
    if not run.has("texts.json"):
        raise Rejected(404, f"run {run.number} has no texts: its spec could not be read")
    return f"run {run.number}", {"model": {"run": run.number}}


def _of_trace(run: StoredRun) -> tuple[str, dict[str, Any]]:
    """The model of a run that has a trace; raises Rejected if it has none."""
    if not run.has("trace.json"):
        raise Rejected(404, f"run {run.number} has no trace")
    return _of_run(run)


def _required(studio: Studio, number: object) -> StoredRun:
    run = studio.store.run(number) if isinstance(number, str) else None
    if run is None:
        raise Rejected(404, f"there is no run {number}")
    return run


def _texts(body: Mapping[str, Any], name: str) -> list[str]:
    found = body.get(name) or []
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise Rejected(400, f"`{name}` is a list of texts")
    if name != "path" and len(found) > _MOST:
        raise Rejected(400, f"`{name}` has too many entries")
    return found


def _number(text: str | None, default: int | None) -> int | None:
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Rejected(400, f"{text!r} is not a number")
    return int(text)


_RUN = "/api/runs/{number}"
ROUTES = [
    Route("/api/model", model),
    Route("/api/walk", walk, methods=["POST"]),
    Route("/api/eval", evaluate, methods=["POST"]),
    Route("/api/why", why, methods=["POST"]),
    Route("/api/explain", explain, methods=["POST"]),
    Route("/api/animate", animate, methods=["POST"]),
    Route("/api/lanes", lanes_of_walk, methods=["POST"]),
    Route("/api/graph", graph, methods=["POST"]),
    Route(f"{_RUN}/trace", trace),
    Route(f"{_RUN}/lanes", lanes),
    Route(f"{_RUN}/compare", compare),
    Route(f"{_RUN}/bundle", bundle),
    Route(f"{_RUN}/export.html", export),
    Route(f"{_RUN}/graph", graph_of_run),
    Route(f"{_RUN}/graph/class", class_of_run),
]
