"""Files of automata for tests, and what the reader finds in them."""

from __future__ import annotations

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.reader import read_file
from holdfast.source import Diagnostic, Source

COUNTER = '''"""A counter that others may reset."""
from holdfast.ioa import *

Small: type = IntRange[0:4]
Colour: type = Enum[RED, GREEN]
Msg: type = NamedTuple[src: int, val: Small]


def twice(a: int) -> int:
    return a + a


@automaton
def Counter_(N: nat):
    where = N > 0

    class signature:
        @output
        def tick(k: Small):
            where = k < N

        @input
        def reset():
            pass

    class states:
        n: Small
        light: Colour
        sent: Seq[Msg]
        seen: Set[int]
        at: Map[int, bool]
        bag: Mset[int]
        word: bv8
        name: str
        pair: Tuple[int, bool]
        x: Real

    initially = n == 0 and light == RED

    class transitions:
        @output
        @pre(k == n and light == RED)
        def tick(k):
            n = incre(n)
            light = GREEN

        @input
        def reset():
            n, light = 0, RED

    invariant_of = 0 <= n < 4
'''


def read(text: str) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """A text, read."""
    return read_file(Source("T.py", text))


def accepted(text: str) -> tree.File:
    """The tree of a file without mistakes."""
    file, diagnostics = read(text)
    assert not diagnostics, "\n\n".join(d.render() for d in diagnostics)
    assert file is not None
    return file


def found(text: str) -> list[tuple[str, str]]:
    """The code and the underlined text of each message about a file."""
    _, diagnostics = read(text)
    return [(d.code, d.span.text if d.span else "") for d in diagnostics]
