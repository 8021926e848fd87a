"""Values as trees that a page can fold, with limits."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from holdfast.explore.wire import Part, Tree
from holdfast.ir.notation import Notation
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Record, Value

LONGEST_TEXT = 2_000
MOST_PARTS = 200
MOST_NODES = 2_000
"""How many parts a tree has in all."""
MOST_TEXT = 20_000
"""How long the texts of a tree are in all, about."""


def cut(text: str) -> str:
    """A text of a value, or its beginning."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} ..."


class _Room:
    """How much of a value can still be sent."""

    def __init__(self) -> None:
        self.nodes = MOST_NODES
        self.characters = MOST_TEXT

    @property
    def is_left(self) -> bool:
        """Whether there is room for another part."""
        return self.nodes > 0 and self.characters > 0


def value_tree(value: Value, notation: Notation) -> Tree:
    """The value in the notation of its language; long texts are cut, many parts left out.

    What is nested more deeply is left out first.
    """
    room = _Room()
    root = _node(value, notation, None, room)
    pending = deque([(root, value, notation)])
    while pending:
        tree, composite, own = pending.popleft()
        match composite:
            case FiniteSet():
                tree["kind"], count = "set", len(composite.elements)
            case tuple():
                tree["kind"], count = "sequence", len(composite)
            case Function():
                kind: Literal["record", "function"]
                kind = "record" if isinstance(composite, Record) else "function"
                tree["kind"], count = kind, len(composite.values)
            case _:
                continue
        parts: list[Part] = []
        for key, part, inner in islice(_parts(composite, own), MOST_PARTS):
            if not room.is_left:
                break
            child = _node(part, inner, key, room)
            parts.append({"key": None if key is None else cut(key), "value": child})
            pending.append((child, part, inner))
        tree["parts"] = parts
        if count > len(parts):
            tree["more"] = count - len(parts)
    return root


def _node(value: Value, notation: Notation, key: str | None, room: _Room) -> Tree:
    text = notation.show(value)
    room.nodes -= 1
    room.characters -= min(len(text), LONGEST_TEXT) + min(len(key or ""), LONGEST_TEXT)
    if len(text) > LONGEST_TEXT:
        return {"text": text[:LONGEST_TEXT], "cut": True}
    return {"text": text}


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
