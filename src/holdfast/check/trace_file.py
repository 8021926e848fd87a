"""Traces and logs as files: ITF, TLC's `-dumpTrace json`, and lines of JSON.

Nothing is evaluated here: a state is JSON data that `json_values.py` compares with values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from holdfast.source import Diagnostic, Source, Span, SpecError

Format: TypeAlias = Literal["ITF", "TLC", "log"]
LOG_EXTENSIONS = (".ndjson", ".jsonl")
_ACTION = "#action"
_DEEPEST = 500
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


@dataclass(frozen=True, slots=True)
class Line:
    """What a file says about one state, and the action that led to it, if that is required.

    `number` is that of the state, or of the line of a log, from 1.
    """

    number: int
    values: Mapping[str, Any]
    action: str | None = None


@dataclass(frozen=True, slots=True)
class TraceFile:
    """The states of a trace; `loop` is the index, from 0, of the state that follows the last."""

    name: str
    format: Format
    lines: tuple[Line, ...]
    loop: int | None = None

    @property
    def partial(self) -> bool:
        """Whether a line need not mention all of a state."""
        return self.format == "log"

    def label(self, at: int) -> str:
        """The name of a state for people, by its index."""
        what = "line" if self.partial else "state"
        return f"{what} {self.lines[at].number}" if at < len(self.lines) else "the loop"


def read_trace(source: Source, partial: bool = False) -> TraceFile:
    """The trace in a text; raises SpecError. With `partial`, it is a log."""
    file = _read(source, partial or source.name.endswith(LOG_EXTENSIONS))
    if not file.lines:
        raise _wrong("there is no state in this file", Span(source, 0, 0))
    return file


def _read(source: Source, partial: bool) -> TraceFile:
    if partial:
        return _read_log(source)
    data = _parse(source, 0, source.text)
    match data:
        case {"states": list(states)}:
            return _read_itf(source, data, states)
        case {"counterexample": {"state": list(states), "action": list(actions)}}:
            return _read_tlc(source, states, actions)
        case _:
            message = "this is neither a trace in ITF nor one that TLC wrote with -dumpTrace json"
            raise _wrong(message, Span(source, 0, 0), "for a log of JSON lines, use --partial")


def _parse(source: Source, start: int, text: str) -> Any:
    _require_shallow(source, start, text)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = min(start + error.pos, len(source.text))
        raise _wrong(f"this is not JSON: {error.msg}", Span(source, at, at + 1)) from None
    except ValueError as error:
        raise _wrong(f"this is not JSON: {error}", Span(source, start, start)) from None


def _require_shallow(source: Source, start: int, text: str) -> None:
    """Reject text that would exhaust the stack of Python's JSON parser, which is written in C."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return
    depth = 0
    for token in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > _DEEPEST:
            at = start + token.start()
            raise _wrong("this JSON is nested too deeply", Span(source, at, at + 1))


# ---- ITF ----


def _read_itf(source: Source, data: Mapping[str, Any], states: list[Any]) -> TraceFile:
    params = data.get("params", ())
    skipped = {"#meta", *(params if isinstance(params, list) else ())}
    lines = []
    for number, state in enumerate(states, start=1):
        if not isinstance(state, dict):
            raise _wrong(f"state {number} is not an object", Span(source, 0, 0))
        lines.append(Line(number, {n: v for n, v in state.items() if n not in skipped}))
    loop = data.get("loop")
    is_index = isinstance(loop, int) and not isinstance(loop, bool) and 0 <= loop < len(lines)
    if loop is not None and not is_index:
        raise _wrong(f"the loop begins at {loop!r}, which is not a state", Span(source, 0, 0))
    return TraceFile(source.name, "ITF", tuple(lines), loop)


# ---- TLC ----


def _read_tlc(source: Source, states: list[Any], actions: list[Any]) -> TraceFile:
    lines = []
    for number, row in enumerate(states, start=1):
        match row:
            case [int(index), dict(state)] if index == number:
                lines.append(Line(number, state))
            case _:
                raise _wrong(f"entry {number} of `state` is not a state", Span(source, 0, 0))
    loops = []
    for row in actions:
        match row:
            case [[int(before), _], dict(), [int(after), _]]:
                # The step that closes the loop is the only one that leads back.
                loops += [after - 1] if after <= before else []
            case _:
                raise _wrong("an entry of `action` is not a step", Span(source, 0, 0))
    loop = loops[0] if loops else None
    return TraceFile(source.name, "TLC", tuple(lines), loop)


# ---- logs ----


def _read_log(source: Source) -> TraceFile:
    lines = []
    for number, start in enumerate(source.line_starts, start=1):
        text = source.line(number)
        if not text.strip():
            continue
        data = _parse(source, start, text)
        span = Span(source, start, start + len(text))
        if not isinstance(data, dict):
            raise _wrong("a line of a log is a JSON object", span)
        action = data.get(_ACTION)
        if action is not None and not isinstance(action, str):
            raise _wrong(f"`{_ACTION}` is the name of an action, as a string", span)
        values = {name: value for name, value in data.items() if not name.startswith("#")}
        lines.append(Line(number, values, action))
    return TraceFile(source.name, "log", tuple(lines))


def _wrong(message: str, span: Span, help: str | None = None) -> SpecError:
    return SpecError(Diagnostic("trace-file", message, span, help))
