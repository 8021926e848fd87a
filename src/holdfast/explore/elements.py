"""Elements that a step adds to sets, sequences and bags in a state, or removes from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Value

Path: TypeAlias = tuple[Value, ...]
"""Where a collection is in a state: a variable, then arguments of functions."""


class Moved(NamedTuple):
    """An element that a step added to a collection, or removed from it."""

    sign: Literal["+", "-"]
    path: Path
    element: Value


Queues: TypeAlias = frozenset[Path]
"""Where the sequences are that become longer or shorter: others are functions on 1..n."""


def moved_elements(
    path: Path, old: Value, new: Value, queues: Queues = frozenset()
) -> Iterator[Moved]:
    """The elements that were added or removed, in a value or in parts of it."""
    if old == new:
        return
    match old, new:
        case FiniteSet(), FiniteSet():
            yield from (Moved("-", path, e) for e in ordered(old) if e not in new.elements)
            yield from (Moved("+", path, e) for e in ordered(new) if e not in old.elements)
        case tuple(), tuple() if len(old) == len(new) and path not in queues:
            for i, (was, now) in enumerate(zip(old, new, strict=True), 1):
                yield from moved_elements((*path, i), was, now, queues)
        case tuple(), tuple():
            yield from _in_queue(path, old, new)
        case (Function() | (), Function() | ()):  # the empty bag is an empty sequence
            yield from _in_function(path, _table(old), _table(new), queues)
        case _:
            return


def queues_between(path: Path, old: Value, new: Value) -> Iterator[Path]:
    """Where the sequences are whose lengths differ."""
    match old, new:
        case tuple(), tuple() if len(old) != len(new):
            yield path
        case tuple(), tuple():
            for i, (was, now) in enumerate(zip(old, new, strict=True), 1):
                yield from queues_between((*path, i), was, now)
        case Function(), Function() if old != new:
            was_at, now_at = _table(old), _table(new)
            for key in now_at.keys() & was_at.keys():
                yield from queues_between((*path, key), was_at[key], now_at[key])
        case _:
            return


def _in_queue(path: Path, old: tuple[Value, ...], new: tuple[Value, ...]) -> Iterator[Moved]:
    """What a queue or stack lost and got: some items at one end, some at the other."""
    for taken in range(len(old) + 1):
        kept = old[taken:]
        if new[: len(kept)] == kept:
            yield from (Moved("-", path, e) for e in old[:taken])
            yield from (Moved("+", path, e) for e in new[len(kept) :])
            return
        if kept and new[-len(kept) :] == kept:
            yield from (Moved("-", path, e) for e in old[:taken])
            yield from (Moved("+", path, e) for e in new[: -len(kept)])
            return


def _in_function(
    path: Path, was: dict[Value, Value], now: dict[Value, Value], queues: Queues
) -> Iterator[Moved]:
    if _is_bag(was) and _is_bag(now):
        for e in dict.fromkeys((*was, *now)):
            before, after = was.get(e, 0), now.get(e, 0)
            if before != after:
                yield Moved("+" if _count(after) > _count(before) else "-", path, e)
        return
    for key, value in now.items():
        if key in was:
            yield from moved_elements((*path, key), was[key], value, queues)


def _table(function: Value) -> dict[Value, Value]:
    if not isinstance(function, Function):
        return {}
    return dict(zip(ordered(function.domain), function.values, strict=True))


def _is_bag(table: dict[Value, Value]) -> bool:
    """Whether a function counts messages: its arguments are records or tuples."""
    return all(
        isinstance(value, int) and isinstance(key, tuple | Function) for key, value in table.items()
    )


def _count(value: Value) -> int:
    assert isinstance(value, int)
    return value


def without(value: Value, path: Path, removed: frozenset[Value]) -> Value:
    """The value without some elements of the set at a path."""
    if not path:
        assert isinstance(value, FiniteSet)
        return set_of([e for e in ordered(value) if e not in removed])
    key, rest = path[0], path[1:]
    if isinstance(value, tuple):
        assert isinstance(key, int)
        return (*value[: key - 1], without(value[key - 1], rest, removed), *value[key:])
    assert isinstance(value, Function)
    table = _table(value)
    table[key] = without(table[key], rest, removed)
    return function_from(list(table.items()))


def part_at(value: Value, path: Path) -> Value | None:
    """The part of a value at a path, if it is there."""
    for key in path:
        if isinstance(value, tuple) and isinstance(key, int) and 1 <= key <= len(value):
            value = value[key - 1]
        elif isinstance(value, Function) and key in (table := _table(value)):
            value = table[key]
        else:
            return None
    return value
