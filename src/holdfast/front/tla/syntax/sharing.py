"""Gives every position in a tree a node of its own.

The meaning of a name is stored by the identity of its node, so one node must not occur at two
positions. Trees that were read never share nodes, but a translation may use one expression
several times.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from holdfast.front.tla.syntax import tree

N = TypeVar("N", bound=tree.Node)


def unshared(node: N) -> N:
    """The same tree without shared nodes."""
    seen: set[int] = set()

    def visit(part: tree.Node) -> tree.Node:
        again = id(part) in seen
        seen.add(id(part))
        changed = tree.map_children(visit, part)
        return replace(changed) if again and changed is part else changed

    changed = tree.map_children(visit, node)
    return changed
