"""The ranks of strings and names: the order of their first appearance, as in TLC.

Ranks belong to a machine, which activates them in its thread while it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from holdfast.ir.values import FiniteSet, Record, Value

_FIRST_RANK = 0x21
_MOST_RANKS = 0x10FFFF - _FIRST_RANK
_AFTER_ALL = chr(0x10FFFF)


class Ranks(dict[str, str]):
    """The rank of each string and name, as a text that sorts like the rank.

    `add` gives a new text the next rank. A text that was never added comes after all others,
    by its characters: that does not depend on the evaluation order. `domains` holds one
    domain for each set of field names, so that all records with these fields share it, and
    `makers` the functions that make them (`construct.py`).
    """

    __slots__ = ("added", "domains", "makers")

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__()
        self.added = 0
        self.domains: dict[tuple[str, ...], FiniteSet] = {}
        self.makers: dict[tuple[Value, ...], Callable[[tuple[Value, ...]], Record]] = {}
        for name in names:
            self.add(name)

    def add(self, text: str) -> None:
        """Give a text the next rank, unless it has one or there are a million already."""
        if text not in self and self.added < _MOST_RANKS:
            self[text] = chr(self.added + _FIRST_RANK)
            self.added += 1

    def __missing__(self, text: str) -> str:
        key = self[text] = _AFTER_ALL + text
        return key


class _Unranked(Ranks):
    """The ranks outside any machine: by characters, so that nothing depends on earlier runs."""

    __slots__ = ()

    def add(self, text: str) -> None:
        """Do nothing: a text always has the same rank."""

    def __missing__(self, text: str) -> str:
        return _AFTER_ALL + text


_UNRANKED = _Unranked()
_ranks: ContextVar[Ranks] = ContextVar("ranks", default=_UNRANKED)
ranks_in_use: Callable[[], Ranks] = _ranks.get
"""The ranks by which this thread compares strings and model values now."""


@contextmanager
def ranked_by(ranks: Ranks) -> Iterator[None]:
    """Compare by these ranks inside, in this thread."""
    token = _ranks.set(ranks)
    try:
        yield
    finally:
        _ranks.reset(token)


def known_string(text: str) -> str:
    """The same string, ranked now if it is new: TLC ranks a string when it is made."""
    ranks_in_use().add(text)
    return text
