"""The proof graph: which lemmas support which, action by action.

A node is a lemma and an action that might break it. Its support are the lemmas that must hold
before the step so that the lemma holds after it, as few as possible. A node is open if all
lemmas together are not enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A lemma, an action, and the lemmas that the step needs besides the lemma itself."""

    lemma: str
    action: str
    support: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ProofGraph:
    """All nodes of an invariant that need other lemmas or are open; `texts` are the lemmas."""

    texts: Mapping[str, str]
    nodes: tuple[Node, ...]

    def dot(self) -> str:
        """The graph for Graphviz: an edge from each lemma to those that support it."""
        rows = ["digraph proof {", "  rankdir=LR;", '  node [shape=box, fontname="monospace"];']
        rows.append('  edge [fontname="monospace"];')
        for name, text in self.texts.items():
            shown = name if text == name else f"{name}\n{text}"
            label = _escaped(f"{shown}\n")
            rows.append(f'  "{_escaped(name)}" [label="{label}"];')
        edges: dict[tuple[str, str], list[str]] = {}
        for node in self.nodes:
            for lemma in node.support:
                edges.setdefault((node.lemma, lemma), []).append(node.action)
        for (lemma, support), actions in edges.items():
            label = _escaped(", ".join(actions))
            rows.append(f'  "{_escaped(lemma)}" -> "{_escaped(support)}" [label="{label}"];')
        for node in (n for n in self.nodes if n.is_open):
            missing = f"? {node.lemma} {node.action}"
            rows.append(f'  "{_escaped(missing)}" [label="?", shape=circle, color=red];')
            label = _escaped(node.action)
            edge = f'"{_escaped(node.lemma)}" -> "{_escaped(missing)}"'
            rows.append(f'  {edge} [label="{label}", color=red, style=dashed];')
        return "\n".join([*rows, "}", ""])

    def ranks(self) -> dict[str, int]:
        """The distance of each lemma from the first one; unreachable ones come last."""
        found: dict[str, int] = {}
        for start in self.texts:
            if start not in found:
                found[start] = 0 if not found else 1 + max(found.values())
                pending = [start]
                for lemma in pending:
                    for node in (n for n in self.nodes if n.lemma == lemma):
                        new = [s for s in node.support if s not in found]
                        found.update(dict.fromkeys(new, found[lemma] + 1))
                        pending += new
        return found


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\l")
