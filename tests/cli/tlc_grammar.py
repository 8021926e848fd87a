"""The grammar of TLC's output with `-tool`, as programs that read it expect it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_START = re.compile(r"@!@!@STARTMSG (\d+):([0-4]) @!@!@")
_END = re.compile(r"@!@!@ENDMSG (\d+) @!@!@")
PARSING_START, PARSING_END = 2220, 2219


@dataclass(frozen=True)
class Read:
    """A message: its code, its class and its lines."""

    code: int
    severity: int
    lines: tuple[str, ...]


def read_messages(output: str) -> tuple[list[Read], list[str]]:
    """The messages of an output, and the lines outside them; fails if it breaks the grammar.

    The lines that the parser prints between its two messages are not counted as outside.
    """
    messages, outside, parsing = list[Read](), list[str](), False
    lines = iter(output.splitlines())
    for line in lines:
        start = _START.fullmatch(line)
        if start is None:
            assert "@!@!@" not in line, line
            if not parsing:
                outside.append(line)
            continue
        code, inside = int(start[1]), list[str]()
        for inner in lines:
            if "@!@!@" in inner:
                end = _END.fullmatch(inner)
                assert end is not None, inner
                assert int(end[1]) == code, (code, inner)
                break
            inside.append(inner)
        else:
            raise AssertionError(f"message {code} does not end")
        parsing = (parsing or code == PARSING_START) and code != PARSING_END
        messages.append(Read(code, int(start[2]), tuple(inside)))
    return messages, outside
