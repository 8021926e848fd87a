"""A layered layout of directed graphs: places for boxes, curves for links, room for labels.

The scheme of Sugiyama, Tagawa and Toda: cycles are cut, nodes get ranks, long links get a vertex on
each rank that they pass, crossings are reduced (`layered_order.py`), and vertices get places that
make long links straight (`layered_places.py`, after Brandes and Koepf). Ranks are doubled if links
have labels: a label is a vertex of its own, so that nothing overlaps it. A curve bends only
between ranks (`layered_routes.py`), so it crosses no box and no label. All results are the same at
every run. Coordinates here have ranks downwards; a layout to the right is the transposed one.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.report.layered_order import order_layers
from holdfast.report.layered_places import place_vertices
from holdfast.report.layered_ports import slide_ports, spread_ports
from holdfast.report.layered_ranks import rank_nodes
from holdfast.report.layered_routes import Drawing, draw_routes, packed
from holdfast.report.layered_vertices import Item, Link, Part, Spacing, Vertices


def layered(
    items: Sequence[Item],
    links: Sequence[Link],
    spacing: Spacing | None = None,
    *,
    rightwards: bool = False,
) -> Drawing:
    """Places for items, and curves for links; the parts of the graph are beside each other."""
    spacing = spacing or Spacing()
    if rightwards:
        turned = layered([i.turned() for i in items], [x.turned() for x in links], spacing)
        return turned.turned()
    parts = components(len(items), links)
    drawings = [_drawn(items, links, part, spacing) for part in parts]
    return packed(drawings, parts, spacing, (len(items), len(links)))


def components(count: int, links: Sequence[Link]) -> list[Part]:
    """The connected parts of a graph, in the order of their first items."""
    leader = list(range(count))

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = leader[leader[v]]
            v = leader[v]
        return v

    for link in links:
        a, b = sorted((find(link.source), find(link.target)))
        leader[b] = a
    items: dict[int, list[int]] = {}
    for v in range(count):
        items.setdefault(find(v), []).append(v)
    own: dict[int, list[int]] = {v: [] for v in items}
    for i, link in enumerate(links):
        own[find(link.source)].append(i)
    return [Part(tuple(items[v]), tuple(own[v])) for v in items]


def arrange(items: Sequence[Item], links: Sequence[Link], spacing: Spacing) -> Vertices:
    """The vertices of a connected graph: their ranks, their order, and their places."""
    ranks = rank_nodes(items, links)
    vertices = Vertices.of(items, links, ranks, spacing)
    order_layers(vertices)
    spread_ports(vertices)
    place_vertices(vertices)
    slide_ports(vertices)
    return vertices


def _drawn(items: Sequence[Item], links: Sequence[Link], part: Part, spacing: Spacing) -> Drawing:
    number = {v: i for i, v in enumerate(part.items)}
    own = [links[i].between(number) for i in part.links]
    return draw_routes(arrange([items[v] for v in part.items], own, spacing))
