"""The data of compiled expressions: frames, and values that are computed when needed.

A frame is a list: the current state, the next state, the number of variables without a
next value, and then one slot for each local name of the definition being evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Frame: TypeAlias = list[Any]
Code: TypeAlias = Callable[[Frame], Any]

NOW, NEXT, MISSING, FIRST_LOCAL = range(4)
"""Indices in a frame: the two states, the count of unassigned variables, the locals."""


class Thunk:
    """An argument or a LET definition, evaluated at most once, when it is first needed."""

    __slots__ = ("code", "frame", "value")

    def __init__(self, code: Code, frame: Frame) -> None:
        self.code = code
        self.frame = frame
        self.value: Any = None

    def force(self) -> Any:
        """The value now."""
        value = self.value
        if value is None:
            value = self.value = self.code(self.frame)
        return value


class Closure:
    """An operator argument: code over the frame where it occurs, and its parameters."""

    __slots__ = ("code", "frame", "slots")

    def __init__(self, code: Code, frame: Frame, slots: tuple[int, ...]) -> None:
        self.code = code
        self.frame = frame
        self.slots = slots

    def __call__(self, *args: Any) -> Any:
        """Its value for arguments."""
        frame = self.frame[:]
        for slot, arg in zip(self.slots, args, strict=True):
            frame[slot] = arg
        return self.code(frame)


def capture(frame: Frame, copies: dict[int, Frame] | None = None) -> Frame:
    """A copy of the frame for a value that outlives the evaluation around it."""
    copies = {} if copies is None else copies
    known = copies.get(id(frame))
    if known is not None:
        return known
    copy: Frame = frame[:]
    # A LET definition is a thunk in the frame that it reads, so frames can be cyclic.
    copies[id(frame)] = copy
    for i, v in enumerate(frame):
        if type(v) is Thunk and v.value is None:
            copy[i] = Thunk(v.code, capture(v.frame, copies))
    return copy
