"""Whatever is done to a file: a tree or messages, with a location for every message."""

from __future__ import annotations

import io
import itertools
import tokenize

from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.ioa.read.reader import read_file
from holdfast.source import Source
from tests.front.ioa.given import COUNTER, automaton, system

TEXTS = (
    COUNTER,
    automaton(
        "forall(x, implies(x in s, f[RED] == x)) and {k: 0 for k in Colour} == f and q[1:] == []",
        "x = 1\nfor y in range(3):\n    q[y] = x\nif b:\n    i, n = 1, 2\nelse:\n    s |= {i}",
        more="    class properties:\n        p = always(eventually(b))\n",
    ),
    system(
        "p: Proc(1, u=2)\n        P: [Proc(j, 1) for j in range(N)]\n        t: Two(3)",
        "    hidden = {send}\n    invariant_of = P[0].q == t.row[1].q and p.at.x == 1\n",
    ),
)


def words(text: str) -> list[str]:
    """A text as tokens with the spaces between them."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    cuts = {0, len(text)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        for row, column in (token.start, token.end):
            cuts.add(min(starts[min(row, len(starts)) - 1] + column, len(text)))
    places = sorted(cuts)
    return [text[a:b] for a, b in itertools.pairwise(places)]


WORDS = [words(text) for text in TEXTS]
LINES = [text.splitlines(keepends=True) for text in TEXTS]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A file with some tokens or lines deleted, doubled, or replaced by others of its own."""
    pieces = list(draw(st.sampled_from([*WORDS, *LINES])))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(pieces) - 1))
        other = pieces[draw(st.integers(0, len(pieces) - 1))]
        own = pieces[at]
        pieces[at] = draw(st.sampled_from(["", own + own, other, other + own]))
    return "".join(pieces)


def check(text: str) -> None:
    """Read a text: no exception, and every message can be shown."""
    file, diagnostics = read_file(Source("T.py", text))
    assert file is not None or diagnostics
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.render()


@given(mutated())
def test_a_mutated_file_is_read(text: str) -> None:
    check(text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    check(text)


def test_tokens_make_up_the_text() -> None:
    for text, pieces in zip(TEXTS, WORDS, strict=True):
        assert "".join(pieces) == text
        assert read_file(Source("T.py", text))[1] == ()


def test_every_line_may_be_missing() -> None:
    for lines in LINES:
        for at in range(len(lines)):
            check("".join(lines[:at] + lines[at + 1 :]))
