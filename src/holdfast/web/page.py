"""The page and its files, as they are in the package; a nonce for each response."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from holdfast.web.errors import Rejected
from holdfast.web.folder import tag_of

STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain",
}


def static_files(folder: Path = STATIC) -> dict[str, Path]:
    """The files that are served, by path; there are no others."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix in _TYPES)
    return {path.relative_to(folder).as_posix(): path for path in found}


async def page(request: Request) -> Response:
    """The page; what it may run is named by the nonce of this response."""
    try:
        text = (STATIC / "index.html").read_text(encoding="utf-8")
    except OSError:
        raise Rejected(404, "this installation has no page") from None
    return HTMLResponse(text.replace("{{nonce}}", request.state.nonce))


async def static(request: Request) -> Response:
    """A file of the page."""
    path = static_files().get(request.path_params["path"])
    if path is None:
        raise Rejected(404, "there is no such file")
    data = path.read_bytes()
    tag = tag_of(data)
    headers = {"ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=_TYPES[path.suffix], headers=headers)
