"""Drawings for the terminal: following their lines gives the graph back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from holdfast.report.graph_text import drawn_text, graph_text
from holdfast.report.picture import Arrow, Picture, Shape, line
from tests.report.diagrams import PICTURES

_TURNS = {
    "┘": {(0, 1): (-1, 0), (1, 0): (0, -1)},
    "└": {(0, 1): (1, 0), (-1, 0): (0, -1)},
    "┐": {(0, -1): (-1, 0), (1, 0): (0, 1)},
    "┌": {(0, -1): (1, 0), (-1, 0): (0, 1)},
}


def read_drawing(rows: list[str], names: list[str]) -> Counter[tuple[str, str]]:
    """The arrows of a drawing: source and target, found by following lines from the tips."""
    wide = max(map(len, rows))
    grid = [row.ljust(wide) for row in rows]
    box_of: dict[tuple[int, int], str] = {}
    for name in names:
        y = next(i for i, row in enumerate(grid) if f" {name} " in row)
        left = grid[y].index(f" {name} ") - 1
        right = min(i for i in range(left + 1, wide) if grid[y][i] in "│║")
        bottom = next(i for i in range(y, len(grid)) if grid[i][left] in "└╚")
        box_of |= {(x, r): name for x in range(left, right + 1) for r in range(y - 1, bottom + 1)}
    found: Counter[tuple[str, str]] = Counter()
    for y, row in enumerate(grid):
        for x, character in enumerate(row):
            if character in "▲▼":
                way = (0, 1) if character == "▲" else (0, -1)
                target = box_of[x, y - way[1]]
                found[_follow(grid, box_of, (x, y), way), target] += 1
    return found


def _follow(
    grid: list[str], box_of: dict[tuple[int, int], str], at: tuple[int, int], way: tuple[int, int]
) -> str:
    while True:
        at = (at[0] + way[0], at[1] + way[1])
        if at in box_of:
            return box_of[at]
        character = grid[at[1]][at[0]]
        assert character not in " ├┤┬┴▲▼", f"a line ends or branches at {at}"
        way = _TURNS[character][way] if character in _TURNS else way


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    count = draw(st.integers(1, 7))
    names = [f"N{i}" for i in range(count)]
    shapes = tuple(
        Shape(name, ((line(name),),), ("initial",) if draw(st.booleans()) else ()) for name in names
    )
    ends = st.sampled_from(names)
    labels = st.sampled_from(["", "a", "bcde", "fghijklmnop"])
    found = draw(st.lists(st.tuples(ends, ends, labels, st.booleans()), max_size=10))
    arrows = tuple(
        Arrow(a, b, (line(text),) if text else (), ("dashed",) if dashed else ())
        for a, b, text, dashed in found
    )
    return Picture("random", shapes, arrows)


@given(pictures())
def test_following_the_lines_gives_the_graph_back(picture: Picture) -> None:
    rows = drawn_text(picture)
    if rows is None:
        return
    expected = {(a.source, a.target, a.styles) for a in picture.arrows if a.source != a.target}
    names = [shape.key for shape in picture.shapes]
    assert read_drawing(rows, names) == Counter((a, b) for a, b, _ in expected)
    text = "\n".join(rows)
    for arrow in picture.arrows:
        assert all(piece.text in text for each in arrow.label for piece in each)


def test_diagrams_are_drawn(golden: Callable[[str, str], None]) -> None:
    for name in ("X1", "ABP-counterexample"):
        golden(f"pictures/{name}.txt", graph_text(PICTURES[name], 130))


def test_the_lines_of_the_diagrams_are_those_of_their_edges() -> None:
    for name in ("X1", "X2", "ABP"):
        picture = PICTURES[name]
        rows = drawn_text(picture)
        assert rows is not None
        found = read_drawing(rows, [shape.key for shape in picture.shapes])
        assert found == Counter(
            (a.source, a.target) for a in picture.arrows if a.source != a.target
        )


def test_a_wide_picture_is_a_table() -> None:
    text = graph_text(PICTURES["ABP"], 40)
    assert "Idle (initial)\n    rcvd = sent\n" in text
    assert "  -> Sending: RcvMsg SF (nbOldMsgs, <)\n" in text
    assert "│" not in text


def test_a_big_picture_is_a_table() -> None:
    shapes = tuple(Shape(f"N{i}", ((line(f"N{i}"),),)) for i in range(13))
    text = graph_text(Picture("big", shapes, (Arrow("N0", "N1", (line("go"),), ("dashed",)),)))
    assert text.startswith("N0\n  -> N1: go (not always)\nN1\n")


def test_wide_characters_take_two_cells() -> None:
    text = graph_text(Picture("wide", (Shape("a", ((line("日本"), line("abcd")),)),), ()))
    assert text.splitlines()[1:3] == ["│ 日本 │", "│ abcd │"]
