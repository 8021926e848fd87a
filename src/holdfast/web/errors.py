"""Requests that are rejected: a status, a message, help, diagnostics."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

if TYPE_CHECKING:
    from starlette.requests import Request

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
        found = json.loads((await request.body()).decode("utf-8"))
    except (ValueError, RecursionError):
        raise Rejected(400, "the body is not JSON") from None
    if not isinstance(found, dict):
        raise Rejected(400, "the body is not a JSON object")
    return found


def text_of(body: dict[str, Any], name: str) -> str:
    """A text of the object; raises Rejected if it is none."""
    value = body.get(name)
    if not isinstance(value, str):
        raise Rejected(400, f"`{name}` is a text")
    return value
