"""The graph of the reachable states."""

from __future__ import annotations

from holdfast.check.engine import Search
from holdfast.ir.system import System
from holdfast.verdict import Graph


def graph_of(search: Search, system: System) -> Graph:
    """The state graph of a search with `keep_graph`."""
    return Graph(
        system.variables,
        tuple(search.states),
        tuple(dict.fromkeys(search.edges)),
        tuple(range(search.initial)),
    )
