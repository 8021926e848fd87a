"""The process that evaluates what a page asks about a model: a request and a result a line.

It keeps the models that it has opened, and opens one again when a file of it has changed.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.explore.places import failure
from holdfast.front.files import confine
from holdfast.report.rejection import describe_failure
from holdfast.runs.store import RunStore, StoredRun
from holdfast.source import Diagnostic, SpecError
from holdfast.web.commands import LOADING
from holdfast.web.diagram_texts import ANSWERS as DIAGRAMS
from holdfast.web.worker import limit_process, limited_memory

if TYPE_CHECKING:
    from holdfast.explore.model import OpenModel
    from holdfast.explore.space import StateSpace
    from holdfast.explore.traces import RunTrace
    from holdfast.front.files import Files
    from holdfast.workbench import Specification

_MOST_MODELS = 3
_MEMORY = 1 << 30
"""How much more memory an evaluation may use; it must not take long to fill it."""
_LARGE = ("graph", "class")
"""Requests that may use half of the memory that there is."""
_GRAPH_SECONDS = 20.0
_GRAPH_STATES = 200_000

Object: TypeAlias = dict[str, Any]


class Explorer:
    """The models that are open in this process, by their keys."""

    def __init__(self, folder: Path, search_path: tuple[Path, ...] = ()) -> None:
        self.folder = folder
        self.search_path = search_path
        self._models: dict[str, _Kept] = {}

    def answer(self, request: Object) -> Object:
        """The result of a request; raises SpecError."""
        what = request["what"]
        if what == "model":
            return self._panel(request["model"])
        if what in DIAGRAMS:
            return DIAGRAMS[what](request["body"])
        result: Object = _ANSWERS[what](self, self._open(request["model"]), request)
        return result

    def _panel(self, key: Object) -> Object:
        from holdfast.web.panel import panel_json

        return panel_json(self._load(key, None), self.folder)

    def _load(self, key: Object, texts: Mapping[str, str] | None) -> Specification:
        """A spec from its files, or from the texts of a run, which has no others."""
        from holdfast.front.files import Files
        from holdfast.front.load import load
        from holdfast.workbench import Specification

        # Paths are relative to the current folder, that of the project: so messages have them.
        files = Files.over(dict(texts or {}), sealed=texts is not None)
        folders = self.search_path if texts is None else _folders_of(key)
        config, options = key.get("config"), key.get("options") or {}
        translate = bool(options.get("translate"))
        return Specification(
            load(Path(key["spec"]), folders, translate, files),
            folders,
            None if config is None else Path(config),
            key.get("constants") or {},
            translate,
            options.get("automaton"),
            bool(options.get("wide")),
            files,
        )

    def _open(self, key: Object) -> _Kept:
        """The model of a key, which has a spec, or a run."""
        name = json.dumps([key, self._begun(key)], sort_keys=True)
        kept = self._models.pop(name, None)
        if kept is None or kept.is_old:
            kept = self._opened_run(key) if "run" in key else self._opened_files(key)
        self._models[name] = kept
        while len(self._models) > _MOST_MODELS:
            del self._models[next(iter(self._models))]
        return kept

    def _begun(self, key: Object) -> object:
        """When the run of a key began: after its folder is deleted, a number is used again."""
        run = RunStore(self.folder).run(key["run"]) if "run" in key else None
        return None if run is None or run.request is None else run.request.get("started")

    def _opened_files(self, key: Object) -> _Kept:
        from holdfast.explore.model import OpenModel

        spec = self._load(key, None)
        return _Kept(OpenModel(spec, self.folder), spec.files)

    def _opened_run(self, asked: Object) -> _Kept:
        """The model of a run, with the texts as they were then; walks may begin at its CTI."""
        from holdfast.explore.cti import cti_constants, state_before
        from holdfast.explore.model import OpenModel

        number, at_cti = asked["run"], asked.get("from") == "cti"
        run = RunStore(self.folder).run(number)
        request = None if run is None else run.request
        if run is None or request is None or "spec" not in request:
            raise SpecError(Diagnostic("why-trace", f"there is no run {number}", None))
        saved, given = _head(run), request.get("options") or {}
        key = {
            **request,
            # Those of a sweep are not in the request.
            "constants": saved.get("constants", request.get("constants") or {}),
            "options": {name: given[name] for name in LOADING if name in given},
        }
        if at_cti:
            key["constants"] = {**key["constants"], **cti_constants(run.envelope)}
        begin = (lambda model: state_before(model, run.envelope)) if at_cti else None
        return _Kept(OpenModel(self._load(key, run.texts), self.folder, begin), None, run)

    def trace_of(self, number: str) -> RunTrace:
        """The trace of a run; raises SpecError."""
        return self._open({"run": number}).trace()


class _Kept:
    """An open model, the files or the run that it was read from, and what was computed for it."""

    def __init__(self, model: OpenModel, files: Files | None, run: StoredRun | None = None) -> None:
        self.model = model
        self.files = files
        self._seen: dict[str, _Seen] = {}
        self.run = run
        self._trace: RunTrace | None = None
        self._space: StateSpace | None = None

    @property
    def is_old(self) -> bool:
        """Whether a file that was read or looked for has changed; some are read later."""
        if self.files is None:
            return False
        texts = self.files.texts or {}
        for path in (*texts, *self.files.missing):
            now = _seen(path)
            # Of a file that was read just now, it is the text that counts.
            if path not in self._seen and _text_of(path) != texts.get(path):
                return True
            if self._seen.setdefault(path, now) != now:
                return True
        return False

    def trace(self) -> RunTrace:
        """The trace of the run, which is read once; raises SpecError if there is none."""
        from holdfast.explore.traces import RunTrace

        if self._trace is None:
            text = None if self.run is None else self.run.trace
            if self.run is None or text is None:
                raise SpecError(Diagnostic("why-trace", "the run has no trace", None))
            older = None if "kind" in _head(self.run) else self.run.envelope
            self._trace = RunTrace.of_saved(self.model, text, older)
        return self._trace

    def space(self) -> StateSpace:
        """The state graph, which is explored once."""
        from holdfast.explore.space import StateSpace

        if self._space is None:
            self._space = StateSpace.explore(
                self.model, seconds=_GRAPH_SECONDS, states=_GRAPH_STATES
            )
        return self._space


def _folders_of(request: Object) -> tuple[Path, ...]:
    """The folders in which a run has looked for modules."""
    return tuple(map(Path, request.get("search_path", ())))


def _head(run: StoredRun) -> Mapping[str, Any]:
    """What a run stored about its trace, without the states; nothing if it has none."""
    from holdfast.report.saved import split_saved

    try:
        return split_saved(run.trace or "")[0]
    except (ValueError, KeyError):
        return {}


def _text_of(path: str) -> str | None:
    try:
        return Path(path).read_bytes().decode("utf-8-sig", "replace")
    except OSError:
        return None


_Seen: TypeAlias = tuple[int, int, int] | None


def _seen(path: str) -> _Seen:
    """What changes if a file does; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


