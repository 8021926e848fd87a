"""What a drawing must satisfy: nothing overlaps, and no curve crosses a box or a label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from holdfast.report.layered_routes import Point, Rectangle, Route

_SAMPLES = 12


def overlapping(rectangles: Sequence[Rectangle]) -> list[tuple[Rectangle, Rectangle]]:
    return [(a, b) for a, b in combinations(rectangles, 2) if _shrunk(a).overlaps(b)]


def crossings(
    boxes: Sequence[Rectangle],
    routes: Sequence[Route],
    ends: Sequence[tuple[int, int]],
) -> list[str]:
    """The places where a curve goes through a box, or through the label of another one."""
    found = []
    for i, route in enumerate(routes):
        points = list(curve(route))
        for v, box in enumerate(boxes):
            if any(_inside(p, box) for p in points):
                found.append(f"link {i} {ends[i]} crosses box {v}")
        for k, other in enumerate(routes):
            if k != i and other.label and any(_inside(p, other.label) for p in points):
                found.append(f"link {i} {ends[i]} crosses the label of {k} {ends[k]}")
    return found


def curve(route: Route) -> Iterator[Point]:
    """Points of a route."""
    points = route.points
    assert len(points) % 3 == 1
    for i in range(0, len(points) - 1, 3):
        a, b, c, d = points[i : i + 4]
        for k in range(_SAMPLES + 1):
            t = k / _SAMPLES
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            xs, ys = zip(a, b, c, d, strict=True)
            yield (
                sum(w * x for w, x in zip(weights, xs, strict=True)),
                sum(w * y for w, y in zip(weights, ys, strict=True)),
            )


def touches(point: Point, box: Rectangle) -> bool:
    """Whether a point is on the border of a box."""
    x, y = point
    within = box.x - 0.01 <= x <= box.x + box.width + 0.01
    within = within and box.y - 0.01 <= y <= box.y + box.height + 0.01
    return within and not _inside(point, box)


def _inside(point: Point, box: Rectangle) -> bool:
    x, y = point
    own = _shrunk(box)
    return own.x < x < own.x + own.width and own.y < y < own.y + own.height


def _shrunk(box: Rectangle) -> Rectangle:
    return Rectangle(box.x + 0.01, box.y + 0.01, box.width - 0.02, box.height - 0.02)
