"""Values, states and locations as TLC prints them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Value
from holdfast.source import Span

_WIDTH = 80
_BELOW_KEY = "    "
_OF_RECORDS = ("[ ", " ]", ",", " |->")
_OF_FUNCTIONS = ("( ", " )", " @@", " :>")


def tlc_value(value: Value) -> str:
    """The value on one line if it fits into 80 columns, else a line for each of its parts."""
    return _laid_out(value, _WIDTH, 0, "")


def tlc_state(state: Mapping[str, Value], before: Mapping[str, Value] | None = None) -> str:
    """The lines of a state; with the state `before` it, only those of what changed."""
    bullet = "/\\ " if len(state) > 1 else ""
    return "".join(
        f"{bullet}{name} = {tlc_value(value)}\n"
        for name, value in state.items()
        if before is None or before.get(name) != value
    )


def tlc_location(span: Span) -> str:
    """A location in the words of the TLA+ tools; the last column is the last character's."""
    first = span.source.position(span.start)
    last = span.source.position(max(span.start, span.end - 1))
    begin = f"line {first[0]}, col {first[1]}"
    return f"{begin} to line {last[0]}, col {last[1]} of module {module_of(span)}"


def module_of(span: Span) -> str:
    """The module of a location, by the name of its file."""
    return PurePath(span.source.name).stem


def _laid_out(value: Value, width: int, trailer: int, indent: str) -> str:
    """The value in `width` columns; the last line leaves `trailer` of them free."""
    text = show(value)
    if len(text) <= width - trailer:
        return text
    try:
        match value:
            case FiniteSet() if value.elements:
                return _items(ordered(value), ("{ ", " }"), width, trailer, indent)
            case tuple() if value:
                return _items(value, ("<< ", " >>"), width, trailer, indent)
            case Function():
                marks = _OF_RECORDS if text.startswith("[") else _OF_FUNCTIONS
                return _pairs(value, marks, width, trailer, indent)
            case _:
                return text
    except EvalError:
        # Elements that cannot be compared have no order.
        return text


def _items(
    values: tuple[Value, ...], brackets: tuple[str, str], width: int, trailer: int, indent: str
) -> str:
    start, end = brackets
    inner, room = indent + " " * len(start), width - len(start)
    *most, last = values
    rows = [_laid_out(v, room, 1, inner) + "," for v in most]
    rows.append(_laid_out(last, room, trailer + len(end), inner))
    return start + f"\n{inner}".join(rows) + end


def _pairs(
    function: Function, marks: tuple[str, str, str, str], width: int, trailer: int, indent: str
) -> str:
    start, end, comma, arrow = marks
    inner, room = indent + " " * len(start), width - len(start)
    keys = ordered(function.domain)
    plain = [str(k) if marks is _OF_RECORDS else show(k) for k in keys]
    rows = []
    for at, (key, value) in enumerate(zip(plain, function.values, strict=True)):
        last = at == len(keys) - 1
        free = trailer + len(end) if last else len(comma)
        if len(key) + len(arrow) > room:
            key = _laid_out(keys[at], room, free + len(arrow), inner)
        rows.append(_pair(key + arrow, value, room, free, inner) + ("" if last else comma))
    return start + f"\n{inner}".join(rows) + end


def _pair(left: str, value: Value, room: int, free: int, indent: str) -> str:
    right = show(value)
    if len(left) + 1 + len(right) <= room - free:
        return f"{left} {right}"
    below = indent + _BELOW_KEY
    return f"{left}\n{below}" + _laid_out(value, room - len(_BELOW_KEY), free, below)
