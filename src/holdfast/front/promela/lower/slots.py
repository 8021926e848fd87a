"""Which process types can be in which slot, and with which constant arguments.

Processes that create others are followed step by step, with the values of their own variables as
far as they are known; of all others it only matters whether they can end. If that has too many
cases, every type that is run may be in any slot up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import After, Point, Step
from holdfast.front.promela.lower.folding import fold, truncate
from holdfast.front.promela.lower.instances import Instance, ProcessType
from holdfast.front.promela.lower.layout import split
from holdfast.front.promela.lower.statics import Statics
from holdfast.front.promela.lower.walk import runs_in, stored_in

MOST_CASES, FEW_CASES = 5_000, 2_000
MOST_PROCESSES = 255
"""Spin's limit: with as many processes, `run` is not executable."""

Values = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class _Process:
    """A process as it is followed: where it is, if it creates others, and its variables."""

    type: int
    point: int | None
    values: Values = ()


@dataclass(frozen=True, slots=True)
class _Case:
    """The processes, and the one that has exclusive control."""

    processes: tuple[_Process, ...]
    exclusive: int | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """The instances by slot; with `is_exact` no other process can be created."""

    instances: tuple[tuple[Instance, ...], ...]
    is_exact: bool


DEFAULT_LIMIT = 16


@dataclass(frozen=True, slots=True)
class Allowed:
    """How many processes a model may have, if they cannot be counted before.

    With `room`, there are slots for that many only, and a search that needs more is to be repeated.
    `uncounted`: that they cannot be counted is known from before.
    """

    most: int = DEFAULT_LIMIT
    room: int | None = None
    uncounted: bool = False


DEFAULT = Allowed()


def find_slots(types: tuple[ProcessType, ...], statics: Statics, allowed: Allowed) -> Slots:
    """The instances of a model."""
    return _Search(types, statics).slots(allowed)


def lack_of(slots: int) -> str:
    """The error of a model that needs more processes than there are slots."""
    limit = min(slots, MOST_PROCESSES)
    return f"there are more than {limit} processes; --const _processes=N allows N"


