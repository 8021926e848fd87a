"""What every request must pass: host, origin, token, size; and the headers of every response."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.web.errors import MOST_BYTES, Rejected, rejection
from holdfast.web.keys import Keys

_OPEN = ("/api/enter",)
"""What needs no token below `/api/`."""

_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class Guard:
    """Rejects requests that do not come from our own page or a program with the token.

    `hosts` are the values of the header Host that this server answers to.
    """

    def __init__(self, app: ASGIApp, keys: Keys, hosts: Iterable[str]) -> None:
        self.app = app
        self.keys = keys
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(f"{s}://{host}" for host in self.hosts for s in ("http", "https"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application do so."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce
        answer = _Answer(send, nonce, scope["path"].startswith("/api/"))
        refused = self._refusal(scope)
        if refused is not None:
            await rejection(*refused)(scope, receive, answer.send)
            return
        await self.app(scope, _counted(receive), answer.send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why the request is rejected, if it is."""
        headers = Headers(scope=scope)
        named = headers.getlist("host")
        if len(named) != 1 or named[0].lower() not in self.hosts:
            return 421, "this server has another name"
        if any(origin.lower() not in self.origins for origin in headers.getlist("origin")):
            return 403, "the request comes from another page"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, "the request is too large"
        path = scope["path"]
        if path.startswith("/api/") and path not in _OPEN:
            given = headers.getlist("authorization")
            if len(given) != 1 or not self.keys.admits(given[0]):
                return 401, "the token is missing or wrong: open the address that was printed"
        return None


def _counted(receive: Receive) -> Receive:
    """Receive a body that is not larger than allowed, whatever its headers say."""
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise Rejected(413, "the request is too large")
        return message

    return counted


class _Answer:
    """Sends a response with the headers that all of them have."""

    def __init__(self, send: Send, nonce: str, is_data: bool) -> None:
        self._send = send
        self._nonce = nonce
        self._is_data = is_data

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = _POLICY.format(nonce=self._nonce)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers["Cache-Control"] = "no-store" if self._is_data else "no-cache"
        await self._send(message)