# ---- requests ----


def _walk(_: Explorer, kept: _Kept, request: Object) -> Any:
    watch, truth = request.get("watch", ()), request.get("truth", ())
    if "number" in request:
        trace = kept.trace()
        # A trace may be long: its steps are asked for with `trace`.
        return trace.model.walk_from(trace.recorded.state(request["number"]), watch, truth)
    return kept.model.walk(request["path"], watch, truth)


def _evaluate(_: Explorer, kept: _Kept, request: Object) -> Any:
    if "number" in request:
        return kept.trace().evaluate(request["expr"], request["number"])
    return kept.model.evaluate(request["expr"], request["path"])


def _why(_: Explorer, kept: _Kept, request: Object) -> Any:
    if "number" in request:
        return kept.trace().why(request["action"], request["number"])
    return kept.model.why(request["action"], request["path"])


def _explain(_: Explorer, kept: _Kept, request: Object) -> Any:
    formula = request["formula"]
    if "number" in request:
        return kept.trace().explain(formula, request["number"])
    return kept.model.explain(formula, request["path"])


def _animate(_: Explorer, kept: _Kept, request: Object) -> Any:
    if "number" in request:
        return kept.trace().animate(request["number"])
    return kept.model.animate(request["path"])


def _trace(_: Explorer, kept: _Kept, request: Object) -> Any:
    first, last = request["from"], request["to"]
    trace = kept.trace()
    return trace.trace(first, last, request.get("watch", ()), request.get("truth", ()))


