"""The proof graph: which lemmas keep which, action by action.

A node is a lemma and an action that might break it. Its support are the lemmas that must hold
before the step so that the lemma holds after it, as few as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A lemma, an action, and the lemmas that the step needs besides the lemma itself."""

    lemma: str
    action: str
    support: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProofGraph:
    """All nodes of an invariant whose proof needs other lemmas; `texts` are the lemmas."""

    texts: Mapping[str, str]
    nodes: tuple[Node, ...]

    def dot(self) -> str:
        """The graph for Graphviz: an edge from each lemma to those that keep it."""
        rows = ["digraph proof {", "  rankdir=LR;", '  node [shape=box, fontname="monospace"];']
        for name, text in self.texts.items():
            label = _escaped(f"{name}\n{text}")
            rows.append(f'  "{_escaped(name)}" [label="{label}"];')
        edges: dict[tuple[str, str], list[str]] = {}
        for node in self.nodes:
            for lemma in node.support:
                edges.setdefault((node.lemma, lemma), []).append(node.action)
        for (lemma, support), actions in edges.items():
            label = _escaped(", ".join(actions))
            rows.append(f'  "{_escaped(lemma)}" -> "{_escaped(support)}" [label="{label}"];')
        return "\n".join([*rows, "}", ""])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\l")


def needed_from(start: str, nodes: Sequence[Node]) -> frozenset[str]:
    """The lemmas that a lemma needs, directly or not."""
    found = {start}
    pending = [start]
    while pending:
        lemma = pending.pop()
        for node in nodes:
            if node.lemma == lemma:
                new = set(node.support) - found
                found |= new
                pending += sorted(new)
    return frozenset(found)
