"""Shrinks a program line by line while it stays interesting."""

from __future__ import annotations

from collections.abc import Callable


def shrink(text: str, is_interesting: Callable[[str], bool]) -> str:
    """A part of the lines of `text` that is still interesting, and of which no line can go."""
    lines = text.splitlines()
    size = max(1, len(lines) // 4)
    while True:
        removed = False
        start = 0
        while start < len(lines):
            for width in (size, size + 1, size + 2):
                rest = [*lines[:start], *lines[start + width :]]
                if is_interesting("\n".join(rest) + "\n"):
                    lines, removed = rest, True
                    break
            else:
                start += 1
        if size > 1:
            size = max(1, size // 2)
        elif not removed:
            return "\n".join(lines) + "\n"
