"""Where links leave and enter boxes: spread over a side, then moved towards what they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.report.layered_vertices import Vertices


def spread_ports(graph: Vertices) -> None:
    """Give the links of each side of a box places at equal distances, in their order."""
    position = _positions(graph)
    for v, (width, _) in enumerate(graph.bodies):
        for side in (True, False):
            numbers = _side(graph, v, side)
            numbers.sort(key=lambda s: position[_other(graph, s, side)])
            free = [s for s in numbers if not _is_fixed(graph, s, side)]
            step = width / (len(free) + 1)
            for i, s in enumerate(free, start=1):
                _move(graph, s, side, i * step - width / 2)


def slide_ports(graph: Vertices) -> None:
    """Move ports along their sides so that links are as straight as their neighbours allow."""
    position = _positions(graph)
    for v, (width, _) in enumerate(graph.bodies):
        for side in (True, False):
            numbers = [s for s in _side(graph, v, side) if not _is_fixed(graph, s, side)]
            numbers.sort(key=lambda s: (position[_other(graph, s, side)], _wanted(graph, s, side)))
            wanted = [_wanted(graph, s, side) - graph.places[v] for s in numbers]
            half = max(width / 2 - graph.spacing.corner, 0.0)
            for s, port in zip(numbers, _apart(wanted, half, graph.spacing.ports), strict=True):
                _move(graph, s, side, port)


def _positions(graph: Vertices) -> list[int]:
    position = [0] * len(graph.left)
    for layer in graph.layers:
        for i, v in enumerate(layer):
            position[v] = i
    return position


def _side(graph: Vertices, v: int, is_lower: bool) -> list[int]:
    return list(graph.below[v] if is_lower else graph.above[v])


def _other(graph: Vertices, s: int, is_lower: bool) -> int:
    return graph.segments[s].lower if is_lower else graph.segments[s].upper


def _is_fixed(graph: Vertices, s: int, is_lower: bool) -> bool:
    return graph.segments[s].fixed_upper if is_lower else graph.segments[s].fixed_lower


def _move(graph: Vertices, s: int, is_lower: bool, port: float) -> None:
    if is_lower:
        graph.segments[s].port_upper = port
    else:
        graph.segments[s].port_lower = port


def _wanted(graph: Vertices, s: int, is_lower: bool) -> float:
    """The place of the other end of a segment."""
    own = graph.segments[s]
    port = own.port_lower if is_lower else own.port_upper
    return graph.places[_other(graph, s, is_lower)] + port


def _apart(wanted: Sequence[float], half: float, least: float) -> Iterator[float]:
    """The nearest places between -half and half, in this order, with some distance in between."""
    count = len(wanted)
    step = min(least, 2 * half / max(count - 1, 1))
    # Isotonic regression: neighbours in the wrong order share the mean of what they want.
    groups: list[tuple[float, int]] = []
    for i, place in enumerate(wanted):
        total, size = place - i * step, 1
        while groups and groups[-1][0] / groups[-1][1] >= total / size:
            before, number = groups.pop()
            total, size = total + before, size + number
        groups.append((total, size))
    flat = [total / size for total, size in groups for _ in range(size)]
    for i, place in enumerate(flat):
        yield min(max(place, -half), half - (count - 1) * step) + i * step
