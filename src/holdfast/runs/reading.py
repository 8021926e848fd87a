"""Reads JSON that others may have written or damaged."""

from __future__ import annotations

import json
import math
import re
from typing import Any

_DEEPEST = 3000
"""Python's reader recurses, and where the recursion limit was raised it exhausts the stack."""
_USUAL = 50
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACKETS = re.compile(r"[\[\]{}]")
_ALIKE = bytes.maketrans(b"[]", b"{}")
_OTHERS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def read_object(text: str) -> dict[str, Any] | None:
    """The object in a text; None if it is none, as in a file that is being written."""
    try:
        if not is_shallow(text, _DEEPEST):
            return None
        found = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_shallow(text: str, deepest: int) -> bool:
    """Whether a text of JSON is not nested more deeply than this."""
    brackets = text.encode("utf-8", "replace").translate(_ALIKE, _OTHERS)
    for _ in range(min(deepest, _USUAL)):
        inner = brackets.replace(b"{}", b"")  # the innermost ones
        if not inner:
            return True
        if inner == brackets:
            break
        brackets = inner
    # It is deeper than usual, or brackets in strings have no partner: counting takes longer.
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > deepest:
            return False
    return True


def _finite(text: str) -> float:
    """A number that JSON has: nobody could send another one."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is not finite")
    return number
