"""What an encoding takes to be different only because the configuration has it so.

    p = "p9"        FALSE for an element of Proc = {"p1", "p2"}, and not for Proc = {"p9"}
    Proc \\union {None}        two kinds of values, unless None belongs to Proc

Wherever the encoding tells values apart by their kinds, it says so here; what no assumption of
the spec states becomes one of the answer (`unbounded_assumed.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import TypeAlias

from holdfast.smt.terms.term import Sort

Side: TypeAlias = Sort | str
"""The elements of a constant set, a string or model value, or a set of TLA+ such as Int."""

STRUCTURED = "what has parts"
"""Tuples, records, functions and sets."""

NOTE: ContextVar[Callable[[Side, Side], None] | None] = ContextVar("NOTE", default=None)
"""Who is told."""


def told_apart(ours: Iterable[Side], theirs: Iterable[Side]) -> None:
    """Say that none of one kind is taken to equal one of the other."""
    note = NOTE.get()
    if note is None:
        return
    others = tuple(theirs)
    for a in ours:
        for b in others:
            if a != b:
                note(a, b)
