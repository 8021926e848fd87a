"""Classes of states in detail: the values in them, the steps out, the way to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from holdfast.check.steps import path_to
from holdfast.explore.columns import Columns
from holdfast.explore.ids import DIGITS, state_id
from holdfast.explore.steps import state_mapping
from holdfast.explore.wire_graph import ClassPanel, Range
from holdfast.interp.step import State
from holdfast.ir.notation import Notation
from holdfast.ir.order import ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import Function, Record, Value

_MOST_LISTED = 5
_MOST_PARTS = 12


@dataclass(frozen=True)
class Classes:
    """A partition of the states of a graph: nodes are classes, or states of opened classes.

    The node of a state of an opened class has the number of the state, after all classes.
    """

    columns: Columns
    by: tuple[str, ...]
    opened: tuple[int, ...] = ()

    @cached_property
    def of_state(self) -> tuple[int, ...]:
        """The class of each state, numbered in the order of the states."""
        rows = self._rows()
        number: dict[tuple[Value, ...], int] = {}
        return tuple(number.setdefault(row, len(number)) for row in rows)

    def _rows(self) -> Sequence[tuple[Value, ...]]:
        if not self.by:
            return [()] * len(self.columns.graph.states)
        return list(zip(*(self.columns.values(text) for text in self.by), strict=True))

    @cached_property
    def count(self) -> int:
        """How many classes there are."""
        return max(self.of_state, default=-1) + 1

    @cached_property
    def node_of(self) -> tuple[int, ...]:
        """The node of each state."""
        opened = set(self.opened)
        return tuple(
            self.count + i if own in opened else own for i, own in enumerate(self.of_state)
        )

    @cached_property
    def members(self) -> Mapping[int, tuple[int, ...]]:
        """The states of each node."""
        found: dict[int, list[int]] = {}
        for state, node in enumerate(self.node_of):
            found.setdefault(node, []).append(state)
        return {node: tuple(found[node]) for node in sorted(found)}

    def values(self, node: int) -> dict[str, str]:
        """The values of the expressions in the states of a node."""
        first = self.members[node][0]
        notation = self.columns.model.notation
        return {text: notation.of(text).show(self.columns.values(text)[first]) for text in self.by}

    @cached_property
    def edges(self) -> Mapping[tuple[int, int], Mapping[str, tuple[int, int]]]:
        """By pair of nodes and action: how many steps, and from how many states."""
        steps: dict[tuple[int, int, str], list[int]] = {}
        for source, target, action in self.columns.graph.edges:
            key = self.node_of[source], self.node_of[target], action
            steps.setdefault(key, []).append(source)
        found: dict[tuple[int, int], dict[str, tuple[int, int]]] = {}
        for (source, target, action), sources in steps.items():
            own = found.setdefault((source, target), {})
            own[action] = len(sources), len(set(sources))
        return found

    @cached_property
    def initial(self) -> Mapping[int, int]:
        """How many initial states each node has."""
        found: dict[int, int] = {}
        for state in self.columns.graph.initial:
            node = self.node_of[state]
            found[node] = found.get(node, 0) + 1
        return found

    def violating(self, node: int) -> dict[str, int]:
        """In how many states of a node each invariant is false, if it is in any."""
        members = self.members[node]
        counts = {
            name: sum(state in states for state in members)
            for name, states in self.columns.violating().items()
            if states
        }
        return {name: count for name, count in counts.items() if count}


# ---- the panel ----


def class_panel(classes: Classes, node: int, parents: Sequence[int]) -> ClassPanel:
    """A node in detail; `parents` are the states before each on a shortest path."""
    members, columns = classes.members[node], classes.columns
    with ranked_by(columns.model.machine.ranks):
        judged = {
            name: len(members) - sum(state in states for state in members)
            for name, states in columns.violating().items()
        }
        return {
            "id": node,
            "states": len(members),
            "initial": classes.initial.get(node, 0),
            "values": classes.values(node),
            "ranges": list(_ranges(columns, members)),
            "steps": [
                {"action": action, "to": target, "steps": steps, "states": states}
                for (source, target), actions in classes.edges.items()
                if source == node
                for action, (steps, states) in actions.items()
            ],
            "invariants": judged,
            "path": path_ids(columns, members[0], parents),
        }


def _ranges(columns: Columns, members: Sequence[int]) -> Iterator[Range]:
    """The values of each shown part of the states."""
    model = columns.model
    found: dict[str, dict[Value, Notation]] = {}
    for index in members:
        state = state_mapping(model, columns.graph.states[index])
        for cell in model.notation.cells(state):
            for place, value, own in _shown_parts(cell.name, cell.value, cell.notation):
                found.setdefault(place, {})[value] = own
    for place, values in found.items():
        yield {"place": place, "text": _range_text(values), "count": len(values)}


def _shown_parts(
    place: str, value: Value, notation: Notation
) -> Iterator[tuple[str, Value, Notation]]:
    """A value, or its parts if it is a record or a function with few."""
    if isinstance(value, Function) and len(value.values) <= _MOST_PARTS:
        simple = isinstance(value, Record) or notation.is_tla
        if simple:
            for key, part in zip(ordered(value.domain), value.values, strict=True):
                selector, own = notation.part(value, key)
                yield place + selector, part, own
            return
    yield place, value, notation


def _range_text(values: Mapping[Value, Notation]) -> str:
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) > 1 and all(
        own.show(value) == str(value) for value, own in values.items()
    ):
        return f"{min(numbers)}..{max(numbers)}"
    if len(values) <= _MOST_LISTED:
        return ", ".join(own.show(value) for value, own in values.items())
    return f"{len(values)} values"


def path_ids(columns: Columns, state: int, parents: Sequence[int]) -> list[str]:
    """The ids of a shortest path to a state, with those that are passed within steps."""
    graph, model = columns.graph, columns.model
    indices = [state]
    while parents[indices[-1]] >= 0:
        indices.append(parents[indices[-1]])
    path: list[State] = []
    before: State | None = None
    for index in reversed(indices):
        after = graph.states[index]
        path += _passed(columns, before, after)
        before = after
    return [state_id(model, each)[:DIGITS] for each in path]


def _passed(columns: Columns, before: State | None, after: State) -> list[State]:
    """The states of one step, the last of which is proper."""
    if columns.model.system.transient is None:
        return [after]
    found = path_to(
        columns.model.machine, before, lambda reached: reached.proper and reached.state == after
    )
    return [after] if found is None else [each.state for each in found]


def shortest_parents(columns: Columns) -> list[int]:
    """For each state, the one before it on a shortest path from an initial state; -1 if none."""
    graph = columns.graph
    after: dict[int, list[int]] = {}
    for source, target, _ in graph.edges:
        after.setdefault(source, []).append(target)
    parents = [-1] * len(graph.states)
    known, pending = set(graph.initial), deque(graph.initial)
    while pending:
        source = pending.popleft()
        for target in after.get(source, ()):
            if target not in known:
                known.add(target)
                parents[target] = source
                pending.append(target)
    return parents
