"""Requests that are rejected: a status, a message, help, diagnostics."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from holdfast.runs.reading import is_shallow

if TYPE_CHECKING:
    from starlette.requests import Request

_DEEPEST = 50
_NAMED = 200
_TOO_DEEP = "nested too deeply"
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
        if not is_shallow(text, _DEEPEST):
            raise ValueError(_TOO_DEEP)
        found = json.loads(text, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        deep = str(error) == _TOO_DEEP
        raise Rejected(400, f"the body is {_TOO_DEEP if deep else 'not JSON'}") from None
    if not isinstance(found, dict):
        raise Rejected(400, "the body is not a JSON object")
    _require_plain(found, "")
    return found


def _whole(digits: str) -> int | float:
    """A whole number; an infinite one if it has more digits than any that is accepted."""
    return (
        int(digits) if len(digits) < 30 else math.copysign(math.inf, -1 if digits[0] == "-" else 1)
    )


def _require_plain(value: Any, place: str) -> None:
    """Reject numbers and texts that no response could repeat; raises Rejected."""
    named = f"`{place[:_NAMED]}`" if place else "the body"
    match value:
        case dict():
            for name, each in value.items():
                _require_text(name, f"a name in {named}")
                _require_plain(each, f"{place}.{name}" if place else name)
        case list():
            for i, each in enumerate(value):
                _require_plain(each, f"{place}[{i}]")
        case str():
            _require_text(value, named)
        case int() | float() if not math.isfinite(value):
            raise Rejected(400, f"{named} is not a finite number")
        case _:
            return


def _require_text(text: str, named: str) -> None:
    """Reject a text with half a character, which has no UTF-8; raises Rejected."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        shown = named.encode("utf-8", "replace").decode("utf-8")
        raise Rejected(400, f"{shown} is not Unicode text: it has half a character") from None


def text_of(body: dict[str, Any], name: str) -> str:
    """A text of the object; raises Rejected if it is none."""
    value = body.get(name)
    if not isinstance(value, str):
        raise Rejected(400, f"`{name}` is a text")
    return value
