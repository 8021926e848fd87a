"""A state graph as lines of JSON (NDJSON), so that a reader needs no more memory than a line.

The first line describes the graph, then there is a line for each state and a line for each
step. Values are in ITF notation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from holdfast.report.envelope import Json
from holdfast.report.itf import state_json
from holdfast.verdict import Graph
from holdfast.version import VERSION


def graph_lines(graph: Graph, spec: str) -> Iterator[str]:
    """The lines of an NDJSON file."""
    return (_line(entry) for entry in graph_json(graph, spec))


def graph_json(graph: Graph, spec: str) -> Iterator[dict[str, Json]]:
    """The description of the graph, then its states, then its steps."""
    yield {
        "holdfast": VERSION,
        "spec": spec,
        "vars": graph.variables,
        "states": len(graph.states),
        "edges": len(graph.edges),
    }
    initial = frozenset(graph.initial)
    for index, state in enumerate(graph.states):
        values = state_json(dict(zip(graph.variables, state, strict=True)))
        yield {"state": index, "initial": index in initial, "values": values}
    for source, target, action in graph.edges:
        yield {"from": source, "to": target, "action": action}


def _line(entry: dict[str, Json]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
