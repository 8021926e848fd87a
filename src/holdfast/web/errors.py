"""Requests that are rejected: a status, a message, help, diagnostics."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

if TYPE_CHECKING:
    from starlette.requests import Request

_DEEPEST = 50
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACKETS = re.compile(r"[\[\]{}]")
MOST_BYTES = 4 << 20
"""The largest body of a request, and the largest file."""


class Rejected(Exception):
    """A request that cannot be answered."""

    def __init__(self, status: int, message: str, help: str | None = None, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.error = {"message": message, "help": help, "diagnostics": [], **more}


def rejection(status: int, message: str, help: str | None = None, **more: Any) -> Response:
    """The response to a request that is rejected."""
    error = {"message": message, "help": help, "diagnostics": [], **more}
    return JSONResponse({"error": error}, status)


async def body_object(request: Request) -> dict[str, Any]:
    """The JSON object of a request; raises Rejected if it is none."""
    try:
        text = (await request.body()).decode("utf-8")
        _require_shallow(text)
        found = json.loads(text, parse_constant=_reject_constant)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # half a character has no UTF-8
    except (ValueError, RecursionError):
        raise Rejected(400, "the body is not JSON") from None
    if not isinstance(found, dict):
        raise Rejected(400, "the body is not a JSON object")
    return found


def _require_shallow(text: str) -> None:
    """Reject what would exhaust the stack; raises ValueError."""
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            raise ValueError("nested too deeply")


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def text_of(body: dict[str, Any], name: str) -> str:
    """A text of the object; raises Rejected if it is none."""
    value = body.get(name)
    if not isinstance(value, str):
        raise Rejected(400, f"`{name}` is a text")
    return value
