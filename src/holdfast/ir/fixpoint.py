"""Fixpoints: facts about definitions that may depend on each other cyclically."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Fixpoint(Generic[K, V]):
    """Results of a rule that may depend on each other, and on themselves.

    A result in progress is `start` at first. If it then differs, all results that were computed
    meanwhile are computed again, until nothing changes: the rule must be monotonic.
    """

    def __init__(self, rule: Callable[[K], V], start: V) -> None:
        self._rule = rule
        self._start = start
        self._known: dict[K, V] = {}
        self._assumed: dict[K, V] = {}
        self._found: dict[K, V] = {}
        self._open: set[K] = set()

    def of(self, key: K) -> V:
        """The result for one key."""
        if key in self._known:
            return self._known[key]
        if self._open:
            return self._ask(key)
        self._assumed = {}
        while True:
            self._found = {}
            self._ask(key)
            wrong = {k: self._found[k] for k, v in self._assumed.items() if self._found[k] != v}
            if not wrong:
                break
            self._assumed.update(wrong)
        self._known.update(self._found)
        return self._known[key]

    def _ask(self, key: K) -> V:
        if key in self._known:
            return self._known[key]
        if key in self._open:
            return self._assumed.setdefault(key, self._start)
        if key not in self._found:
            self._open.add(key)
            self._found[key] = self._rule(key)
            self._open.remove(key)
        return self._found[key]
