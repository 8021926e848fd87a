"""Tables and graphs for other libraries, which are imported when they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

Rows: TypeAlias = Sequence[Mapping[str, Any]]
"""The rows of a table; all have the same columns."""
Nodes: TypeAlias = Iterable[tuple[object, Mapping[str, Any]]]
Edges: TypeAlias = Iterable[tuple[object, object, Mapping[str, Any]]]


def pandas_frame(rows: Rows) -> Any:
    """The rows as a DataFrame of pandas."""
    return _library("pandas", "to_pandas").DataFrame(_columns(rows))


def polars_frame(rows: Rows) -> Any:
    """The rows as a DataFrame of polars."""
    return _library("polars", "to_polars").DataFrame(_columns(rows))


def arrow_table(rows: Rows) -> Any:
    """The rows as a Table of pyarrow."""
    return _library("pyarrow", "to_arrow").table(_columns(rows))


def networkx_graph(nodes: Nodes, edges: Edges) -> Any:
    """Nodes and edges with their attributes as a MultiDiGraph of networkx."""
    graph = _library("networkx", "to_networkx").MultiDiGraph()
    for node, attributes in nodes:
        graph.add_node(node, **attributes)
    for source, target, attributes in edges:
        graph.add_edge(source, target, **attributes)
    return graph


def _columns(rows: Rows) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def _library(name: str, function: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        message = f"{function}() needs {name}, which is not installed: pip install {name}"
        raise ImportError(message, name=name) from None


def widget(function: str, subject: object) -> Any:
    """The widget that a function of `holdfast.widgets.views` makes; needs anywidget."""
    _library("anywidget", _WIDGETS[function])
    # By its name: widgets use results and specs, which have the methods that open widgets.
    return getattr(import_module("holdfast.widgets.views"), function)(subject)


_WIDGETS = {"explore_trace": "explore", "step_through": "step", "edit_diagram": "edit"}
