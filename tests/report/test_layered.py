"""The layered layout: its geometry on random graphs, and its times."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.report.layered import layered
from holdfast.report.layered_ranks import rank_nodes
from holdfast.report.layered_routes import Drawing
from holdfast.report.layered_vertices import Item, Link
from tests.report.geometry import crossings, overlapping, touches

BOX = Item(80, 40)
SIZES = st.sampled_from([(20.0, 18.0), (60.0, 18.0), (150.0, 36.0)])


@st.composite
def graphs(draw: st.DrawFn, ranked: bool = False) -> tuple[list[Item], list[Link]]:
    count = draw(st.integers(1, 9))
    rank = st.integers(0, 3) if ranked else st.none()
    boxes = st.tuples(st.sampled_from([(40.0, 28.0), (90.0, 46.0), (220.0, 120.0)]), rank)
    items = [
        Item(*size, own) for size, own in draw(st.lists(boxes, min_size=count, max_size=count))
    ]
    ends = st.integers(0, count - 1)
    links = st.builds(Link, ends, ends, st.none() | SIZES)
    return items, draw(st.lists(links, max_size=16))


def check(items: list[Item], links: list[Link], drawing: Drawing) -> None:
    labels = [route.label for route in drawing.routes if route.label]
    assert len(labels) == sum(link.label is not None for link in links)
    assert not overlapping([*drawing.boxes, *labels])
    ends = [(link.source, link.target) for link in links]
    assert not crossings(drawing.boxes, drawing.routes, ends)
    for link, route in zip(links, drawing.routes, strict=True):
        assert touches(route.points[0], drawing.boxes[link.source])
        assert touches(route.points[-1], drawing.boxes[link.target])
        for x, y in route.points:
            assert -0.01 <= x <= drawing.width + 0.01
            assert -0.01 <= y <= drawing.height + 0.01
    for each in (*drawing.boxes, *labels):
        assert each.x >= -0.01
        assert each.y >= -0.01
        assert each.x + each.width <= drawing.width + 0.01
        assert each.y + each.height <= drawing.height + 0.01


@given(graphs())
def test_nothing_overlaps(graph: tuple[list[Item], list[Link]]) -> None:
    check(*graph, layered(*graph))


@given(graphs(ranked=True))
def test_nothing_overlaps_with_given_ranks(graph: tuple[list[Item], list[Link]]) -> None:
    check(*graph, layered(*graph))


@given(graphs())
def test_nothing_overlaps_in_a_layout_to_the_right(graph: tuple[list[Item], list[Link]]) -> None:
    items, links = graph
    check(items, links, layered(items, links, rightwards=True))


@given(graphs())
def test_a_layout_is_the_same_each_time(graph: tuple[list[Item], list[Link]]) -> None:
    assert layered(*graph) == layered(*graph)


def test_an_empty_graph_has_an_empty_drawing() -> None:
    assert layered([], []) == Drawing(0.0, 0.0, (), ())


def test_the_first_node_of_a_cycle_is_on_top() -> None:
    links = [Link(0, 1), Link(1, 2), Link(2, 0)]
    assert rank_nodes([BOX] * 3, links) == [0, 1, 2]


def test_links_are_short_where_that_is_free() -> None:
    # 4 -> 3 only: it belongs beside 2, not on top.
    links = [Link(0, 1), Link(1, 2), Link(2, 3), Link(4, 3)]
    assert rank_nodes([BOX] * 5, links) == [0, 1, 2, 3, 2]


def test_a_planar_graph_is_drawn_without_crossings() -> None:
    # A tree whose leaves are listed in an order that crosses.
    links = [Link(0, 1), Link(0, 2), Link(1, 5), Link(2, 3), Link(1, 4), Link(2, 6)]
    drawing = layered([BOX] * 7, links)
    ends = sorted((drawing.boxes[x.source].x, drawing.boxes[x.target].x) for x in links[2:])
    assert [target for _, target in ends] == sorted(target for _, target in ends)


def test_a_chain_is_straight() -> None:
    drawing = layered([BOX, Item(200, 40), BOX], [Link(0, 1, (50, 18)), Link(1, 2, (120, 18))])
    assert {round(x, 6) for route in drawing.routes for x, _ in route.points} == {
        round(drawing.boxes[0].x + 40, 6)
    }


def test_opposite_and_parallel_links_are_apart() -> None:
    drawing = layered([BOX, BOX], [Link(0, 1), Link(1, 0), Link(0, 1)])
    starts = [route.points[0][0] for route in drawing.routes]
    assert len({round(x) for x in starts}) == 3


def test_given_places_are_kept() -> None:
    items = [Item(80, 40, 0, 0), Item(80, 40, 1, 3), Item(80, 40, 1, 2), Item(80, 40, 1, 1)]
    boxes = layered(items, [Link(0, 1), Link(0, 2), Link(0, 3)]).boxes
    assert boxes[3].x < boxes[2].x < boxes[1].x


def test_parts_of_a_graph_are_beside_each_other() -> None:
    drawing = layered([BOX] * 12, [Link(0, 1)])
    assert not overlapping(drawing.boxes)
    assert drawing.height < drawing.width < 6 * 120


def random_graph(count: int, links: int, seed: int) -> tuple[list[Item], list[Link]]:
    """A connected graph of which most links are short, all with labels."""
    rng = random.Random(seed)
    items = [Item(rng.randint(60, 200), rng.choice([30, 48, 66])) for _ in range(count)]
    ends = [(rng.randrange(v), v) for v in range(1, count)]
    while len(ends) < links:
        a = rng.randrange(count)
        ends.append((a, min(count - 1, max(0, a + rng.randint(-6, 6)))))
    return items, [Link(a, b, (rng.randint(40, 120), 18)) for a, b in ends]


@pytest.mark.parametrize(("count", "links", "seconds"), [(5, 15, 0.2), (50, 100, 1), (200, 500, 5)])
def test_layouts_are_fast(count: int, links: int, seconds: float) -> None:
    graph = random_graph(count, links, 1)
    start = time.process_time()
    drawing = layered(*graph)
    assert time.process_time() - start < seconds
    labels = [route.label for route in drawing.routes if route.label]
    assert not overlapping([*drawing.boxes, *labels])