def _lanes(_: Explorer, kept: _Kept, request: Object) -> Any:
    if "path" in request:
        return kept.model.lanes(request["path"], request.get("by"))
    return kept.trace().lanes(request.get("by"))


def _compare(explorer: Explorer, kept: _Kept, request: Object) -> Any:
    trace = kept.trace()
    return trace.compare(explorer.trace_of(request["other"]))


def _bundle(_: Explorer, kept: _Kept, request: Object) -> Any:
    return kept.trace().bundle()


def _graph(_: Explorer, kept: _Kept, request: Object) -> Any:
    return kept.space().graph(by=request.get("by") or None, open=request.get("open", ()))


def _class(_: Explorer, kept: _Kept, request: Object) -> Any:
    by, opened = request.get("by") or None, request.get("open", ())
    return kept.space().panel(at=request["at"], by=by, open=opened)


_ANSWERS: dict[str, Callable[[Explorer, _Kept, Object], Any]] = {
    "walk": _walk,
    "eval": _evaluate,
    "why": _why,
    "explain": _explain,
    "animate": _animate,
    "trace": _trace,
    "lanes": _lanes,
    "compare": _compare,
    "bundle": _bundle,
    "graph": _graph,
    "class": _class,
}


def main() -> None:
    """Answer one request after the other, until standard input ends."""
    limit_process(memory=True)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Output of a spec must not mix with the results.
    os.dup2(2, 1)
    gc.set_threshold(100_000, 20, 50)  # collecting often takes longer than reading a long trace
    folders = tuple(map(Path, sys.argv[1:]))
    explorer = Explorer(Path.cwd(), folders)
    confine(Path.cwd(), *folders)
    # While nobody waits: what every request needs.
    importlib.import_module("holdfast.explore.traces")
    importlib.import_module("holdfast.front.tla_document")
    for line in sys.stdin.buffer:
        answers.write(json.dumps(_answered(explorer, json.loads(line)), ensure_ascii=False) + "\n")
        answers.flush()


def _answered(explorer: Explorer, request: Object) -> Object:
    """The result of a request, or its error."""
    try:
        with nullcontext() if request["what"] in _LARGE else limited_memory(_MEMORY):
            return {"result": explorer.answer(request)}
    except SpecError as error:
        first = error.diagnostics[0]
        found = [failure(d, explorer.folder) for d in error.diagnostics]
        return _failed(first.message, first.help, found)
    except RecursionError:
        return _failed("something in this spec is nested too deeply")
    except (OSError, MemoryError) as error:
        return _failed(describe_failure(error))
    except Exception as error:
        if isinstance(error, TypeError | ValueError) and str(error).startswith("load()"):
            return _failed(str(error))
        message = f"this is a bug in holdfast: {type(error).__name__}: {error}"
        return _failed(message, is_ours=True)


def _failed(
    message: str, help: str | None = None, found: Sequence[Object] = (), is_ours: bool = False
) -> Object:
    error = {"message": message, "help": help, "diagnostics": list(found), "is_ours": is_ours}
    return {"error": error}


if __name__ == "__main__":
    main()
