"""The comments of a file of diagrams, kept when its parts are written again."""

from __future__ import annotations

from holdfast.diagram.texts import without_comment


def with_comments(before: str, after: str) -> str:
    """The text after a change, with the comments of all lines that are still there.

    A comment belongs to its line, or to the next line if it is alone. That of a line which was
    changed or deleted is gone.
    """
    block, above = "", list[str]()
    known: dict[tuple[str, str], tuple[list[str], str]] = {}
    for line in before.splitlines():
        code = _code(line)
        block = code if _begins(code) else block
        if code:
            known.setdefault((block, code), (above, line[len(without_comment(line)) :]))
            above = []
        elif line.strip():
            above.append(line)
    lines: list[str] = []
    for line in after.splitlines():
        code = _code(line)
        block = code if _begins(code) else block
        own, comment = known.pop((block, code), ([], "")) if code else ([], "")
        lines += [*own, f"{line}  {comment}" if comment else line]
    return "\n".join([*lines, *above, ""])


def comment_count(text: str) -> int:
    """How many lines of a text have a comment."""
    return sum(without_comment(line) != line for line in text.splitlines())


def _code(line: str) -> str:
    return " ".join(without_comment(line).split())


def _begins(code: str) -> bool:
    return code.startswith(("diagram ", "refinement "))
