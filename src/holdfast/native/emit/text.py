"""C text: lines, blocks, identifiers, and comments that no text of a spec can close."""

from __future__ import annotations

import re

from holdfast.source import Span

# Neither an asterisk, which could end a comment, nor a question mark, for trigraphs.
_UNSAFE = re.compile(r"""[^A-Za-z0-9_ .,:;()\[\]{}<>=+|&~!@#$%^'"`/\\-]""")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]")
_DEEPEST = 16
_LONGEST_COMMENT = 90
_LONGEST_NAME = 24


def comment(text: str) -> str:
    """A comment; what could end it, or mean something inside it, becomes an underscore."""
    shown = _UNSAFE.sub("_", " ".join(text.split()))
    if len(shown) > _LONGEST_COMMENT:
        shown = shown[:_LONGEST_COMMENT] + " ..."
    return f"/* {shown} */"


def place(span: Span | None) -> str:
    """The file and line of a span, for comments."""
    if span is None:
        return ""
    line, _ = span.source.position(span.start)
    return f"{span.source.name.replace(chr(92), '/').rpartition('/')[2]}:{line}"


def identifier(name: str, number: int) -> str:
    """A C name for a name of the spec; the number makes it unique."""
    made = f"{_NOT_IN_NAMES.sub('_', name)[:_LONGEST_NAME]}_{number}"
    return f"n{made}" if made[0].isdigit() else made


class Lines:
    """Lines of C with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1

    def add(self, line: str) -> None:
        """One line."""
        self.lines.append("    " * min(self.depth, _DEEPEST) + line)

    def open(self, line: str) -> None:
        """A line that begins a block."""
        self.add(line + " {" if line else "{")
        self.depth += 1

    def close(self, line: str = "") -> None:
        """The end of a block; perhaps the beginning of another, such as `else`."""
        self.depth -= 1
        self.add(f"}} {line} {{" if line else "}")
        if line:
            self.depth += 1
