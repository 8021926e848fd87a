"""What a widget asks of the kernel: the requests that the studio's page makes of its server.

A message is `{"id": 1, "call": "walk", "arguments": {...}}`. The answer has the same `id`, and a
`value` or an `error`: `{"message": ..., "help": ..., "diagnostics": [...]}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.explore.lanes import lanes_of
from holdfast.explore.model import OpenModel
from holdfast.explore.traces import RunTrace
from holdfast.report.envelope import diagnostic_json
from holdfast.source import Diagnostic, SpecError

if TYPE_CHECKING:
    from holdfast.report.result import Answered, Report
    from holdfast.workbench import Specification

Arguments: TypeAlias = Mapping[str, Any]
RUN = "1"
"""The number of the result in the requests of a widget, which has no other."""


def answer_message(call: Callable[[str, Arguments], Any], message: Any) -> dict[str, Any]:
    """The answer to a message, whatever is wrong with it."""
    if not isinstance(message, Mapping):
        return failed_answer({}, "this is not a request")
    try:
        value = call(str(message.get("call")), message.get("arguments") or {})
    except SpecError as error:
        return failed_answer(message, error.diagnostics[0].message, error.diagnostics)
    except (LookupError, TypeError, ValueError, OSError, MemoryError, RecursionError) as error:
        return failed_answer(message, f"{type(error).__name__}: {error}")
    return {"id": message.get("id"), "value": value}


def failed_answer(
    message: Arguments, reason: str, diagnostics: Sequence[Diagnostic] = ()
) -> dict[str, Any]:
    """The answer to a message that could not be answered."""
    help = diagnostics[0].help if diagnostics else None
    found = [diagnostic_json(each) for each in diagnostics]
    error = {"message": reason, "help": help, "diagnostics": found}
    return {"id": message.get("id"), "error": error}


def ended_run(
    number: str,
    result: Report,
    spec: str,
    config: str | None = None,
    constants: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A result as the studio keeps runs."""
    envelope = result.to_json()
    request = {
        "command": envelope["command"], "spec": spec, "config": config,
        "constants": dict(constants or {}), "options": {},
    }  # fmt: skip
    return {
        "run": number, "request": request, "status": "ended", "envelope": envelope,
        "started": None, "seconds": envelope["seconds"], "pinned": False,
    }  # fmt: skip


class ModelRequests:
    """The requests about one model, and about a result, if there is one."""

    def __init__(self, spec: Specification, result: Answered[Any] | None = None) -> None:
        self.spec = spec
        self.result = result

    @cached_property
    def model(self) -> OpenModel:
        """The model, which is opened by the first request."""
        return OpenModel(self.spec)

    @cached_property
    def trace(self) -> RunTrace:
        """The trace of the result; raises SpecError if it has none."""
        found = None if self.result is None else RunTrace.of_result(self.result, self.model)
        if found is None:
            raise SpecError(Diagnostic("why-trace", "this result has no trace", None))
        return found

    def answer(self, call: str, arguments: Arguments) -> Any:
        """The value of a request; raises SpecError, or LookupError for one that is unknown."""
        if call not in _CALLS:
            raise LookupError(f"a widget has no request {call!r}")
        return _CALLS[call](self, arguments)

    def states(self, path: Sequence[str]) -> list[dict[str, Any]]:
        """The states of a walk, or of the trace if there is none, as plain Python values."""
        from holdfast.ir.notation import to_python

        if not path:
            return [] if self.result is None else [*self.result.trace]
        names = self.model.opened.system.variables
        steps = self.model.repeat(lambda: self.model.follow(path)).steps
        return [
            {name: to_python(value) for name, value in zip(names, step.state, strict=True)}
            for step in steps
        ]

    def _run(self, _arguments: Arguments) -> Any:
        if self.result is None:
            raise LookupError("there is no result")
        model = self.result.model
        return ended_run(RUN, self.result, model.spec, model.config, model.constants)

    def _trace(self, given: Arguments) -> Any:
        first, last = _number(given, "from") or 1, _number(given, "to")
        return self.trace.trace(first, last, _texts(given, "watch"), _texts(given, "truth"))

    def _lanes(self, given: Arguments) -> Any:
        by = given.get("by")
        if "path" not in given:
            return self.trace.lanes(by)
        model, path = self.model, _texts(given, "path")
        return model.repeat(lambda: lanes_of(model.opened, model.follow(path).steps, by))

    def _walk(self, given: Arguments) -> Any:
        watch, truth, number = _texts(given, "watch"), _texts(given, "truth"), _state(given)
        if number is not None:
            return self.trace.walk(number, watch, truth)
        return self.model.walk(_texts(given, "path"), watch, truth)

    def _eval(self, given: Arguments) -> Any:
        expr, number = given["expr"], _state(given)
        if number is not None:
            return self.trace.evaluate(expr, number)
        return self.model.evaluate(expr, _texts(given, "path"))

    def _why(self, given: Arguments) -> Any:
        action, number = given["action"], _state(given)
        if number is not None:
            return self.trace.why(action, number)
        return self.model.why(action, _texts(given, "path"))

    def _explain(self, given: Arguments) -> Any:
        formula, number = given["formula"], _state(given)
        if number is not None:
            return self.trace.explain(formula, number)
        return self.model.explain(formula, _texts(given, "path"))

    def _animate(self, given: Arguments) -> Any:
        number = _state(given)
        if number is not None:
            return self.trace.animate(number)
        return self.model.animate(_texts(given, "path"))


_CALLS: dict[str, Callable[[ModelRequests, Arguments], Any]] = {
    "run": ModelRequests._run,
    "trace": ModelRequests._trace,
    "lanes": ModelRequests._lanes,
    "walk": ModelRequests._walk,
    "eval": ModelRequests._eval,
    "why": ModelRequests._why,
    "explain": ModelRequests._explain,
    "animate": ModelRequests._animate,
}


def _state(given: Arguments) -> int | None:
    """The number of the state of the trace that a request is about; None if it has a path."""
    state = given.get("state")
    return _number(state if isinstance(state, Mapping) else given, "number")


def _number(given: Arguments, name: str) -> int | None:
    """A number, which an address has as text."""
    found = given.get(name)
    return None if found is None else int(found)


def _texts(given: Arguments, name: str) -> list[str]:
    """A list of texts; one text is a list of one."""
    found = given.get(name) or []
    return [found] if isinstance(found, str) else [str(each) for each in found]
