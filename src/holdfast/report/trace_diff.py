"""What changed from one state to the next, down to the part of a value that differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from holdfast.ir.notation import TLA, Notation
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Value

_ABSENT = "(none)"

Row: TypeAlias = "tuple[Value, ...]"


class Change(NamedTuple):
    """One part of a state and how it changed: `acc.alice`, `5 -> 2`.

    `before` and `after` are the texts of the whole part; None if it does not exist.
    """

    place: str
    text: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def differences(
    before: Mapping[str, Value], after: Mapping[str, Value], notation: Notation = TLA
) -> list[Change]:
    """Every change between two states, variable by variable in the order of `after`."""
    old = {cell.name: cell.value for cell in notation.cells(before)}
    return [
        change
        for cell in notation.cells(after)
        for change in changes(cell.name, old.get(cell.name), cell.value, cell.notation)
    ]


def changes(
    place: str, old: Value | None, new: Value | None, notation: Notation = TLA
) -> list[Change]:
    """The changes of one value, part by part where that is shorter than both values."""
    if old == new:
        return []
    shown = _shown(old, notation), _shown(new, notation)
    whole = [Change(place, f"{shown[0] or _ABSENT} -> {shown[1] or _ABSENT}", *shown)]
    # The candidates are in order of preference: `min` takes the first of the shortest.
    return min((*_by_parts(place, old, new, notation), whole), key=_length)


def _by_parts(
    place: str, old: Value | None, new: Value | None, notation: Notation
) -> list[list[Change]]:
    shown = _shown(old, notation), _shown(new, notation)
    match old, new:
        case FiniteSet(), FiniteSet():
            return [[Change(place, _set_change(old, new, notation.elements), *shown)]]
        case tuple(), tuple():
            texts = _sequence_changes(old, new, notation.elements)
            moved = [[Change(place, text, *shown)] for text in texts]
            if moved and len(old) != len(new):
                return moved
            return [_function_changes(place, old, new, notation), *moved]
        case (tuple() | Function(), tuple() | Function()):
            return [_function_changes(place, old, new, notation)]
        case _:
            return []


def _length(found: list[Change]) -> int:
    return sum(len(str(change)) for change in found)


def _set_change(old: FiniteSet, new: FiniteSet, notation: Notation) -> str:
    added = [notation.show(e) for e in ordered(new) if e not in old.elements]
    removed = [notation.show(e) for e in ordered(old) if e not in new.elements]
    parts = (("+ ", added), ("- ", removed))
    return "  ".join(sign + ", ".join(texts) for sign, texts in parts if texts)


def _function_changes(
    place: str, old: Row | Function, new: Row | Function, notation: Notation
) -> list[Change]:
    was, now = _table(old), _table(new)
    found: list[Change] = []
    for a in [*now, *(a for a in was if a not in now)]:
        selector, inner = notation.part(new, a)
        found += changes(place + selector, was.get(a), now.get(a), inner)
    return found


def _table(function: Row | Function) -> dict[Value, Value]:
    if isinstance(function, tuple):
        return dict(enumerate(function, 1))
    return dict(zip(ordered(function.domain), function.values, strict=True))


def _sequence_changes(old: Row, new: Row, notation: Notation) -> list[str]:
    """The queue or stack operation, if one sequence is a prefix or suffix of the other."""
    texts = []
    for taken in range(len(old)):
        kept = old[taken:]
        if new[: len(kept)] == kept:
            texts.append(_moved(old[:taken], new[len(kept) :], notation))
            break
    if old and len(new) > len(old) and new[-len(old) :] == old:
        texts.append(f"prepended {_list(new[: -len(old)], notation)}")
    if new and len(old) > len(new) and old[: len(new)] == new:
        texts.append(f"removed {_list(old[len(new) :], notation)} from the end")
    if not old:
        texts.append(_moved((), new, notation))
    return texts


def _moved(taken: Row, appended: Row, notation: Notation) -> str:
    first = [f"removed {_list(taken, notation)} from the front"] if taken else []
    last = [f"appended {_list(appended, notation)}"] if appended else []
    return ", ".join([*first, *last])


def _list(values: Row, notation: Notation) -> str:
    return ", ".join(map(notation.show, values))


def _shown(value: Value | None, notation: Notation) -> str | None:
    return None if value is None else notation.show(value)
