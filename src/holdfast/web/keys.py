"""Who may use the server: one-time keys, which a page changes for the token of this server."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable

KEY_SECONDS = 300.0
"""How long a key can be used."""


class Keys:
    """The token, and the keys that were printed and not used yet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._token = secrets.token_urlsafe(32)
        self._keys: dict[str, float] = {}
        self._clock = clock

    def new_key(self) -> str:
        """A key that works once, for five minutes."""
        key = secrets.token_urlsafe(32)
        self._keys[key] = self._clock() + KEY_SECONDS
        return key

    def enter(self, key: str) -> str | None:
        """The token for a key; None if there is no such key, or not any more."""
        now = self._clock()
        self._keys = {known: until for known, until in self._keys.items() if until > now}
        found = [known for known in self._keys if _same(known, key)]
        for known in found:
            del self._keys[known]
        return self._token if found else None

    def admits(self, authorization: str) -> bool:
        """Whether the header of a request has the token."""
        return _same(authorization, f"Bearer {self._token}")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
