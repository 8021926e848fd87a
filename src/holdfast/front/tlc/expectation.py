"""Where a configuration declares its expected result: `EXPECT word`, or `\\* EXPECT: word`.

TLC rejects the keyword and ignores the comment.
"""

from __future__ import annotations

import re

from holdfast.front.tlc.config import read_config
from holdfast.source import Source, Span, SpecError

_COMMENT = re.compile(r"\\\*[ \t]*EXPECT:[ \t]*([^\r\n]*?)[ \t\r]*$", re.MULTILINE)
_KEYWORD = re.compile(r"^[ \t]*_?EXPECT\b(?!:)", re.MULTILINE)


def declarations_in(source: Source) -> tuple[Span, ...]:
    """The text after each EXPECT; raises SpecError if an error hides the keyword."""
    comments = [Span(source, *found.span(1)) for found in _COMMENT.finditer(source.text)]
    try:
        word = read_config(source).expect
    except SpecError:
        if _KEYWORD.search(source.text):
            raise
        return tuple(comments)
    return tuple(comments if word is None else [word.span, *comments])
