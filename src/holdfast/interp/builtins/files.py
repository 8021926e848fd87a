"""File access for specs that are allowed to, and the supported formats of Java's String.format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError, unsupported


def read_text(context: Context, path: str, operator: str, encoding: str = "utf-8") -> str:
    """The text of a file."""
    context.need_files(operator)
    try:
        return Path(path).read_text(encoding=encoding)
    except (OSError, ValueError, LookupError) as error:
        raise EvalError("eval-io", f"{operator} cannot read {path}: {error}") from None


def write_text(
    context: Context, path: str, text: str, append: bool = False, encoding: str = "utf-8"
) -> None:
    """Write a text to a file, or add it at the end."""
    context.need_files("writing a file")
    try:
        with open(path, "a" if append else "w", encoding=encoding, newline="") as file:
            file.write(text)
    except (OSError, ValueError, LookupError) as error:
        raise EvalError("eval-io", f"{path} cannot be written: {error}") from None


def formatted(template: str, texts: Sequence[str]) -> str:
    """The template with `%s` and `%2$s` replaced by the texts, as Java does it."""
    following = iter(texts)

    def insert(match: re.Match[str]) -> str:
        if match[0] in ("%%", "%n"):
            return "%" if match[0] == "%%" else "\n"
        if match["kind"] is None:
            raise unsupported(f"the format {match[0]} is not known", "use %s or %1$s")
        place = match["place"]
        text = next(following, None) if place is None else _at(texts, int(place[:-1]))
        if text is None:
            raise EvalError("eval-out-of-domain", f"there is no value for {match[0]}")
        return text

    return re.sub(r"%(?:%|n|(?P<place>\d+\$)?(?P<kind>s)|.?)", insert, template)


def _at(texts: Sequence[str], place: int) -> str | None:
    return texts[place - 1] if 1 <= place <= len(texts) else None
