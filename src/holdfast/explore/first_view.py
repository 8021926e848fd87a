"""By what the states of a model are grouped at first, and what else they may be grouped by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.quotient import group_states
from holdfast.explore.columns import Columns, distinct
from holdfast.ir.order import ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import FiniteSet, Function, Value

MOST_CLASSES = 150
"""A quotient with more classes is no first view."""
_FEWEST, _MOST = 2, 40
_MOST_CANDIDATES = 30
_MOST_PARTS = 6
_SAMPLE = 2_000


def first_view(columns: Columns) -> list[str]:
    """Where the processes are, or the variable with few values that leaves fewest edges.

    Nothing if there is no such variable and there are too many states to show each.
    """
    model, graph = columns.model, columns.graph
    located = [v for v in model.system.variables if v == "pc" or model.notation.is_location(v)]
    chosen = _located(columns, located)
    if chosen:
        return chosen
    best: tuple[bool, int, int, str] | None = None
    for at, name in enumerate(model.system.variables):
        values = columns.values(name)
        count = distinct(values)
        if _FEWEST <= count <= _MOST:
            found = group_states(graph, [(value,) for value in values])
            pairs = {(edge.source, edge.target) for edge in found.edges}
            # Two classes tell little: they are for want of better.
            mark = count == _FEWEST, len(pairs), at, name
            best = mark if best is None else min(best, mark)
    if best is not None:
        return [best[3]]
    return list(model.system.variables) if len(graph.states) <= MOST_CLASSES else []


def _located(columns: Columns, located: Sequence[str]) -> list[str]:
    """Where the processes are: all of them, or those with most places that leave few classes."""
    if located and 1 < _classes(columns, located) <= MOST_CLASSES:
        return list(located)
    chosen: list[str] = []
    for name in sorted(located, key=lambda name: -distinct(columns.values(name))):
        if _FEWEST < _classes(columns, [*chosen, name]) <= _MOST:
            chosen.append(name)
    return [name for name in located if name in chosen]


def _classes(columns: Columns, texts: Sequence[str]) -> int:
    return len(set(zip(*(columns.values(text) for text in texts), strict=True)))


def candidates(columns: Columns) -> list[str]:
    """Expressions with a few values each, those with fewest first."""
    found: dict[str, int] = {}
    with ranked_by(columns.model.machine.ranks):
        for name in columns.model.system.variables:
            for text, values in _derived(columns, name):
                count = distinct(values)
                if _FEWEST <= count <= MOST_CLASSES:
                    found.setdefault(text, count)
    return sorted(found, key=lambda text: found[text])[:_MOST_CANDIDATES]


def _derived(columns: Columns, name: str) -> Iterator[tuple[str, Sequence[Value]]]:
    """A variable, its size, and its parts if they are few, with the values in some states."""
    notation = columns.model.notation
    values = columns.values(name)
    yield name, values
    if not (notation.is_tla or name.isidentifier()):
        return  # only the name can be given, not an expression with it
    if all(isinstance(v, FiniteSet) for v in values):
        sizes = [len(v.elements) for v in values if isinstance(v, FiniteSet)]
        yield notation.cardinality.format(name), sizes
    lengths = [len(v) for v in values if isinstance(v, tuple)]
    if len(lengths) == len(values) and distinct(lengths) > 1:
        # The language of Promela has `len` of a channel.
        length = "len({})" if columns.model.spec.document.has_widths else notation.length
        yield length.format(name), lengths
    elif values and notation.is_tla:
        yield from _parts(columns, name, values[:_SAMPLE])


def _parts(
    columns: Columns, name: str, values: Sequence[Value]
) -> Iterator[tuple[str, Sequence[Value]]]:
    notation, tables = columns.model.notation, [_table(v) for v in values]
    keys = list(tables[0] or {})
    if not 0 < len(keys) <= _MOST_PARTS or any(t is None or list(t) != keys for t in tables):
        return
    for key in keys:
        selector, _ = notation.part(values[0], key)
        yield notation.place(name, [selector]), [t[key] for t in tables if t is not None]


def _table(value: Value) -> dict[Value, Value] | None:
    match value:
        case tuple():
            return dict(enumerate(value, 1))
        case Function():
            return dict(zip(ordered(value.domain), value.values, strict=True))
        case _:
            return None
