"""Values that the encoding assumes to differ only because they differ in the configuration.

    p = "p9"        FALSE for an element of Proc = {"p1", "p2"}, and not for Proc = {"p9"}
    Proc \\union {None}        two kinds of values, unless None belongs to Proc

Wherever the encoding distinguishes values by their kinds, it reports that here; what no assumption
of the spec states becomes an assumption of the result (`assumed.py`).
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
"""The observer of distinctions."""


def told_apart(ours: Iterable[Side], theirs: Iterable[Side]) -> None:
    """Report the assumption that values of two kinds are never equal."""
    note = NOTE.get()
    if note is None:
        return
    others = tuple(theirs)
    for a in ours:
        for b in others:
            if a != b:
                note(a, b)
