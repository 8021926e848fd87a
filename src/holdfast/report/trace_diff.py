"""What changed from one state to the next, down to the part of a value that differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Record, Value

_ABSENT = "(none)"

Row: TypeAlias = "tuple[Value, ...]"


class Change(NamedTuple):
    """One part of a state and how it changed: `acc.alice`, `5 -> 2`."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def differences(before: Mapping[str, Value], after: Mapping[str, Value]) -> list[Change]:
    """Every change between two states, variable by variable in the order of `after`."""
    return [c for name, value in after.items() for c in changes(name, before.get(name), value)]


def changes(place: str, old: Value | None, new: Value | None) -> list[Change]:
    """The changes of one value, part by part where that is shorter than both values."""
    if old == new:
        return []
    whole = [Change(place, f"{_show(old)} -> {_show(new)}")]
    # The candidates are in order of preference: `min` takes the first of the shortest.
    return min((*_by_parts(place, old, new), whole), key=_length)


def _by_parts(place: str, old: Value | None, new: Value | None) -> list[list[Change]]:
    match old, new:
        case FiniteSet(), FiniteSet():
            return [[Change(place, _set_change(old, new))]]
        case tuple(), tuple():
            moved = [[Change(place, text)] for text in _sequence_changes(old, new)]
            if moved and len(old) != len(new):
                return moved
            return [_function_changes(place, old, new), *moved]
        case (tuple() | Function(), tuple() | Function()):
            return [_function_changes(place, old, new)]
        case _:
            return []


def _length(found: list[Change]) -> int:
    return sum(len(str(change)) for change in found)


def _set_change(old: FiniteSet, new: FiniteSet) -> str:
    added = [show(e) for e in ordered(new) if e not in old.elements]
    removed = [show(e) for e in ordered(old) if e not in new.elements]
    parts = (("+ ", added), ("- ", removed))
    return "  ".join(sign + ", ".join(texts) for sign, texts in parts if texts)


def _function_changes(place: str, old: Row | Function, new: Row | Function) -> list[Change]:
    was, now = _table(old), _table(new)
    arguments = [*now, *(a for a in was if a not in now)]
    return [
        change
        for a in arguments
        for change in changes(place + _selector(a, new), was.get(a), now.get(a))
    ]


def _table(function: Row | Function) -> dict[Value, Value]:
    if isinstance(function, tuple):
        return dict(enumerate(function, 1))
    return dict(zip(ordered(function.domain), function.values, strict=True))


def _selector(argument: Value, function: Row | Function) -> str:
    """The selector of an argument: `.field`, `[key]` or `[first, second]`."""
    if isinstance(function, Record) and isinstance(argument, str) and argument.isidentifier():
        return f".{argument}"
    if isinstance(argument, tuple) and len(argument) > 1:
        return f"[{', '.join(map(show, argument))}]"
    return f"[{show(argument)}]"


def _sequence_changes(old: Row, new: Row) -> list[str]:
    """The queue or stack operation, if one sequence is a prefix or suffix of the other."""
    texts = []
    for taken in range(len(old)):
        kept = old[taken:]
        if new[: len(kept)] == kept:
            texts.append(_moved(old[:taken], new[len(kept) :]))
            break
    if old and len(new) > len(old) and new[-len(old) :] == old:
        texts.append(f"prepended {_list(new[: -len(old)])}")
    if new and len(old) > len(new) and old[: len(new)] == new:
        texts.append(f"removed {_list(old[len(new) :])} from the end")
    if not old:
        texts.append(_moved((), new))
    return texts


def _moved(taken: Row, appended: Row) -> str:
    first = [f"removed {_list(taken)} from the front"] if taken else []
    return ", ".join([*first, *([f"appended {_list(appended)}"] if appended else [])])


def _list(values: Row) -> str:
    return ", ".join(map(show, values))


def _show(value: Value | None) -> str:
    return _ABSENT if value is None else show(value)
