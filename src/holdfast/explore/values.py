"""Values as trees that a page can fold, with limits."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.explore.wire import Part, Tree
from holdfast.ir.notation import Notation
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Record, Value

LONGEST_TEXT = 2_000
MOST_PARTS = 200
MOST_NODES = 2_000
"""How many parts a tree has in all."""


def value_tree(value: Value, notation: Notation) -> Tree:
    """The value in the notation of its language; long texts are cut, many parts left out."""
    return _tree(value, notation, [MOST_NODES])


def _tree(value: Value, notation: Notation, room: list[int]) -> Tree:
    text = notation.show(value)
    tree: Tree = {"text": text}
    if len(text) > LONGEST_TEXT:
        tree = {"text": text[:LONGEST_TEXT], "cut": True}
    match value:
        case FiniteSet():
            tree["kind"] = "set"
        case tuple():
            tree["kind"] = "sequence"
        case Record():
            tree["kind"] = "record"
        case Function():
            tree["kind"] = "function"
        case _:
            return tree
    parts: list[Part] = []
    count = 0
    for key, part, own in _parts(value, notation):
        count += 1
        if len(parts) < MOST_PARTS and room[0] > 0:
            room[0] -= 1
            parts.append({"key": key, "value": _tree(part, own, room)})
    tree["parts"] = parts
    if count > len(parts):
        tree["more"] = count - len(parts)
    return tree


def _parts(
    value: FiniteSet | Function | tuple[Value, ...], notation: Notation
) -> Iterator[tuple[str | None, Value, Notation]]:
    """The key, the value and the notation of each part."""
    match value:
        case FiniteSet():
            yield from ((None, e, notation.elements) for e in ordered(value))
        case tuple():
            for i, part in enumerate(value, 1):
                selector, own = notation.part(value, i)
                yield _key(selector), part, own
        case Function():
            for argument, part in zip(ordered(value.domain), value.values, strict=True):
                selector, own = notation.part(value, argument)
                yield _key(selector), part, own


def _key(selector: str) -> str:
    """`.field` and `[key]` without the signs."""
    return selector[1:] if selector.startswith(".") else selector[1:-1]
