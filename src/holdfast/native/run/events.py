"""What a native search reports: its status, its statistics, violations and traps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Run(IntEnum):
    """The status of a search."""

    MORE = 0
    PARALLEL = 1
    DONE = 2
    STOPPED = 3
    TRAPPED = 4


class Trap(IntEnum):
    """Why C stopped (`TRAP_...` of runtime/holdfast.h)."""

    NONE = 0
    KINDS = 1
    DOMAIN = 2
    NO_WITNESS = 3
    NOT_ENUMERABLE = 4
    NOT_BOOLEAN = 5
    NOT_NUMBER = 6
    NOT_SET = 7
    NOT_FUNCTION = 8
    OVERFLOW = 9
    TOO_LARGE = 10
    ENDLESS = 11
    UNASSIGNED = 12
    NO_CASE = 13
    PATTERN = 14
    CAPACITY = 15
    ASSERT = 16
    UNSUPPORTED = 17
    HOST = 18
    CONSTANT = 19
    NO_VALUE = 20
    STOPPED = 21


DEADLOCK, ACTION, KEY, PREPARE = range(0x10000, 0x10004)
"""What an event is about, besides the numbers of predicates."""


@dataclass(frozen=True, slots=True)
class Event:
    """A violation or a trap: `parent` is an ordinal from 1, `place` counts successors from 1.

    Without a parent it is about an initial state; without a place about an action. `trap` is
    0 for a violation. `stage` orders what happens at the same place.
    """

    parent: int
    action: int
    place: int
    what: int
    trap: int
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics of a search; `pending` states of an unfinished level may not all be new."""

    generated: int
    distinct: int
    initial: int
    frontier: int
    expanded: int
    depth: int
    bytes: int
    digest: int
    newest: int
    pending: int = 0