class _Search:
    def __init__(self, types: tuple[ProcessType, ...], statics: Statics) -> None:
        self.types = types
        self.statics = statics
        self.index = {t.name: i for i, t in enumerate(types)}
        self.creates = [_creates(t) for t in types]
        self.can_end = [any(p.is_end for p in t.automaton.points) for t in types]
        self.points = [{id(p): i for i, p in enumerate(t.automaton.points)} for t in types]
        self.tracked = [
            tuple(leaf.symbol for leaf in t.leaves if not leaf.sizes and not leaf.fields)
            for t in types
        ]
        self.arguments: dict[tuple[int, int], list[int | None]] = {}
        steps = (s for t in types for p in t.automaton.points for s in p.steps)
        self.runs = {id(s.statement): tuple(runs_of(s)) for s in steps}

    # ---- the result ----

    def slots(self, allowed: Allowed) -> Slots:
        start = self._start()
        if not allowed.uncounted and self._explore(start):
            depth = 1 + max((slot for slot, _ in self.arguments), default=-1)
            made = [
                tuple(
                    self._instance(slot, t)
                    for t in range(len(self.types))
                    if (slot, t) in self.arguments
                )
                for slot in range(depth)
            ]
            return Slots(tuple(made), True)
        return self._any(start, min(allowed.most, allowed.room or allowed.most))

    def _instance(self, slot: int, index: int) -> Instance:
        t = self.types[index]
        constants = {
            leaf.symbol: value
            for leaf, value in zip(t.params, self.arguments[slot, index], strict=False)
            if value is not None and not leaf.fields and leaf.key not in self.statics.stored
        }
        return Instance(slot, t, constants)

    def _any(self, start: _Case, limit: int) -> Slots:
        """Every type that is run, in every slot that can become free."""
        run = {
            self.index[r.proctype]
            for t in self.types
            for p in t.automaton.points
            for step in p.steps
            for r in runs_of(step)
        }
        initial = [p.type for p in start.processes]
        stays = [slot for slot, t in enumerate(initial) if not self.can_end[t]]
        free_from = max(1, 1 + max(stays, default=0))
        made = []
        for slot in range(max(limit, len(initial) + 1)):
            found = {initial[slot]} if slot < len(initial) else set()
            found |= run if slot >= free_from else set()
            made.append(tuple(Instance(slot, self.types[t]) for t in sorted(found)))
        return Slots(tuple(made), False)

    # ---- the search ----

    def _start(self) -> _Case:
        case = _Case(())
        for i, t in enumerate(self.types):
            for _ in range(t.tree.copies):
                case = self._add(case, i, (0,) * len(t.params))
        return case

    def _explore(self, start: _Case) -> bool:
        """Whether all cases were found; many cases with many processes are taken to be endless."""
        seen, pending, deepest = {start}, [start], 0
        while pending:
            if len(seen) > (MOST_CASES if deepest <= DEFAULT_LIMIT else FEW_CASES):
                return False
            for following in self._successors(pending.pop()):
                if following not in seen:
                    deepest = max(deepest, len(following.processes))
                    if deepest >= MOST_PROCESSES:
                        return False
                    seen.add(following)
                    pending.append(following)
        return True

    def _add(self, case: _Case, index: int, args: Values) -> _Case:
        """A new process, whose arguments are recorded."""
        slot = len(case.processes)
        t = self.types[index]
        stored = [
            None if a is None else truncate(a, leaf.type)
            for leaf, a in zip(t.params, args, strict=False)
        ]
        known = self.arguments.get((slot, index))
        if known is None:
            self.arguments[slot, index] = stored
        else:
            joined = [a if a == b else None for a, b in zip(known, stored, strict=True)]
            self.arguments[slot, index] = joined
        if not self.creates[index]:
            return replace(case, processes=(*case.processes, _Process(index, None)))
        values = self._initial(index, slot, stored)
        start = self.points[index][id(t.automaton.start)]
        return replace(case, processes=(*case.processes, _Process(index, start, values)))

    def _initial(self, index: int, slot: int, args: list[int | None]) -> Values:
        t = self.types[index]
        given = {leaf.symbol: a for leaf, a in zip(t.params, args, strict=False)}
        constants = {s: a for s, a in given.items() if a is not None}
        values: list[int | None] = []
        for leaf in t.leaves:
            if leaf.sizes or leaf.fields:
                continue
            if leaf.symbol in given:
                values.append(given[leaf.symbol])
            else:
                values.append(self.statics.initial(leaf, (), slot, constants))
        return tuple(values)

    def _successors(self, case: _Case) -> Iterator[_Case]:
        for slot, process in enumerate(case.processes):
            if case.exclusive not in (None, slot):
                continue
            if process.point is None:
                if slot == len(case.processes) - 1 and self.can_end[process.type]:
                    yield _Case(case.processes[:-1])
                continue
            point = self.types[process.type].automaton.points[process.point]
            for step in point.steps:
                yield from self._take(case, slot, point, step)

    def _take(self, case: _Case, slot: int, point: Point, step: Step) -> Iterator[_Case]:
        process = case.processes[slot]
        if step.ends:
            if slot == len(case.processes) - 1:
                yield _Case(case.processes[:-1])
            return
        if self._executable(process, slot, step.statement) is False:
            return
        if any(self._executable(process, slot, u.statement) for u in step.unless):
            return
        assert step.target is not None
        made, values = case, process.values
        pid: int | None = None
        for run in self.runs[id(step.statement)]:
            args = tuple(self._value(process, slot, a) for a in run.args)
            pid = len(made.processes)
            made = self._add(made, self.index[run.proctype], args)
        if step.statement is not None:
            values = self._stored(process, slot, step.statement, pid)
        target = self.points[process.type][id(step.target)]
        moved = list(made.processes)
        moved[slot] = _Process(process.type, target, values)
        stays = step.after is not After.ANY and self._surely_moves(moved[slot], slot, step.target)
        yield _Case(tuple(moved), slot if stays else None)

    # ---- statements ----

    def _value(self, process: _Process, slot: int, e: nodes.Expr) -> int | None:
        values = dict(zip(self.tracked[process.type], process.values, strict=True))

        def known(place: nodes.Place) -> int | None:
            if isinstance(place, nodes.Variable) and place.symbol in values:
                return values[place.symbol]
            constants = {s: v for s, v in values.items() if v is not None}
            path, indices = split(place)
            if path in self.statics.stored or path[0].parameter:
                return None
            at = tuple(fold(i, slot, known) for i in indices)
            return self.statics.initial(self.statics.leaves[path], at, slot, constants)

        return fold(e, slot, known)

    def _executable(
        self, process: _Process, slot: int, statement: tree.Statement | None
    ) -> bool | None:
        """Whether a statement is executable, None if that is not known."""
        match statement:
            case tree.Condition(e):
                if self.runs[id(statement)]:
                    return True
                value = self._value(process, slot, e)
                return None if value is None else value != 0
            case tree.Send() | tree.Receive():
                return None
            case _:
                return True

    def _surely_moves(self, process: _Process, slot: int, point: Point) -> bool:
        return any(
            not step.ends and self._executable(process, slot, step.statement)
            for step in point.steps
        )

    def _stored(
        self, process: _Process, slot: int, statement: tree.Statement, pid: int | None
    ) -> Values:
        tracked = self.tracked[process.type]
        values = dict(zip(tracked, process.values, strict=True))
        for place in stored_in(statement):
            if not isinstance(place, nodes.Variable) or place.symbol not in values:
                continue
            value: int | None = None
            match statement:
                case tree.Assign(_, nodes.Run()):
                    value = pid
                case tree.Assign(_, e):
                    value = self._value(process, slot, e)
                case _:
                    pass
            known = None if value is None else truncate(value, place.symbol.type)
            values[place.symbol] = known
        return tuple(values.values())


def _creates(t: ProcessType) -> bool:
    return any(True for p in t.automaton.points for step in p.steps for _ in runs_of(step))


def runs_of(step: Step) -> Iterator[nodes.Run]:
    """The processes that a step creates."""
    if step.statement is not None:
        yield from runs_in(step.statement)
